import CSystem

/// What can be done with the lines of a file before the stages get them: turning them into records,
/// and the steps of the stages behind the source for as long as they depend on nothing but the row.
struct RowProgram: @unchecked Sendable {
  enum Source: Sendable {
    /// The lines themselves.
    case lines
    /// JSON texts, of which some fields are looked at; nothing else where `isComplete`.
    case fields([Text], isComplete: Bool)
    /// JSON texts, of which all is looked at.
    case values
  }

  // Nodes hold nothing that changes: what they write belongs to a context.
  struct Step {
    let node: VectorNode
    let isFilter: Bool
  }

  let source: Source
  private(set) var steps: [Step] = []
  /// What the stage behind the steps asks of each row.
  private(set) var readings: [VectorNode] = []

  /// The program of what is behind a source, and the stage that sends what it makes.
  static func of(_ source: Source, _ stage: Stage) -> (program: RowProgram, sender: Stage) {
    var program = RowProgram(source: source)
    var sender = stage
    while let receiver = sender.after, let step = receiver.rowStep {
      switch step {
      case .map(let asked):
        guard let node = asked.rowNode else { return (program, sender) }
        program.steps.append(Step(node: node, isFilter: false))
      case .filter(let asked):
        guard let node = asked.rowNode else { return (program, sender) }
        program.steps.append(Step(node: node, isFilter: true))
      case .reading(let asked):
        program.readings = asked.compactMap(\.rowNode)
        return (program, sender)
      }
      sender = receiver
    }
    return (program, sender)
  }
}

/// Where one thread works through batches of lines by a program.
final class RowSpace {
  private let program: RowProgram
  private let contexts: [VectorContext]
  private let results: [Batch]
  private let reading = VectorContext(isApart: true)
  private let records = Batch()
  private let decoder = JSONDecoder()

  init(_ program: RowProgram) {
    self.program = program
    contexts = program.steps.map { _ in VectorContext(isApart: true) }
    results = program.steps.map { _ in Batch() }
  }

  /// Works a batch of lines through into a part; false where the stages have to do it themselves,
  /// because of a mistake or of rows of several kinds.
  func make(_ lines: Batch, into part: BlockPart) -> Bool {
    guard var current = rows(of: lines, part) else { return false }
    for (step, (context, result)) in zip(program.steps, zip(contexts, results)) {
      context.begin(current, firstIndex: 0, bytes: part.bytes)
      guard let answers = step.node.evaluate(context) else { return false }
      result.clear()
      if step.isFilter {
        guard case .bools = answers.kind, let mask = answers.columns?.words else { return false }
        result.keep(mask, from: current)
      } else if !result.take(answers, of: current) {
        return false
      }
      current = result
    }
    part.batch.assign(current)
    reading.begin(current, firstIndex: 0, bytes: part.bytes)
    for (place, node) in program.readings.enumerated() {
      guard let answers = node.evaluate(reading), answers.columns != nil else { continue }
      part.prepare(answers, of: node, at: place)
    }
    return true
  }

  private func rows(of lines: Batch, _ part: BlockPart) -> Batch? {
    switch program.source {
    case .lines: return lines
    case .fields(let names, let isComplete):
      let fields = part.fields ?? FieldTable(names, isComplete: isComplete, decoder: JSONDecoder())
      part.fields = fields
      let (starts, lengths) = (lines.room.starts, lines.room.lengths)
      var bytes = 0
      for row in 0..<lines.count { bytes += lengths[row] }
      guard (try? fields.begin(bytes: bytes)) != nil,
        fields.read(starts, lengths, lines.count, row: 0).mistake == nil
      else { return nil }
      records.clear()
      records.kind = .records
      records.fields = fields
      records.appendRecords(0..<lines.count, of: lines)
      return records
    case .values:
      records.clear()
      for row in 0..<lines.count {
        let line = UnsafeBufferPointer(
          start: lines.room.starts[row], count: lines.room.lengths[row])
        guard let value = try? decoder.decode(line, capacityAfter: CSYS_PADDING) else { return nil }
        records.append(value, from: lines.origin?.place(of: row))
      }
      return records
    }
  }
}
