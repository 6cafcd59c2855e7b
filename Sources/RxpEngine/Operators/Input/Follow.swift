extension Operator {
  static let follow = Operator(
    "follow", aka: ["tail"], .input, role: .source,
    "Sends the lines of a file that grows, over rotation and truncation, without end.",
    takes: [
      .required("file", .path, "the file; it need not be there yet"),
      .named(
        "from", .word(["start", "end"]), "whether the lines that are there already are sent",
        else: "start"),
    ],
    types: .always(.text), atEnd: .neverEnds,
    shape: .following,
    examples: []
  ) { args in
    try FollowStage(
      args.run, path: try args.text("file") ?? .empty, fromEnd: try args.word("from") == "end")
  }
}

extension ShapeRule {
  fileprivate static let following = ShapeRule { _ in
    var shape = SignalShape.file
    shape.completes = .never
    shape.fails = .byMistake
    return shape
  }
}

/// With `from: end` what the file holds at the subscription is read and dropped.
final class FollowStage: LineSourceStage {
  private var isCatchingUp: Bool

  init(_ run: Run, path: Text, fromEnd: Bool) throws {
    isCatchingUp = fromEnd
    try super.init(run, paths: [path], follows: true)
  }

  override func caughtUp() { isCatchingUp = false }

  override func take(_ batch: Batch) { if !isCatchingUp { send(batch) } }
}
