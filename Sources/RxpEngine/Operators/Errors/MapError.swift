extension Operator {
  static let mapError = Operator(
    "mapError", .errors, "Ends with another error, made of the one with which the source ends.",
    takes: [
      .required(
        "f", .asked(.failure, wants: .any), "what to make of the error: one, or its message")
    ],
    types: .sameAsInput, shape: ShapeRule { $0.input }, pitfalls: [.waitsForError],
    elsewhere: [
      Elsewhere("rs.mapError"), Elsewhere("combine.mapError"),
    ],
    examples: [
      Example(
        "another error", "mapError it.message + \"!\" | catch just(it.message)", in: "-a-#",
        out: "-a-[x|]", values: "x: \"error!\""),
      Example("a completion passes", "mapError \"other\"", in: "-a|", out: "-a|"),
      Example(
        "a value makes one too", "mapError {code: 1} | catch just(it.value.code)", in: "#",
        out: "[x|]", values: "x: 1"),
    ]
  ) { args in
    MapErrorStage(args.run, try args.asked("f"))
  }
}

final class MapErrorStage: Stage {
  private let f: Asked
  init(_ run: Run, _ f: Asked) {
    self.f = f
    super.init(run)
  }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
  override func ended(_ end: End, _ input: Int) throws {
    guard case .failed(let failure) = end else { return finish(end) }
    finish(.failed(Failure.from(try f(.failure(failure)))))
  }
}
