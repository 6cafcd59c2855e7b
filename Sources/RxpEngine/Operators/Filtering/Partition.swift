extension Operator {
  static let partition = Operator(
    "partition", .filtering,
    "Gives a list of two signals: of the events that pass a test, and of the others.",
    takes: [
      .required("test", .asked(.event, wants: .bool), "a yes/no test of the event"),
      .named(
        "side", .word(["yes", "no"]), "only the signal of the events of which the test says this",
        else: "both, as a list"),
    ],
    types: .sameAsInput, splitBy: "side", shape: .some,
    elsewhere: [Elsewhere("rx.partition")],
    examples: [
      Example(
        "the first passes what the test passes", "(a | partition it < \"c\")[0]",
        others: [("a", "-a-c-b|")], out: "-a---b|"),
      Example(
        "the second the rest", "(a | partition it < \"c\")[1]", others: [("a", "-a-c-b|")],
        out: "---c--|"),
      Example("one of the two", "partition it < \"c\", side: no", in: "-a-c-#", out: "---c-#"),
    ]
  ) { args in
    PartitionStage(args.run, try args.asked("test"), passes: try args.word("side") != "no")
  }
}

final class PartitionStage: Stage {
  private let test: Asked
  private let passing: Bool
  init(_ run: Run, _ test: Asked, passes passing: Bool) {
    self.test = test
    self.passing = passing
    super.init(run)
  }
  override func next(_ value: Value, _ input: Int) throws {
    if try test.test(value) == passing { send(value) }
  }
}
