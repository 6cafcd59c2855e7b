extension Operator {
  static let buffer = Operator(
    "buffer", aka: ["bufferCount"], .collecting, "Gathers events into lists of a given length.",
    takes: [
      .required("n", .count, "how many events a list has"),
      .optional("step", .count, "how many events lie between the starts of two lists", else: "n"),
      PortionStage.onEnd("shorter lists"),
    ],
    types: TypeRule { .list($0.input) }, holds: .parameter("n"), atEnd: .flushes,
    shape: ShapeRule(worksOnValues: true) { $0.input.thinned.failing },
    pitfalls: [.gathers("n", instead: "buffer 10")],
    elsewhere: [
      Elsewhere("rx.bufferCount"),
      Elsewhere("rs.collectCount", written: "collect(count:)"),
      Elsewhere("combine.collectByCount", written: "collect(_:)"),
    ],
    examples: [
      Example(
        "lists of two, the rest at the end", "buffer 2", in: "-a-b-c|", out: "---x--[y|]",
        values: "x: [\"a\", \"b\"], y: [\"c\"]"),
      Example("an error drops the rest", "buffer 2", in: "-a#", out: "--#"),
      Example(
        "lists may overlap", "buffer 2, 1, onEnd: drop", in: "-a-b-c|", out: "---x-y|",
        values: "x: [\"a\", \"b\"], y: [\"b\", \"c\"]"),
      Example(
        "or leave events out", "buffer 1, 2", in: "-a-b-c|", out: "-x---y|",
        values: "x: [\"a\"], y: [\"c\"]"),
    ]
  ) { args in
    let count = try args.count("n", minimum: 1) ?? 1
    return BufferStage(
      args.run, count: count, step: try args.count("step", minimum: 1) ?? count,
      sendsRest: try args.word("onEnd") != "drop")
  }
}

/// Overlapping lists share what they have in common: held are the events from the start of the
/// oldest list that is not complete.
final class BufferStage: Stage {
  private let count: Int
  private let step: Int
  private let sendsRest: Bool
  private var held: [Value] = []
  private let made = Batch()
  /// Events until the next list starts, where lists leave some out.
  private var toSkip = 0

  init(_ run: Run, count: Int, step: Int, sendsRest: Bool) {
    self.count = count
    self.step = step
    self.sendsRest = sendsRest
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    // Without a number there is a limit to be told of.
    guard batch.count > 1, count != Int.max else { return super.receive(batch, input) }
    var row = 0
    while row < batch.count, !isDone {
      if toSkip > 0 {
        let skipped = min(toSkip, batch.count - row)
        toSkip -= skipped
        row += skipped
        continue
      }
      let taken = min(count - held.count, batch.count - row)
      batch.append(row..<row + taken, to: &held)
      row += taken
      if held.count < count { break }
      if let origin = batch.origin { run.origin = origin.place(of: row - 1) }
      do {
        made.append(try takeList(), from: run.origin)
      } catch {
        send(made)
        made.clear()
        return fail(error)
      }
      if made.count >= run.batchLimit {
        send(made)
        made.clear()
      }
    }
    send(made)
    made.clear()
  }

  private func takeList() throws -> Value {
    let list = try List(held)
    if step < count {
      held.removeFirst(step)
    } else {
      held.removeAll(keepingCapacity: count <= Limits.batchRows)
      toSkip = step - count
    }
    return .list(list)
  }

  override func next(_ value: Value, _ input: Int) throws {
    if toSkip > 0 {
      toSkip -= 1
      return
    }
    held.append(value)
    // A number that was given is a bound of its own; `inf` is none.
    if count == Int.max { try run.checkHeld(held.count, by: self) }
    if held.count < count { return }
    send(try takeList())
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end, sendsRest {
      var start = 0
      while start < held.count {
        send(try .list(Array(held[start...])))
        let (next, overflow) = start.addingReportingOverflow(step)
        if overflow { break }
        start = next
      }
    }
    finish(end)
  }

  override func stopped() { held = [] }
}
