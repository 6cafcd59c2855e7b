import RxpText

extension Operator {
  static let statistics = Operator(
    "statistics", aka: ["stats"], .collecting,
    "Sends {count, min, max, mean, p50, p95, p99} of the numbers: when the source completes, or after "
      + "each event those of the last ones.",
    takes: [
      .optional(
        "of", .asked(.event, wants: .number),
        "the number of the event; nil and NaN are left out", else: "the event itself"),
      .named("last", .count, "after each event, of so many at most", else: "of all, at the end"),
    ] + RollingWindow<Value>.parameters + [
      .named(
        "percentiles", .value,
        "a list of numbers from 0 to 100: p50 is the least number that half of them do not exceed",
        else: "[50, 95, 99]"),
      ClockedStage.at, .limit("numbers"),
    ],
    types: .always(
      .record(
        [
          .init("count", .int), .init("min", .number), .init("max", .number),
          .init("mean", .number),
        ], isClosed: false)),
    holds: .growing("the numbers, unless there are no percentiles and no window"),
    atEnd: .flushes,
    shape: .gathering(unless: ["last", "time"], else: .derived),
    examples: [
      Example(
        "at the end", "statistics percentiles: [50]", in: "-a-b-c|", out: "------[x|]",
        values: "a: 1, b: 9, c: 2, x: {count: 3, min: 1, max: 9, mean: 4, p50: 2}"),
      Example(
        "of the last two", "statistics last: 2, percentiles: [50]", in: "-a-b-c|", out: "-x-y-z|",
        values: "a: 1, b: 9, c: 2, x: {count: 1, min: 1, max: 1, mean: 1, p50: 1}, "
          + "y: {count: 2, min: 1, max: 9, mean: 5, p50: 1}, "
          + "z: {count: 2, min: 2, max: 9, mean: 5.5, p50: 2}"),
      Example("an error is all there is", "statistics", in: "-a#", out: "--#", values: "a: 1"),
      Example(
        "of nothing", "statistics percentiles: []", in: "--|", out: "--[x|]",
        values: "x: {count: 0, min: nil, max: nil, mean: nil}"),
    ]
  ) { args in
    try StatisticsStage(args)
  }
}

/// The numbers of the window in order, beside the window itself.
final class StatisticsStage: ClockedStage {
  private let of: Asked?
  private let percentiles: [Double]
  private let isRolling: Bool
  private let waits: Bool
  private let limit: HeldLimit
  private let shape: Shape
  private var window: RollingWindow<Value>
  private var mean = RollingMean()
  /// In order where it rolls; else as they came, and only where percentiles are asked for.
  private var numbers: [Value] = []
  private var least: Value?
  private var greatest: Value?

  override init(_ args: Arguments) throws {
    of = args.optionalAsked("of")
    let last = try args.count("last", minimum: 1)
    let length = try args.duration("time")
    isRolling = last != nil || length != nil
    waits = try args.bool("full") ?? false
    limit = try HeldLimit(args, "numbers")
    window = RollingWindow(most: last, length: length)
    percentiles = try StatisticsStage.percentiles(args)
    shape = Shape(
      ["count", "min", "max", "mean"] + percentiles.map { Text("p\(Value.double($0).json())") })
    try super.init(args)
  }

  private static func percentiles(_ args: Arguments) throws -> [Double] {
    guard let list = try args.value("percentiles") else { return [50, 95, 99] }
    let numbers = try Items(list)?.laidOut().map(\.number)
    guard let numbers, numbers.allSatisfy({ $0.map { $0 >= 0 && $0 <= 100 } ?? false }),
      Set(numbers).count == numbers.count
    else { throw args.mistake("percentiles", "a list of different numbers from 0 to 100", list) }
    return numbers.compactMap { $0 }
  }

  override func event(_ value: Value) throws {
    guard let number = try (of?(value) ?? value).counted(by: signal.name) else { return }
    mean.add(number)
    if isRolling {
      numbers.insert(number, at: place(of: number) { $0 <= 0 })
      window.add(number, at: time) { gone in
        mean.remove(gone)
        // Of equal ones, be they 1 and 1.0, the oldest is the first.
        numbers.remove(at: place(of: gone) { $0 < 0 })
      }
      try limit.check(window.count, by: self)
      if !waits || window.isFull(at: time) { send(try record()) }
      return
    }
    if least.map({ Value.numbers(number, $0) < 0 }) ?? true { least = number }
    if greatest.map({ Value.numbers(number, $0) >= 0 }) ?? true { greatest = number }
    if percentiles.isEmpty { return }
    numbers.append(number)
    try limit.check(numbers.count, by: self)
  }

  /// Behind those that come before it, by their order to it.
  private func place(of number: Value, behind comesBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = low + (high - low) / 2
      if comesBefore(Value.numbers(numbers[middle], number)) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func record() throws -> Value {
    var values: [Value] = [.int(mean.count)]
    values.append((isRolling ? numbers.first : least) ?? .null)
    values.append((isRolling ? numbers.last : greatest) ?? .null)
    values.append(mean.value(window.elements))
    for percent in percentiles {
      values.append(
        numbers.isEmpty ? .null : numbers[StatisticsStage.rank(percent, of: numbers.count) - 1])
    }
    return .record(try Record(shape, values))
  }

  /// The nearest rank, from 1: how many numbers are so many percent of them, rounded up. What is
  /// whole but for an error of rounding counts as whole.
  static func rank(_ percent: Double, of count: Int) -> Int {
    let exact = percent * Double(count) / 100
    let nearest = exact.rounded()
    let rank = abs(exact - nearest) <= 1e-12 * exact ? nearest : exact.rounded(.up)
    return min(max(Int(rank), 1), count)
  }

  override func flushRest() throws {
    if isRolling { return }
    numbers.sort { Value.numbers($0, $1) < 0 }
    send(try record())
  }

  override func stopped() {
    window.removeAll()
    numbers = []
  }
}
