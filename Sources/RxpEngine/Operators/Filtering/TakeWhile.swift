extension Operator {
  static let takeWhile = Operator(
    "takeWhile", .filtering, "Passes events until a test says no, then completes.",
    takes: [
      .required("test", .asked(.event, wants: .bool), "a yes/no test of the event"),
      .named("inclusive", .bool, "whether the event that ends it passes too", else: "false"),
    ],
    types: .sameAsInput,
    elsewhere: [
      Elsewhere("rac.takeWhileBlock"), Elsewhere("rx.takeWhile"), Elsewhere("rxswift.takeWhile"),
      Elsewhere("rs.takeWhile"), Elsewhere("combine.prefixWhile"),
    ],
    examples: [
      Example("the deciding one is not sent", "takeWhile it < \"c\"", in: "-a-b-c|", out: "-a-b-|"),
      Example("inclusive it is", "takeWhile it < \"b\", inclusive: true", in: "-a-b-c|", out: "-a-[b|]"),
      Example("an error passes", "takeWhile true", in: "-a#", out: "-a#"),
    ]
  ) { args in
    TakeWhileStage(args.run, try args.asked("test"), inclusive: try args.bool("inclusive") ?? false)
  }
}

final class TakeWhileStage: Stage {
  private let test: Asked
  private let inclusive: Bool
  init(_ run: Run, _ test: Asked, inclusive: Bool) {
    self.test = test
    self.inclusive = inclusive
    super.init(run)
  }
  override func next(_ value: Value, _ input: Int) throws {
    if try test.test(value) { return send(value) }
    for upstream in upstreams { disconnect(upstream) }
    if inclusive { send(value) }
    complete()
  }
}
