extension Operator {
  static let movingAverage = Operator(
    "movingAverage", aka: ["rollingAverage"], .collecting,
    "Sends after each event the mean of the last ones.",
    takes: [
      .optional("n", .count, "of how many at most", else: "of all so far, or of a time"),
      .optional(
        "of", .asked(.event, wants: .number),
        "the number of the event; nil and NaN are left out, and nothing is sent for them",
        else: "the event itself"),
    ] + RollingWindow<Value>.parameters + [ClockedStage.at, .limit("numbers of a time")],
    types: .always(.number), holds: .growing("the numbers of the window"),
    shape: .derived,
    examples: [
      Example(
        "of the last two", "movingAverage 2", in: "-a-b-c|", out: "-a-x-y|",
        values: "a: 1, b: 2, c: 6, x: 1.5, y: 4"),
      Example("an error passes", "movingAverage 2", in: "-a#", out: "-a#", values: "a: 1"),
      Example(
        "of a time", "movingAverage time: 300ms", in: "-a-b-c|", out: "-a-x-y|",
        values: "a: 1, b: 2, c: 6, x: 1.5, y: 4"),
      Example(
        "of all so far, of a part", "movingAverage of: .n", in: "ab|", out: "xy|",
        values: "a: {n: 1}, b: {n: 4}, x: 1, y: 2.5"),
      Example(
        "only once there are so many", "movingAverage 2, full: true", in: "-a-b|", out: "---x|",
        values: "a: 1, b: 2, x: 1.5"),
    ]
  ) { args in
    args.has("time") || args.has("at")
      ? try MovingAverageStage(args) : try CountedMovingAverageStage(args)
  }
}

/// Of a number of events, or of all: no clock is looked at.
final class CountedMovingAverageStage: Stage {
  private let of: Asked?
  /// nil: all so far, of which none is kept.
  private let most: Int?
  private let waits: Bool
  /// Waits for more than can come.
  private let isNeverFull: Bool
  private var held = Fifo<Value>()
  private var mean = RollingMean()
  private let made = Batch()

  init(_ args: Arguments) throws {
    let most = try args.count("n", minimum: 1)
    self.most = most == Int.max ? nil : most
    of = args.optionalAsked("of")
    waits = try args.bool("full") ?? false
    isNeverFull = waits && most == Int.max
    super.init(args.run)
  }

  override func fieldsNeeded(_ input: Int) -> FieldNeeds { of?.needs ?? .all }
  override var rowStep: RowStep? { .reading([of?.rowNode]) }

  override func next(_ value: Value, _ input: Int) throws {
    guard let number = try (of?(value) ?? value).counted(by: signal.name), !isNeverFull else {
      return
    }
    mean.add(number)
    if let most {
      if held.count == most, let oldest = held.popFirst() { mean.remove(oldest) }
      held.append(number)
      if waits, held.count < most { return }
    }
    send(mean.value(held.elements))
  }

  override func receive(_ batch: Batch, _ input: Int) {
    guard batch.count > 1, !isNeverFull,
      let numbers = of == nil ? Vector(of: batch) : of?.column(batch)
    else {
      return super.receive(batch, input)
    }
    guard case .ints = numbers.kind, let words = numbers.columns?.words,
      averageWholes(words, batch.count)
    else {
      of?.unask(batch.count)
      return super.receive(batch, input)
    }
    made.kind = .doubles
    made.count = batch.count
    made.origin = batch.origin
    send(made)
    made.clear()
  }

  /// False, with nothing done, where they have to be taken one by one.
  private func averageWholes(_ words: UnsafeMutablePointer<Int>, _ rows: Int) -> Bool {
    guard let most else {
      return mean.run(
        through: words, rows, free: rows, leaving: { _ in 0 }, into: made.room.words)
    }
    let before = held.count
    // A window much larger than the batch is not worth going through.
    if most > rows * 4 || waits && before < most { return false }
    let old = held.elements.map { if case .int(let number) = $0 { number } else { 0 } }
    let done = mean.run(
      through: words, rows, free: most - before,
      leaving: { row in
        let place = before + row - most
        return place < before ? old[place] : words[place - before]
      }, into: made.room.words)
    if !done { return false }
    for row in max(0, rows - most)..<rows {
      if held.count == most { _ = held.popFirst() }
      held.append(.int(words[row]))
    }
    return true
  }

  override func stopped() { held.removeAll() }
}

/// Of a time, or by the events' own times.
final class MovingAverageStage: ClockedStage {
  private let of: Asked?
  private let waits: Bool
  private let isBounded: Bool
  private let isTimed: Bool
  private let limit: HeldLimit
  private var window: RollingWindow<Value>
  private var mean = RollingMean()

  override init(_ args: Arguments) throws {
    let most = try args.count("n", minimum: 1)
    let length = try args.duration("time")
    of = args.optionalAsked("of")
    waits = try args.bool("full") ?? false
    isBounded = (most ?? Int.max) < Int.max || length != nil
    isTimed = length != nil
    window = RollingWindow(most: most, length: length)
    limit = try HeldLimit(args, "numbers of a time")
    try super.init(args)
  }

  override func event(_ value: Value) throws {
    guard let number = try (of?(value) ?? value).counted(by: signal.name) else { return }
    mean.add(number)
    if isBounded {
      window.add(number, at: time) { mean.remove($0) }
      if isTimed { try limit.check(window.count, by: self) }
    }
    if waits, !window.isFull(at: time) { return }
    send(mean.value(window.elements))
  }

  override func stopped() { window.removeAll() }
}
