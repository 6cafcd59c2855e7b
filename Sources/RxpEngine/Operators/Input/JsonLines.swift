import CSystem

extension Operator {
  static let jsonl = Operator(
    "jsonl", aka: ["ndjson"], .input, role: .source,
    "Sends the values of files with a JSON text on each line; blank lines are left out.",
    takes: [fileParameter, BadRecordTally.parameter], types: .always(.any), atEnd: .ends,
    shape: .reading("files"),
    examples: []
  ) { args in
    try JsonLinesStage(
      args.run, paths: try args.texts("files"), bad: try BadRecordTally(args))
  }
}

final class JsonLinesStage: LineSourceStage {
  private let decoder = JSONDecoder()
  private let decoded = Batch()
  /// Where not whole records are wanted, at least not of all lines.
  private var fields: FieldTable?
  private var needs = FieldNeeds.all

  init(_ run: Run, paths: [Text], bad tally: BadRecordTally) throws {
    try super.init(run, paths: paths, bad: tally)
  }

  override func start() throws {
    needs = fieldsNeededAfter
    if !needs.whole || !needs.names.isEmpty, needs.names.count <= FieldTable.mostNames {
      fields = FieldTable(needs.names, isComplete: !needs.whole, decoder: decoder)
    }
    try super.start()
  }

  override var rowSource: RowProgram.Source? {
    fields == nil ? .values : .fields(needs.names, isComplete: !needs.whole)
  }

  override func take(_ batch: Batch) throws {
    if let fields { return try take(batch, fields) }
    let room = batch.room
    for row in 0..<batch.count {
      let line = UnsafeBufferPointer(start: room.starts[row], count: room.lengths[row])
      if line.allSatisfy(\.isBlank) { continue }
      let place = batch.origin?.place(of: row)
      do {
        decoded.append(try decoder.decode(line, capacityAfter: CSYS_PADDING), from: place)
      } catch {
        // What came before it is passed on first: it may end the signal.
        deliver()
        if isDone { return }
        try bad(error, place?.line ?? 0)
      }
    }
    deliver()
  }

  /// Checks the lines, and reads no more of them than their fields.
  private func take(_ batch: Batch, _ fields: FieldTable) throws {
    let (starts, lengths) = (batch.room.starts, batch.room.lengths)
    var bytes = 0
    for row in 0..<batch.count { bytes += lengths[row] }
    try fields.begin(bytes: bytes)
    var row = 0
    while row < batch.count {
      let (read, mistake) = fields.read(
        starts + row, lengths + row, batch.count - row, row: decoded.count)
      if read > 0 {
        decoded.kind = .records
        decoded.fields = fields
        decoded.appendRecords(row..<row + read, of: batch)
      }
      row += read
      guard let mistake else { break }
      let line = UnsafeBufferPointer(start: starts[row], count: lengths[row])
      if !line.allSatisfy(\.isBlank) {
        deliver()
        if isDone { return }
        try bad(mistake, batch.origin?.place(of: row).line ?? 0)
      }
      row += 1
    }
    deliver()
  }

  private func deliver() {
    send(decoded)
    decoded.clear()
  }

  private func bad(_ error: any Error, _ line: Int) throws {
    switch error {
    case let mistake as JSONDecoder.Mistake:
      try bad("not JSON: \(mistake.message)", line: line, column: mistake.offset + 1)
    default: try bad(Failure.of(error).message.string, line: line)
    }
  }
}
