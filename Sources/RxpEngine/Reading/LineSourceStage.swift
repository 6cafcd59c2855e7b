/// A source that reads lines of files one after the other, in turns: what it makes of a batch of
/// lines is its subclass's.
class LineSourceStage: SourceStage {
  /// As the program writes them, and as they are opened.
  private var paths: ArraySlice<(shown: String, path: String)>
  private let readsInput: Bool
  private let follows: Bool
  private var current: LineReader?
  private let batch = Batch()
  /// The name of the file being read.
  private(set) var name = ""

  /// `paths` empty: the files of the command line, without those standard input.
  init(_ run: Run, paths: [Text], follows: Bool = false) throws {
    let named = paths.isEmpty ? run.inputFiles : paths.map(\.string)
    let all = try named.map { (shown: $0, path: $0 == "-" ? "-" : try run.resolve($0, .read)) }
    self.paths = all[...]
    readsInput = all.isEmpty
    self.follows = follows
    super.init(run)
  }

  override var reader: (any ByteReader)? { current?.source }

  override func start() throws {
    if readsInput { paths = [("-", "-")] }
    try openNext()
    try super.start()
  }

  /// The next file; false where there is none.
  @discardableResult
  private func openNext() throws -> Bool {
    current = nil
    guard let (shown, path) = paths.popFirst() else { return false }
    let source =
      path == "-"
      ? run.host.standardInput
      : follows ? try run.host.follow(path) : try run.host.openForReading(path)
    name = path == "-" ? source.name : shown
    current = LineReader(source, name: name)
    fileStarts()
    return true
  }

  override func turn() throws -> Turn {
    var left = Limits.turnRows
    var progressed = false
    while left > 0, !isDone, let current {
      switch current.read(into: batch, most: min(left, run.batchLimit)) {
      case .rows:
        progressed = true
        left -= batch.count
        try take(batch)
      case .blocked: return progressed ? .progressed : .nothing
      case .end:
        progressed = true
        try fileEnds()
        run.badRecords.finish(name)
        if isDone { break }
        if try !openNext() { complete() }
      case .restarted(let lost):
        progressed = true
        run.badRecords.note(
          name,
          lost
            ? "the file was cut or replaced; bytes are lost"
            : "the file was cut or replaced; reading from its start")
      case .tooLong(let line, let offset):
        progressed = true
        run.badRecords.report(
          name, line: line, column: nil,
          "this line is longer than \(Limits.lineBytes) bytes and is left out (it starts at byte \(offset))"
        )
      case .failed(let error): throw error
      }
    }
    return .progressed
  }

  override func stopped() { current = nil }

  // MARK: What a subclass does

  /// A batch of lines.
  func take(_ batch: Batch) throws { send(batch) }
  func fileStarts() {}
  func fileEnds() throws {}
}

extension Operator {
  static let fileParameter = Parameter.optional(
    "files", .paths, "the files, one after the other",
    else: "those of the command line, or standard input")
}
