extension Operator {
  static let takeWhile = Operator(
    "takeWhile", .filtering, "Passes events until a test says no, then completes.",
    takes: [
      .required("test", .asked(.event, wants: .bool), "a yes/no test of the event"),
      .named("inclusive", .bool, "whether the event that ends it passes too", else: "false"),
      .named("endsOn", .word(["no", "yes"]), "the answer that ends it", else: "no"),
    ],
    types: .sameAsInput,
    shape: ShapeRule(worksOnValues: true) {
      $0.input.isSilent ? $0.input : $0.input.thinned.failing.ended
    },
    elsewhere: [
      Elsewhere("rac.takeWhileBlock"),
      Elsewhere("rac.takeUntilBlock", "endsOn: yes"),
      Elsewhere("rx.takeWhile"),
      Elsewhere("rxswift.takeWhile", written: "take(while:)"),
      Elsewhere("rxswift.takeUntilTest", "endsOn: yes", written: "take(until:) of a test"),
      Elsewhere("rs.takeWhile", written: "take(while:)"),
      Elsewhere(
        "rs.takeUntilTest", "endsOn: yes, inclusive: true", written: "take(until:) of a test"),
      Elsewhere("combine.prefixWhile", written: "prefix(while:)"),
      Elsewhere("combine.tryPrefixWhile", written: "tryPrefix(while:)"),
    ],
    examples: [
      Example("the deciding one is not sent", "takeWhile it < \"c\"", in: "-a-b-c|", out: "-a-b-|"),
      Example(
        "inclusive it is", "takeWhile it < \"b\", inclusive: true", in: "-a-b-c|", out: "-a-[b|]"),
      Example("an error passes", "takeWhile true", in: "-a#", out: "-a#"),
      Example(
        "until a test says yes", "takeWhile it == \"b\", endsOn: yes", in: "-a-b|", out: "-a-|"),
    ]
  ) { args in
    TakeWhileStage(
      args.run, try args.asked("test"), endsOn: try args.word("endsOn") == "yes",
      inclusive: try args.bool("inclusive") ?? false)
  }
}

/// B8.
final class TakeWhileStage: Stage {
  private let test: Asked
  private let ending: Bool
  private let inclusive: Bool
  init(_ run: Run, _ test: Asked, endsOn ending: Bool, inclusive: Bool) {
    self.test = test
    self.ending = ending
    self.inclusive = inclusive
    super.init(run)
  }
  override func next(_ value: Value, _ input: Int) throws {
    if try test.test(value) != ending { return send(value) }
    if inclusive { sendLast(value) } else { complete() }
  }
}
