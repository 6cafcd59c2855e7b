/// A source that reads lines of files one after the other, in turns: what it makes of a batch of
/// lines is its subclass's.
class LineSourceStage: SourceStage {
  /// Stands for standard input among the files.
  private static let standardInput = "-"

  /// As the program writes them, and as they are opened.
  private var paths: ArraySlice<(shown: String, path: String)>
  private let follows: Bool
  /// The file being read; nil before the first, after the last, and while `input` is.
  private var file: LineReader?
  /// In its place once the file has turned out to be large.
  private var ahead: AheadReader?
  /// Whether it has been given up for this file.
  private var isReadAsAsked = false
  private var input: InputLines?
  private let batch = Batch()
  private var tally: BadRecordTally
  /// The name of the file being read.
  private(set) final var name = ""

  /// `paths` empty: the files of the command line, without those standard input.
  init(
    _ run: Run, paths: [Text], follows: Bool = false, bad tally: BadRecordTally = BadRecordTally()
  ) throws {
    let standardInput = LineSourceStage.standardInput
    let named = paths.isEmpty ? run.inputFiles : paths.map(\.string)
    self.paths = try (named.isEmpty ? [standardInput] : named).map { name in
      (name, name == standardInput ? name : try run.resolve(name, .read))
    }[...]
    self.follows = follows
    self.tally = tally
    super.init(run)
  }

  // MARK: What a subclass does

  /// A batch of lines, good for the time of the call.
  func take(_ batch: Batch) throws { send(batch) }
  /// What other threads can make of the lines of a large file; nil where they depend on each other.
  var rowSource: RowProgram.Source? { nil }
  func fileStarts() {}
  func fileEnds() throws {}
  /// A line has been left out that was longer than allowed.
  func lineIsLeftOut(_ line: Int) throws {}
  /// There is nothing more for now: all that was there at the subscription has been read.
  func caughtUp() {}
  /// The last line of the record that began in a line of the batch being taken.
  func lastLine(ofRecordAt line: Int) -> Int { line }

  /// Tells of a record that cannot be read, or ends with it.
  final func bad(_ message: String, line: Int, column: Int? = nil) throws {
    try tally.add(run, name, line: line, column: column, message)
  }

  // MARK: Files

  override func start() throws {
    try openNext()
    try super.start()
  }

  override func stopped() { leave() }

  private func openNext() throws {
    guard let (shown, path) = paths.popFirst() else { return complete() }
    if path == LineSourceStage.standardInput {
      let input = run.inputLines
      name = input.name
      try input.add(self)
      self.input = input
    } else {
      let source = follows ? try run.host.follow(path) : try run.host.openForReading(path)
      name = shown
      isReadAsAsked = false
      file = LineReader(source, name: shown)
    }
    fileStarts()
  }

  private func leave() {
    if file == nil, ahead == nil, input == nil { return }
    file = nil
    ahead?.close()
    ahead = nil
    input?.remove(self)
    input = nil
    tally.finish(run, name)
  }

  private func finishFile() throws {
    try fileEnds()
    if isDone { return }
    leave()
    try openNext()
  }

  // MARK: Reading

  override var reader: (any ByteReader)? { file?.source ?? input?.source(for: self) }

  override func turn() throws -> Turn {
    if let input { return input.turn(of: self) }
    if let ahead { return try turn(ahead) }
    var left = Limits.turnRows
    var hasRead = false
    while left > 0, let file {
      switch file.read(into: batch, most: min(left, run.batchLimit)) {
      case .rows:
        left -= batch.count
        // Its block holds the rows, also where they make this stage let go of it.
        try withExtendedLifetime(file) { try take(batch) }
        // A turn ends with a block, as it does where blocks are worked on ahead.
        if !file.hasLines { left = 0 }
      case .blocked:
        caughtUp()
        return hasRead ? .progressed : .nothing
      case let outcome:
        try fileHas(outcome)
        return .progressed
      }
      hasRead = true
    }
    readAhead()
    return .progressed
  }

  // MARK: Large files

  /// Lets several threads read on in a file that has turned out to be large.
  private func readAhead() {
    let options = run.options.ahead
    guard let file, options.threads > 1, file.offset >= options.from, !follows, !isReadAsAsked,
      file.isBetweenLines,
      run.batchLimit == Limits.batchRows, let source = rowSource,
      let shared = file.source as? any SharedReader
    else { return }
    ahead = AheadReader(file, shared, source, for: self)
    if ahead == nil { isReadAsAsked = true } else { self.file = nil }
  }

  private func turn(_ ahead: AheadReader) throws -> Turn {
    run.origin = nil
    switch ahead.next(most: run.batchLimit) {
    // Its block holds the rows, also where they make this stage let go of it.
    case .made(let batch): withExtendedLifetime(ahead) { ahead.sender.send(batch) }
    case .lines(let batch): try withExtendedLifetime(ahead) { try take(batch) }
    case .end: try finishFile()
    case .failed(let error): throw error
    case .goesOn(let reader):
      file = reader
      isReadAsAsked = true
      self.ahead = nil
    }
    return .progressed
  }

  // MARK: What is no line

  /// What is no line.
  private func fileHas(_ outcome: LineReader.Outcome) throws {
    run.origin = nil
    switch outcome {
    case .rows, .blocked, .unfinished: break
    case .end: try finishFile()
    case .restarted(let lost):
      caughtUp()
      run.badRecords.note(
        name,
        lost
          ? "the file was cut or replaced, and some of it may be lost; reading goes on at its start"
          : "the file was replaced; reading goes on at the start of the new one")
    case .tooLong(let line, let offset):
      try lineIsLeftOut(line)
      if isDone { return }
      try bad(
        "a line longer than \(Limits.lineBytes) bytes, starting at byte \(offset)", line: line)
    case .failed(let error): throw error
    }
  }

  /// Rows of standard input.
  final func receiveInput(_ batch: Batch) {
    if isDone { return }
    do { try take(batch) } catch { fail(error) }
  }

  /// What standard input has besides rows.
  final func inputHas(_ outcome: LineReader.Outcome) {
    if isDone { return }
    do { try fileHas(outcome) } catch { fail(error) }
  }
}

extension Operator {
  static let fileParameter = Parameter.optional(
    "files", .paths, "the files, one after the other",
    else: "those of the command line, or standard input")
}
