extension Operator {
  static let tryMap = Operator(
    "tryMap", .errors, "Sends what a function makes of each event, until it makes nil or an error.",
    takes: [
      .required(
        "f", .asked(.event, wants: .any), "what to make of the event; nil or an error value ends it"
      ),
      .named("onNil", .word(["fail", "pass"]), "whether nil is an error, or sent", else: "fail"),
    ],
    types: .argument("f"),
    shape: ShapeRule(worksOnValues: true) { ShapeRule.mapping("f").apply($0).mayFail },
    elsewhere: [
      Elsewhere("rac.tryMap"),
      Elsewhere("rs.attemptMap", "onNil: pass"),
      Elsewhere("combine.tryMap", "onNil: pass"),
    ],
    examples: [
      Example(
        "until an error is made", "tryMap if it < \"b\" then it + \"!\" else error(\"no\")",
        in: "-a-b-c|", out: "-x-#", values: "x: \"a!\", error: \"no\""),
      Example(
        "nil is an error", "tryMap int(it)", in: "-1-b|", out: "-x-#",
        values: "x: 1, error: \"refused\""),
      Example(
        "nil may pass too", "tryMap int(it), onNil: pass", in: "-b|", out: "-x|", values: "x: nil"),
      Example("an error passes", "tryMap it", in: "-a#", out: "-a#"),
    ]
  ) { args in
    TryMapStage(args.run, try args.asked("f"), passesNil: try args.word("onNil") == "pass")
  }
}

/// R5.
final class TryMapStage: Stage {
  private let f: Asked
  private let passesNil: Bool

  init(_ run: Run, _ f: Asked, passesNil: Bool) {
    self.f = f
    self.passesNil = passesNil
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    switch try f(value) {
    case .null where !passesNil: throw Failure(kind: "refused", "tryMap made nil of this event")
    case .failure(let failure): throw failure
    case let made: send(made)
    }
  }
}
