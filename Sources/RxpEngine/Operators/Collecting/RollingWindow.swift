/// The last elements of a signal: at most so many, those of a time, or both.
struct RollingWindow<Element> {
  private let most: Int?
  private let length: Int?
  private(set) var held = Fifo<(instant: Instant, element: Element)>()
  private var first: Instant?

  /// Without a bound all are held.
  init(most: Int?, length: Int?) {
    self.most = most
    self.length = length
  }

  var count: Int { held.count }
  var elements: [Element] { held.elements { $0.element } }

  /// Adds an element; those that are too old, or too many, are handed to `dropping`.
  mutating func add(_ element: Element, at instant: Instant, dropping: (Element) throws -> Void)
    rethrows
  {
    if first == nil { first = instant }
    held.append((instant, element))
    while let oldest = held.first, isPast(oldest.instant, at: instant) {
      _ = held.popFirst()
      try dropping(oldest.element)
    }
  }

  private func isPast(_ oldest: Instant, at instant: Instant) -> Bool {
    if let most, held.count > most { return true }
    if let length { return Time.sum(oldest, length) <= instant }
    return false
  }

  /// Whether it has as many as it may have, and its time has gone by since the first.
  func isFull(at instant: Instant) -> Bool {
    if let most, held.count < most { return false }
    if let length, let first { return Time.sum(first, length) <= instant }
    return true
  }

  mutating func removeAll() { held.removeAll() }

  /// The options of those that have such a window.
  static var parameters: [Parameter] {
    [
      .named(
        "time", .period, "only those that came less than this before the event, itself included",
        else: "however old"),
      .named(
        "full", .bool, "whether nothing is sent before the window has been filled once",
        else: "false"),
    ]
  }
}
