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
  /// What the stage behind the steps has worked out; nil where it takes row by row.
  private(set) var readings: [VectorNode]?
  /// How the stage behind the steps writes the rows, if it does that alone.
  private(set) var form: LineForm?

  /// Whether there is nothing to do ahead that would be worth it.
  var isEmpty: Bool {
    if case .lines = source { steps.isEmpty && readings == nil } else { false }
  }

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
      case .reading(let nodes):
        program.readings = nodes.compactMap { $0 }
        return (program, sender)
      case .writing(let form):
        program.form = form
        return (program, sender)
      }
      sender = receiver
    }
    return (program, sender)
  }
}

/// What one thread needs to work through batches of lines by a program.
final class RowSpace {
  private let program: RowProgram
  private let context = VectorContext(isApart: true)
  private let decoder = JSONDecoder()

  init(_ program: RowProgram) { self.program = program }

  /// Works through the lines of a part, in place; false where the stages have to do it themselves,
  /// because of a mistake or of rows of several kinds: then the part holds no rows.
  func work(on part: BlockPart) -> Bool {
    guard makeRows(part) else { return false }
    let batch = part.batch
    for step in program.steps {
      context.begin(batch, firstIndex: 0, bytes: part.bytes)
      guard let answers = step.node.evaluate(context) else { return false }
      if step.isFilter {
        guard case .bools = answers.kind, let mask = answers.columns?.words else { return false }
        batch.keep(mask, from: batch)
      } else if !take(answers, for: batch) {
        return false
      }
    }
    context.begin(batch, firstIndex: 0, bytes: part.bytes)
    for node in program.readings ?? [] {
      guard let answers = node.evaluate(context), let columns = answers.columns else { continue }
      // Those of the batch itself are at hand.
      if columns === batch.columns || !context.exchange(columns, for: part.spare()) { continue }
      part.keep(answers, of: node)
    }
    if let form = program.form { part.write(form) }
    return true
  }

  /// Puts a column in the place of the rows.
  private func take(_ answers: Vector, for batch: Batch) -> Bool {
    guard let kind = answers.kind.ofBatch, let columns = answers.columns else { return false }
    if columns !== batch.columns {
      guard context.exchange(columns, for: batch.room) else { return false }
      batch.columns = columns
    }
    batch.kind = kind
    batch.areLines = false
    batch.fields = nil
    return true
  }

  private func makeRows(_ part: BlockPart) -> Bool {
    let batch = part.batch
    switch program.source {
    case .lines: return true
    case .fields(let names, let isComplete):
      let fields = part.fields ?? FieldTable(names, isComplete: isComplete, decoder: JSONDecoder())
      part.fields = fields
      let room = batch.room
      var bytes = 0
      for row in 0..<batch.count { bytes += room.lengths[row] }
      guard (try? fields.begin(bytes: bytes)) != nil,
        fields.read(room.starts, room.lengths, batch.count, row: 0).mistake == nil
      else { return false }
      for row in 0..<batch.count { room.words[row] = row }
      batch.kind = .records
      batch.areLines = false
      batch.fields = fields
      return true
    case .values:
      let room = batch.room
      for row in 0..<batch.count {
        let line = UnsafeBufferPointer(start: room.starts[row], count: room.lengths[row])
        guard let value = try? decoder.decode(line, capacityAfter: CSYS_PADDING) else {
          return false
        }
        batch.values.append(value)
      }
      batch.kind = .values
      batch.areLines = false
      return true
    }
  }
}
