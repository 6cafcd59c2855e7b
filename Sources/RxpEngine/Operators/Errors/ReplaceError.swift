extension Operator {
  static let replaceError = Operator(
    "replaceError", .errors, "Sends a value in place of an error, then completes.",
    takes: [.required("value", .value, "what to send then")],
    types: TypeRule { $0.input.joined(with: $0.argument("value") ?? .any) },
    shape: .replacingError,
    pitfalls: [.waitsForError],
    elsewhere: [
      Elsewhere("combine.replaceError", written: "replaceError(with:)"),
      Elsewhere("rxswift.catchAndReturn"), Elsewhere("rxswift.catchErrorJustReturn"),
    ],
    examples: [
      Example("in place of the error", "replaceError \"z\"", in: "-a-#", out: "-a-[z|]"),
      Example("a completion passes", "replaceError \"z\"", in: "-a-|", out: "-a-|"),
      Example("nil is a value too", "replaceError nil", in: "#", out: "[n|]", values: "n: nil"),
    ]
  ) { args in
    ReplaceErrorStage(args.run, try args.value("value") ?? .null)
  }
}

extension ShapeRule {
  /// One value more, in the instant of the error.
  fileprivate static let replacingError = ShapeRule { context in
    let input = context.input
    if input.fails == .never { return input.failing }
    var shape = input.forgiven.apart
    shape.most = SignalShape.sum(input.most, 1)
    shape.least = min(input.least, 1)
    shape.pace = nil
    shape.inner = nil
    return shape.failing
  }
}

final class ReplaceErrorStage: Stage {
  private let value: Value
  init(_ run: Run, _ value: Value) {
    self.value = value
    super.init(run)
  }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { sendLast(value) } else { finish(end) }
  }
}
