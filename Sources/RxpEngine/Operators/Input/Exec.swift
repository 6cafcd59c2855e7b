extension Operator {
  static let exec = Operator(
    "exec", .input, role: .source,
    "Runs a program and sends the lines of its standard output. A status other than 0 is an error.",
    takes: [
      .optional(
        "command", .values, "the program and its arguments, or a list of them; no shell reads them",
        else: "what shell says"),
      .named(
        "shell", .text, "a line for the shell, in which $1 is the first of the command, and so on",
        else: "no shell"),
      .named(
        "input", .value,
        "what it reads: a string as it is, or a signal or list whose values are lines",
        else: "nothing"),
      .named(
        "stderr", .word(ProgramStart.ErrorOutput.allCases.map(\.rawValue)),
        "whether its standard error is passed through, is sent as lines too, is gathered for the error"
          + " or dropped", else: "pass"),
    ],
    types: .always(.text), atEnd: .ends, effects: true, shape: ShapeRule { _ in .file },
    examples: []
  ) { args in
    try ExecStage(args)
  }
}

/// The program starts with the subscription and is ended with it.
final class ExecStage: StreamStage {
  /// Bytes fed at once.
  private static let pieceSize = 65_536

  private let request: ProgramStart
  private let input: Value?
  private let mistake: (Value) -> Failure
  private var program: (any RunningProgram)?
  /// Whether a signal feeds it.
  private var isFed = false

  init(_ args: Arguments) throws {
    var words = try args.words("command")
    if let line = try args.text("shell") {
      // The shell's own name stands before its arguments.
      words = ["/bin/sh", "-c", line, "sh"] + words
    }
    guard let name = words.first else {
      throw Failure.type(
        "exec needs a program, for example exec \"ls\", \"-l\", or shell: \"ls | wc -l\"",
        at: args.place)
    }
    if let word = words.first(where: { $0.withBytes { $0.contains(0) } }) {
      throw args.mistake("command", "words without a NUL byte", .text(word))
    }
    try args.run.authorize(.program, name.string)
    input = try args.value("input")
    var request = ProgramStart(words)
    request.folder = args.run.folder
    request.hasInput = input != nil
    request.errorOutput =
      ProgramStart.ErrorOutput(rawValue: try args.word("stderr") ?? "") ?? .pass
    self.request = request
    mistake = { args.mistake("input", "a string, a signal or a list", $0) }
    super.init(args.run)
  }

  override func start() throws {
    let program = try run.host.start(request)
    self.program = program
    open(program, name: request.name)
    try super.start()
    guard let input else { return }
    if case .text(let text) = input {
      program.feed(text.bytes)
      program.endInput()
    } else if let signal = input.asSignal {
      isFed = true
      run.slowReceivers += 1
      connect(signal, input: 1)
    } else {
      throw mistake(input)
    }
  }

  override func stopped() {
    super.stopped()
    program = nil
    if isFed { run.slowReceivers -= 1 }
  }

  // MARK: Its input

  override var isFull: Bool {
    program.map { $0.waitingInput > Limits.programInputWaiting } ?? false
  }

  override func next(_ value: Value, _ input: Int) {
    var line: [UInt8] = []
    value.appendLine(to: &line, asJSON: false)
    feed(&line)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    var lines: [UInt8] = []
    for row in 0..<batch.count {
      batch[row].appendLine(to: &lines, asJSON: false)
      if lines.count >= Self.pieceSize { feed(&lines) }
      if isDone { return }
    }
    feed(&lines)
  }

  private func feed(_ lines: inout [UInt8]) {
    guard let program, !program.refusesInput else { return }
    program.feed(lines)
    lines.removeAll(keepingCapacity: true)
    if program.waitingInput <= Limits.programInputBytes { return }
    fail(
      Failure(
        kind: "limit",
        Text(
          "\(request.name) has not read more than \(Limits.programInputBytes) bytes of its input")
      ))
  }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    program?.endInput()
  }

  // MARK: Its output

  override func turn() throws -> Turn {
    let turn = try super.turn()
    // Nobody reads what the input would still send.
    if let program, program.refusesInput { letGo() }
    return turn
  }

  override func streamEnded() throws {
    switch program?.ending {
    case .exited(0)?, nil: complete()
    case .exited(let status)?: throw failure("ended with status \(status)", status: status)
    case .killed(let signal)?:
      throw failure("was ended by signal \(signal)", status: 128 + signal)
    }
  }

  private func failure(_ what: String, status: Int) -> Failure {
    let errors = Text(program?.errors ?? [])
    // The last line mostly says why.
    let why = errors.string.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
    let details = try? Record(
      pairs: [("program", .string(request.name)), ("status", .int(status))]
        + (request.errorOutput == .gather ? [("stderr", .text(errors))] : []))
    return Failure(
      kind: "exit", Text("\(request.name) \(what)\(why)"), payload: details.map { .record($0) })
  }
}

extension Arguments {
  /// The words of a command: strings, numbers and yes or no as they are written; a list as the only
  /// one stands for its members.
  func words(_ name: String) throws -> [Text] {
    var values = try values(name)
    if values.count == 1, case .list(let list) = values[0] { values = list.items }
    return try values.map { value in
      switch value {
      case .text(let text): return text
      case .int, .double, .bool: return Text(value.json())
      default: throw mistake(name, "strings", value)
      }
    }
  }
}
