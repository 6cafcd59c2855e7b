extension Operator {
  static let `catch` = Operator(
    "catch", aka: ["catchTo", "catchError"], .errors,
    "Follows another signal in place of an error.",
    takes: [
      .required(
        "handler", .asked(.failure, wants: .signal(.any)), "the signal to follow; it is the error")
    ],
    types: TypeRule { $0.input.joined(with: ($0.argument("handler") ?? .any).sent) },
    shape: .catching("handler"),
    pitfalls: [.waitsForError],
    elsewhere: [
      Elsewhere("rac.catch"),
      Elsewhere("rac.catchTo"),
      Elsewhere("rx.catchError"),
      Elsewhere("rxswift.catch"),
      Elsewhere("rs.flatMapError"),
      Elsewhere("combine.catch"),
      Elsewhere("combine.tryCatch"),
      Elsewhere("rxswift.catchError"),
    ],
    examples: [
      Example(
        "goes on with the signal made from the error", "catch e => b", in: "-a-#",
        others: [("b", "cold -b|")], out: "-a--b|"),
      Example(
        "an error of that one passes", "catch b", in: "-a-#", others: [("b", "cold -#")],
        out: "-a--#"),
      Example(
        "without an error nothing changes", "catch b", in: "-a-|", others: [("b", "cold -b|")],
        out: "-a-|"),
    ]
  ) { args in
    CatchStage(args.run, try args.asked("handler"))
  }
}

extension ShapeRule {
  fileprivate static func catching(_ parameter: String) -> ShapeRule {
    ShapeRule { context in
      let input = context.input
      if input.fails == .never { return input }
      let handler = context.signal(parameter)
      var shape = input
      shape.fails = max(min(handler.fails, .perhaps), .byMistake)
      shape.completes =
        input.fails == .surely
        ? handler.completes
        : input.completes == handler.completes
          ? input.completes : .perhaps
      shape.most = SignalShape.sum(input.most, handler.most)
      // The error may come before the values.
      shape.least = 0
      shape.pace = nil
      shape.inner = nil
      // A mistake may come at once.
      if input.timing == .later || handler.timing != .atOnce { shape.timing = .unknown }
      shape.spins = input.spins
      shape.causes.neverCompletes = input.causes.neverCompletes ?? handler.causes.neverCompletes
      return shape.apart
    }
  }
}

/// R4.
final class CatchStage: Stage {
  private let handler: Asked
  private static let replacement = 1
  init(_ run: Run, _ handler: Asked) {
    self.handler = handler
    super.init(run)
  }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
  override func ended(_ end: End, _ input: Int) throws {
    guard case .failed(let failure) = end, input != CatchStage.replacement else {
      return finish(end)
    }
    guard let signal = try handler.signal(.failure(failure)) else { return complete() }
    connect(signal, input: CatchStage.replacement)
  }
}
