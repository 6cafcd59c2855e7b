import RxpText

extension Operator {
  static let histogram = Operator(
    "histogram", .collecting,
    "Counts numbers by ranges: sends {from, to, count} for each, in order, when the source completes.",
    takes: [
      .optional(
        "width", .value, "how wide the ranges are, which begin at multiples of it",
        else: "as bounds say"),
      .optional(
        "of", .asked(.event, wants: .number), "the number of the event; nil and NaN are left out",
        else: "the event itself"),
      .named(
        "bounds", .value,
        "a list of rising numbers between the ranges; the first has no from, the last no to",
        else: "as width says"),
      .named(
        "empty", .bool, "whether ranges without a number, between others, are sent too",
        else: "false"),
      .limit("ranges"),
    ],
    types: .always(
      .record(
        [.init("from", .any), .init("to", .any), .init("count", .int)], isClosed: true)),
    holds: .growing("a count for each range"), atEnd: .flushes,
    shape: .listing,
    pitfalls: [.waitsForEnd],
    examples: [
      Example(
        "by tens: from is in, to is not", "histogram 10", in: "-abc|", out: "----[xy|]",
        values:
          "a: 20, b: 5, c: 29, x: {from: 0, to: 10, count: 1}, y: {from: 20, to: 30, count: 2}"),
      Example(
        "by bounds of one's own", "histogram bounds: [1, 10]", in: "abc|", out: "---[xyz|]",
        values: "a: 0.5, b: 1, c: 100, x: {from: nil, to: 1, count: 1}, "
          + "y: {from: 1, to: 10, count: 1}, z: {from: 10, to: nil, count: 1}"),
      Example("an error is all there is", "histogram 10", in: "-a#", out: "--#", values: "a: 1"),
      Example(
        "with empty ones between", "histogram 10, .n, empty: true", in: "ab|", out: "--[xyz|]",
        values: "a: {n: 1}, b: {n: 21}, x: {from: 0, to: 10, count: 1}, "
          + "y: {from: 10, to: 20, count: 0}, z: {from: 20, to: 30, count: 1}"),
    ]
  ) { args in
    try HistogramStage(args)
  }
}

/// Ranges by number: with a width that of the multiple at which one begins, with bounds how many
/// bounds do not exceed it.
final class HistogramStage: Stage {
  private enum Ranges {
    case whole(width: Int)
    case fraction(width: Double)
    case bounds([Value])
  }

  private let ranges: Ranges
  private let of: Asked?
  private let sendsEmpty: Bool
  private let limit: HeldLimit
  private var counts: [Int: Int] = [:]
  private static let shape = Shape(["from", "to", "count"])

  init(_ args: Arguments) throws {
    ranges = try HistogramStage.ranges(args)
    of = args.optionalAsked("of")
    sendsEmpty = try args.bool("empty") ?? false
    limit = try HeldLimit(args, "ranges")
    super.init(args.run)
  }

  private static func ranges(_ args: Arguments) throws -> Ranges {
    let (width, bounds) = (try args.value("width"), try args.value("bounds"))
    switch (width, bounds) {
    case (.int(let width)?, nil) where width > 0: return .whole(width: width)
    case (.double(let width)?, nil) where width > 0 && width.isFinite:
      return .fraction(width: width)
    case (let width?, nil): throw args.mistake("width", "a number above 0", width)
    case (nil, let list?):
      let numbers = try Items(list)?.laidOut()
      guard let numbers, !numbers.isEmpty, numbers.allSatisfy({ $0.number != nil }),
        zip(numbers, numbers.dropFirst()).allSatisfy({ Value.numbers($0, $1) < 0 })
      else { throw args.mistake("bounds", "a list of rising numbers", list) }
      return .bounds(numbers)
    default: throw Failure.type("histogram needs either width or bounds", at: args.place)
    }
  }

  override func next(_ value: Value, _ input: Int) throws {
    guard let number = try (of?(value) ?? value).counted(by: "histogram") else { return }
    counts[try range(of: number), default: 0] += 1
    try limit.check(counts.count, by: self)
  }

  private func range(of number: Value) throws -> Int {
    switch (ranges, number) {
    case (.bounds(let bounds), _):
      var (low, high) = (0, bounds.count)
      while low < high {
        let middle = low + (high - low) / 2
        if Value.numbers(bounds[middle], number) <= 0 { low = middle + 1 } else { high = middle }
      }
      return low
    case (.whole(let width), .int(let whole)):
      return whole / width - (whole % width < 0 ? 1 : 0)
    case (.whole(let width), _): return try place((number.number ?? 0) / Double(width), number)
    case (.fraction(let width), _): return try place((number.number ?? 0) / width, number)
    }
  }

  private func place(_ quotient: Double, _ number: Value) throws -> Int {
    guard let place = Int(exactly: quotient.rounded(.down)), place > Int.min, place < Int.max else {
      throw Failure(
        kind: "overflow",
        Text("histogram has no range for \(number.excerpt()): it is too far from 0"))
    }
    // The quotient is rounded; what is sent is not to lie outside of its range.
    if Value.numbers(bound(place), number) > 0 { return place - 1 }
    if Value.numbers(bound(place + 1), number) <= 0 { return place + 1 }
    return place
  }

  /// The end of a range and the start of the next one.
  private func bound(_ place: Int) -> Value {
    switch ranges {
    case .bounds(let bounds): return bounds.indices.contains(place) ? bounds[place] : .null
    case .whole(let width):
      let (exact, overflow) = place.multipliedReportingOverflow(by: width)
      return overflow ? .double(Double(place) * Double(width)) : .int(exact)
    case .fraction(let width): return .double(Double(place) * width)
    }
  }

  private func record(_ place: Int) throws -> Value {
    let from: Value
    let to: Value
    if case .bounds = ranges {
      (from, to) = (bound(place - 1), bound(place))
    } else {
      (from, to) = (bound(place), place == Int.max ? .null : bound(place + 1))
    }
    return .record(
      try Record(HistogramStage.shape, [from, to, .int(counts[place] ?? 0)]))
  }

  override func ended(_ end: End, _ input: Int) throws {
    if case .completed = end {
      let places = counts.keys.sorted()
      if sendsEmpty, let first = places.first, let last = places.last {
        let (distance, overflow) = last.subtractingReportingOverflow(first)
        try limit.check(overflow || distance == Int.max ? Int.max : distance + 1, by: self)
        for place in first...last where !isDone { send(try record(place)) }
      } else {
        for place in places where !isDone { send(try record(place)) }
      }
    }
    finish(end)
  }

  override func stopped() { counts = [:] }
}
