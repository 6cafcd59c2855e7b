extension Operator {
  static let csv = Operator(
    "csv", .input, role: .source,
    "Sends the rows of files with separated values: records by the first row's names. Values are strings.",
    takes: [fileParameter] + SeparatedValuesStage.parameters + [BadRecords.parameter],
    types: .always(.any), atEnd: .ends, examples: []
  ) { args in
    try SeparatedValuesStage(args, separator: UInt8(ascii: ","))
  }

  static let tsv = Operator(
    "tsv", .input, role: .source, "As csv, with tabs between the values.",
    takes: [fileParameter] + SeparatedValuesStage.parameters + [BadRecords.parameter],
    types: .always(.any), atEnd: .ends, examples: []
  ) { args in
    try SeparatedValuesStage(args, separator: 0x09)
  }
}

/// RFC 4180: quotes around values, doubled inside, newlines allowed there. A row that has not as many
/// values as the first is a bad record.
final class SeparatedValuesStage: LineSourceStage {
  static let parameters: [Parameter] = [
    .named(
      "header", .bool, "whether the first row names the values; without one rows are lists",
      else: "true"),
    .named(
      "separator", .text, "what stands between values: one ASCII character",
      else: "that of the format"),
  ]

  private let separator: UInt8
  private let hasHeader: Bool
  private let policy: BadRecords.Policy
  private var shape: Shape?
  private var width: Int?
  /// The start of a row whose quotes are open at the end of the line.
  private var open: [UInt8] = []
  private var openLine = 0
  private let rows = Batch()

  init(_ args: Arguments, separator: UInt8) throws {
    if let given = try args.text("separator") {
      let bytes = given.bytes
      guard bytes.count == 1, bytes[0] < 0x80, bytes[0] != UInt8(ascii: "\""), bytes[0] != 0x0A
      else {
        throw args.mistake("separator", "one ASCII character", .text(given))
      }
      self.separator = bytes[0]
    } else {
      self.separator = separator
    }
    hasHeader = try args.bool("header") ?? true
    policy = BadRecords.Policy(rawValue: try args.word("bad") ?? "") ?? .report
    try super.init(args.run, paths: try args.texts("files"))
  }

  override func fileStarts() {
    shape = nil
    width = nil
    open = []
  }

  override func take(_ batch: Batch) throws {
    for row in 0..<batch.count {
      let line = UnsafeBufferPointer(start: batch.room.starts[row], count: batch.room.lengths[row])
      let number = batch.origin?.place(of: row).line ?? 0
      if open.isEmpty {
        if line.isEmpty { continue }
        openLine = number
        if hasOpenQuote(line) {
          open = Array(line) + [0x0A]
          continue
        }
        try add(fields(line), number)
      } else {
        open.append(contentsOf: line)
        let whole = open
        if whole.withUnsafeBufferPointer(hasOpenQuote) {
          open.append(0x0A)
          if open.count > Limits.lineBytes {
            open = []
            try bad("a value in quotes longer than \(Limits.lineBytes) bytes", openLine)
          }
          continue
        }
        open = []
        try add(whole.withUnsafeBufferPointer(fields), openLine)
      }
    }
    deliver()
  }

  override func fileEnds() throws {
    if !open.isEmpty {
      open = []
      try bad("a quote is never closed", openLine)
    }
    deliver()
  }

  private func deliver() {
    send(rows)
    rows.clear()
  }

  private func hasOpenQuote(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isOpen = false
    for byte in bytes where byte == UInt8(ascii: "\"") { isOpen.toggle() }
    return isOpen
  }

  private func fields(_ bytes: UnsafeBufferPointer<UInt8>) -> [Value] {
    var values: [Value] = []
    var field: [UInt8] = []
    var isQuoted = false
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        if isQuoted, at + 1 < bytes.count, bytes[at + 1] == byte {
          field.append(byte)
          at += 1
        } else {
          isQuoted.toggle()
        }
      } else if byte == separator, !isQuoted {
        values.append(.text(Text(field)))
        field.removeAll(keepingCapacity: true)
      } else {
        field.append(byte)
      }
      at += 1
    }
    values.append(.text(Text(field)))
    return values
  }

  private func add(_ values: [Value], _ line: Int) throws {
    if width == nil {
      width = values.count
      if hasHeader {
        var keys = values.map { value in
          if case .text(let text) = value { text } else { Text.empty }
        }
        if let first = keys.first, first.withBytes({ $0.starts(with: [0xEF, 0xBB, 0xBF]) }) {
          keys[0] = first.slice(3, first.count)
        }
        guard Set(keys).count == keys.count else {
          throw Failure(kind: "format", Text("two columns of \(name) have one name"))
        }
        shape = Shape(keys)
        return
      }
    }
    guard values.count == width else {
      return try bad("\(values.count) values where \(width ?? 0) were expected", line)
    }
    let value = try shape.map { Value.record(try Record($0, values)) } ?? .list(try List(values))
    rows.append(value, from: (name, line))
    if rows.count >= run.batchLimit { deliver() }
  }

  private func bad(_ message: String, _ line: Int) throws {
    switch policy {
    case .skip: break
    case .report: run.badRecords.report(name, line: line, column: nil, message)
    case .fail:
      deliver()
      if !isDone {
        run.origin = (name, line)
        throw Failure(kind: "format", Text(message))
      }
    }
  }
}
