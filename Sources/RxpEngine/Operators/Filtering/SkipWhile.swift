extension Operator {
  static let skipWhile = Operator(
    "skipWhile", .filtering, "Drops events until a test says no; from that one on all pass.",
    takes: [
      .required("test", .asked(.event, wants: .bool), "a yes/no test of the event"),
      .named("startsOn", .word(["no", "yes"]), "the answer that lets events pass", else: "no"),
    ],
    types: .sameAsInput,
    shape: .some,
    elsewhere: [
      Elsewhere("rac.skipWhileBlock"),
      Elsewhere("rac.skipUntilBlock", "startsOn: yes"),
      Elsewhere("rx.skipWhile"),
      Elsewhere("rxswift.skipWhile", written: "skip(while:)"),
      Elsewhere("rs.skipWhile", written: "skip(while:)"),
      Elsewhere("combine.dropWhile", written: "drop(while:)"),
      Elsewhere("combine.tryDropWhile", written: "tryDrop(while:)"),
    ],
    examples: [
      Example(
        "the deciding one passes, and the test is not asked again", "skipWhile it == \"a\"",
        in: "-a-b-a-|", out: "---b-a-|"),
      Example("nothing passes while it holds", "skipWhile true", in: "-a-b|", out: "----|"),
      Example("an error passes", "skipWhile true", in: "-a#", out: "--#"),
      Example(
        "until a test says yes", "skipWhile it == \"b\", startsOn: yes", in: "-a-b-a|",
        out: "---b-a|"),
    ]
  ) { args in
    SkipWhileStage(
      args.run, try args.asked("test"), startsOn: try args.word("startsOn") == "yes")
  }
}

/// B8.
final class SkipWhileStage: Stage {
  private let test: Asked
  private let opening: Bool
  private var isOpen = false
  init(_ run: Run, _ test: Asked, startsOn opening: Bool) {
    self.test = test
    self.opening = opening
    super.init(run)
  }
  override func receive(_ batch: Batch, _ input: Int) {
    if isOpen { send(batch) } else { super.receive(batch, input) }
  }
  override func next(_ value: Value, _ input: Int) throws {
    if !isOpen, try test.test(value) != opening { return }
    isOpen = true
    send(value)
  }
}
