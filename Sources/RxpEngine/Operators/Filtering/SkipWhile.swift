extension Operator {
  static let skipWhile = Operator(
    "skipWhile", .filtering, "Drops events until a test says no; from that one on all pass.",
    takes: [.required("test", .asked(.event, wants: .bool), "a yes/no test of the event")],
    types: .sameAsInput,
    elsewhere: [Elsewhere("rac.skipWhileBlock"), Elsewhere("rx.skipWhile"), Elsewhere("rxswift.skipWhile"), Elsewhere("rs.skipWhile"), Elsewhere("combine.dropWhile")],
    examples: [
      Example("the deciding one passes, and the test is not asked again", "skipWhile it == \"a\"", in: "-a-b-a-|", out: "---b-a-|"),
      Example("nothing passes while it holds", "skipWhile true", in: "-a-b|", out: "----|"),
      Example("an error passes", "skipWhile true", in: "-a#", out: "--#"),
    ]
  ) { args in
    SkipWhileStage(args.run, try args.asked("test"))
  }
}

final class SkipWhileStage: Stage {
  private let test: Asked
  private var isOpen = false
  init(_ run: Run, _ test: Asked) {
    self.test = test
    super.init(run)
  }
  override func receive(_ batch: Batch, _ input: Int) {
    if isOpen { send(batch) } else { super.receive(batch, input) }
  }
  override func next(_ value: Value, _ input: Int) throws {
    if !isOpen, try test.test(value) { return }
    isOpen = true
    send(value)
  }
}
