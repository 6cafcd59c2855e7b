/// Events pushed through operators in memory, with neither files nor lines.
struct PushCase: Sendable {
  /// What an event may cost.
  enum Bar: Sendable {
    /// So many times as fast as the reference.
    case faster(Double)
    /// At most so many nanoseconds.
    case atMost(Double)
  }

  private(set) var name: String
  /// Nanoseconds an event of RxJS 7 on Node.js: measured once, on another machine of the kind that
  /// the bars were set on. It makes a bar for a ratio, not a result of this run.
  let reference: Double?
  private(set) var bar: Bar?
  /// Run with batches of one event.
  private(set) var isOneByOne = false
  /// The pipeline for so many events; the number is a multiple of 4.
  private(set) var program: @Sendable (Int) -> String
  /// What it prints.
  let answer: @Sendable (Int) -> String

  init(
    _ name: String, reference: Double? = nil, bar: Bar? = nil,
    program: @escaping @Sendable (Int) -> String, answer: @escaping @Sendable (Int) -> String
  ) {
    self.name = name
    self.reference = reference
    self.bar = bar
    self.program = program
    self.answer = answer
  }

  /// The same one event at a time.
  var oneByOne: PushCase {
    var other = self
    other.name += ", one by one"
    other.isOneByOne = true
    if case .faster? = bar { other.bar = .faster(Self.oneByOneFactor) }
    return other
  }

  /// A pipeline that is subscribed to so many times, one after the other, in one run of the program:
  /// for lengths that are over too soon to be measured.
  func repeated(_ times: Int) -> PushCase {
    if times == 1 { return self }
    var other = self
    other.program = { [program] events in
      "range 1, \(times) | flatMap n => (\(program(events))) | last"
    }
    return other
  }

  /// So many times as fast as the reference is one event at a time.
  static let oneByOneFactor = 1.5

  /// The most nanoseconds that the bar allows.
  var limit: Double? {
    switch bar {
    case nil: nil
    case .atMost(let nanoseconds): nanoseconds
    case .faster(let factor): reference.map { $0 / factor }
    }
  }
}
