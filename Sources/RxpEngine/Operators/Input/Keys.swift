extension Operator {
  static let keys = Operator(
    "keys", .input, role: .source,
    "Sends each key pressed on the terminal: a character, or a name such as enter, up, ctrl-a. "
      + "Of an input that is no terminal each character.",
    types: .always(.text), atEnd: .ends,
    shape: ShapeRule { _ in .fed },
    examples: []
  ) { args in
    KeysStage(args.run)
  }
}

/// A listener to the keys of the run.
final class KeysStage: SourceStage {
  override func start() throws {
    try run.inputKeys.add(self)
    try super.start()
  }

  override func stopped() { run.inputKeys.remove(self) }
  override var reader: (any ByteReader)? { run.inputKeys.source(for: self) }
  override func turn() -> Turn { run.inputKeys.turn(of: self) }
  override func timer(_ token: Int) { run.inputKeys.settle(token) }

  func receive(key: Text) { if !isDone { send(.text(key)) } }
}
