extension Operator {
  static let `catch` = Operator(
    "catch", aka: ["catchTo", "catchError"], .errors,
    "Follows another signal in place of an error.",
    takes: [
      .required(
        "handler", .asked(.failure, wants: .signal(.any)), "the signal to follow; it is the error")
    ],
    types: TypeRule { $0.input.joined(with: ($0.argument("handler") ?? .any).sent) },
    elsewhere: [
      Elsewhere("rac.catch"), Elsewhere("rac.catchTo"), Elsewhere("rx.catchError"),
      Elsewhere("rxswift.catch"),
      Elsewhere("rs.flatMapError"), Elsewhere("combine.catch"),
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
