extension Operator {
  static let any = Operator(
    "any", .collecting, "Sends whether some event passes a test, as soon as that is known.",
    takes: [
      .optional(
        "test", .asked(.event, wants: .bool), "a yes/no test of the event", else: "all pass"),
      .named(
        "onError", .word(["false", "fail"]), "what an error of the source gives", else: "false"),
    ],
    types: .always(.bool), atEnd: .flushes,
    shape: .deciding,
    elsewhere: [
      Elsewhere("rac.any"),
      Elsewhere("combine.containsWhere", "onError: fail", written: "contains(where:)"),
      Elsewhere(
        "combine.tryContainsWhere", "onError: fail", written: "tryContains(where:)"),
    ],
    examples: [
      Example("yes at the first event", "any", in: "--a-b|", out: "--[t|]", values: "t: true"),
      Example(
        "no at the completion", "any it == \"z\"", in: "-a|", out: "--[f|]", values: "f: false"),
      Example("no on an error too", "any", in: "--#", out: "--[f|]", values: "f: false"),
      Example("as in Combine the error passes", "any onError: fail", in: "--#", out: "--#"),
    ]
  ) { args in
    QuantifierStage(
      args.run, args.optionalAsked("test"), decisive: true,
      failsOnError: try args.word("onError") == "fail")
  }
}

/// A4: `any` is decided by the first yes, `all` by the first no; the end decides otherwise.
final class QuantifierStage: Stage {
  private let test: Asked?
  private let decisive: Bool
  private let failsOnError: Bool

  init(_ run: Run, _ test: Asked?, decisive: Bool, failsOnError: Bool) {
    self.test = test
    self.decisive = decisive
    self.failsOnError = failsOnError
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if try test?.test(value) ?? true == decisive { sendLast(.bool(decisive)) }
  }

  override func ended(_ end: End, _ input: Int) {
    switch end {
    case .completed: sendLast(.bool(!decisive))
    case .failed: if failsOnError { finish(end) } else { sendLast(.bool(false)) }
    }
  }
}
