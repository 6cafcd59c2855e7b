extension Operator {
  static let csv = Operator(
    "csv", .input, role: .source,
    "Sends the rows of files with separated values: records by the first row's names, of strings.",
    takes: SeparatedValuesStage.parameters, types: .always(.any), atEnd: .ends,
    shape: .reading("files"),
    examples: []
  ) { args in
    try SeparatedValuesStage(args, separator: UInt8(ascii: ","))
  }

  static let tsv = Operator(
    "tsv", .input, role: .source, "As csv, with tabs between the values.",
    takes: SeparatedValuesStage.parameters, types: .always(.any), atEnd: .ends,
    shape: .reading("files"),
    examples: []
  ) { args in
    try SeparatedValuesStage(args, separator: UInt8(ascii: "\t"))
  }
}

/// Values stay the strings that they are: what looks like a number may be a postcode. `int` and
/// `float` make numbers of them. Blank lines are left out; a row that has not as many values as the
/// first is a bad record.
final class SeparatedValuesStage: LineSourceStage {
  static let parameters: [Parameter] = [
    Operator.fileParameter,
    .named(
      "header", .bool, "whether the first row names the values; without one rows are lists",
      else: "true"),
    .named("separator", .text, "the character between values", else: "that of the format"),
    BadRecordTally.parameter,
  ]

  private let hasHeader: Bool
  private var row: SeparatedRow
  /// The names, once the first row of the file has told them.
  private var shape: Shape?
  private var width: Int?
  /// Where the row being read begins.
  private var firstLine = 0
  /// Rows of the batch being taken that end in another line than they begin in.
  private var longRows: [(first: Int, last: Int)] = []
  private let rows = Batch()

  init(_ args: Arguments, separator: UInt8) throws {
    row = SeparatedRow(separator: try SeparatedValuesStage.separator(args) ?? separator)
    hasHeader = try args.bool("header") ?? true
    try super.init(args.run, paths: try args.texts("files"), bad: try BadRecordTally(args))
  }

  private static func separator(_ args: Arguments) throws -> UInt8? {
    guard let text = try args.text("separator") else { return nil }
    let bytes = text.bytes
    guard bytes.count == 1, bytes[0] < 0x80, !"\"\r\n".utf8.contains(bytes[0]) else {
      throw args.mistake("separator", "one ASCII character", .text(text))
    }
    return bytes[0]
  }

  override func fileStarts() {
    shape = nil
    width = nil
    row.drop()
  }

  override func take(_ batch: Batch) throws {
    longRows = []
    let (starts, lengths) = (batch.room.starts, batch.room.lengths)
    for index in 0..<batch.count {
      let number = batch.origin?.place(of: index).line ?? 0
      // What stands behind a line is its end.
      let endsInReturn = starts[index][lengths[index]] == 0x0D
      var line = UnsafeBufferPointer(start: starts[index], count: lengths[index])
      if number == 1, line.starts(with: byteOrderMark) {
        line = UnsafeBufferPointer(rebasing: line.dropFirst(byteOrderMark.count))
      }
      if !row.isOpen {
        if line.isEmpty { continue }
        firstLine = number
      }
      switch row.read(line, endsInReturn: endsInReturn) {
      case .open: continue
      case .complete: try add(row.values, to: number)
      case .bad(let message, let column):
        try isBad(message, number, column: column)
      }
      if isDone { return }
    }
    deliver()
  }

  override func fileEnds() throws {
    if !row.isOpen { return }
    row.drop()
    try isBad("a quote that is never closed", firstLine)
  }

  override func lineIsLeftOut(_ line: Int) throws {
    row.drop()
    firstLine = line
    if hasHeader, shape == nil { throw wrongHeader("the first row is too long") }
  }

  override func lastLine(ofRecordAt line: Int) -> Int {
    longRows.last { $0.first == line }?.last ?? line
  }

  private func deliver() {
    send(rows)
    rows.clear()
  }

  private func add(_ values: [Value], to lastLine: Int) throws {
    if lastLine != firstLine { longRows.append((firstLine, lastLine)) }
    guard values.count == width ?? values.count else {
      return try isBad(
        "\(values.count) value\(values.count == 1 ? "" : "s"), and the first row has \(width ?? 0)",
        firstLine)
    }
    if width == nil {
      width = values.count
      if hasHeader {
        shape = try names(values)
        return
      }
    }
    let value = try shape.map { Value.record(try Record($0, values)) } ?? .list(try List(values))
    rows.append(value, from: (name, firstLine))
  }

  private func names(_ values: [Value]) throws -> Shape {
    var names: [Text] = []
    var seen: Set<Text> = []
    for case .text(let text) in values {
      guard seen.insert(text).inserted else {
        throw wrongHeader("two columns are called \(Value.text(text).excerpt())")
      }
      names.append(text)
    }
    return Shape(names)
  }

  private func wrongHeader(_ message: String) -> Failure {
    run.origin = (name, firstLine)
    return Failure(kind: "format", Text(message + "; with header: false rows are lists"))
  }

  private func isBad(_ message: String, _ line: Int, column: Int? = nil) throws {
    // What came before it is passed on first: it may end the signal.
    deliver()
    if isDone { return }
    // Without the names of a file its rows mean nothing.
    if hasHeader, shape == nil { throw wrongHeader("the first row cannot be read: \(message)") }
    try bad(message, line: line, column: column)
  }
}
