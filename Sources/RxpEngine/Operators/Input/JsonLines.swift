extension Operator {
  static let jsonl = Operator(
    "jsonl", aka: ["ndjson"], .input, role: .source,
    "Sends the values of files with a JSON text on each line.",
    takes: [fileParameter, BadRecords.parameter], types: .always(.any), atEnd: .ends, examples: []
  ) { args in
    try JsonLinesStage(
      args.run, paths: try args.texts("files"),
      BadRecords.Policy(rawValue: try args.word("bad") ?? "") ?? .report)
  }
}

final class JsonLinesStage: LineSourceStage {
  private let policy: BadRecords.Policy
  private let decoder = JSONDecoder()
  private let decoded = Batch()

  init(_ run: Run, paths: [Text], _ policy: BadRecords.Policy) throws {
    self.policy = policy
    try super.init(run, paths: paths)
  }

  override func take(_ batch: Batch) throws {
    let room = batch.room
    for row in 0..<batch.count {
      let line = UnsafeBufferPointer(start: room.starts[row], count: room.lengths[row])
      if line.allSatisfy(\.isBlank) { continue }
      let place = batch.origin?.place(of: row)
      do {
        decoded.append(try decoder.decode(line), from: place)
      } catch let mistake as JSONDecoder.Mistake {
        try bad(mistake.message, place?.line ?? 0, column: mistake.offset + 1)
      } catch let failure as Failure {
        try bad(failure.message.string, place?.line ?? 0, column: 1)
      }
    }
    deliver()
  }

  private func deliver() {
    send(decoded)
    decoded.clear()
  }

  private func bad(_ message: String, _ line: Int, column: Int) throws {
    switch policy {
    case .skip: break
    case .report: run.badRecords.report(name, line: line, column: column, "no JSON: \(message)")
    case .fail:
      deliver()
      if !isDone {
        run.origin = (name, line)
        throw Failure(kind: "format", Text("no JSON at column \(column): \(message)"))
      }
    }
  }
}
