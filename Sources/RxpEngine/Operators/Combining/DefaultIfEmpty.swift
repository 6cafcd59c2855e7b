extension Operator {
  static let defaultIfEmpty = Operator(
    "defaultIfEmpty", .combining, "Sends a value where the source completes without an event.",
    takes: [.required("value", .value, "what to send then")],
    types: TypeRule { $0.input.joined(with: $0.argument("value") ?? .any) }, atEnd: .flushes,
    shape: ShapeRule { context in
      context.input.isEndless ? context.input : context.input.preceded(by: 1).thinned
    },
    elsewhere: [
      Elsewhere("rx.defaultIfEmpty"), Elsewhere("rxswift.ifEmpty"),
      Elsewhere("combine.replaceEmpty"),
    ],
    examples: [
      Example("of nothing: the value", "defaultIfEmpty \"z\"", in: "--|", out: "--[z|]"),
      Example("events pass unchanged", "defaultIfEmpty \"z\"", in: "-a-|", out: "-a-|"),
      Example("an error passes", "defaultIfEmpty \"z\"", in: "--#", out: "--#"),
    ]
  ) { args in
    DefaultIfEmptyStage(args.run) { [value = try args.value("value") ?? .null] in value }
  }
}

/// Also `throwIfEmpty`, whose substitute is an error.
final class DefaultIfEmptyStage: Stage {
  private let substitute: () throws -> Value
  private var isEmpty = true

  init(_ run: Run, _ substitute: @escaping () throws -> Value) {
    self.substitute = substitute
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    isEmpty = false
    send(batch)
  }
  override func next(_ value: Value, _ input: Int) {
    isEmpty = false
    send(value)
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end, isEmpty { send(try substitute()) }
    finish(end)
  }
}
