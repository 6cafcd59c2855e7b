/// Shapes of sources, and the changes that operators make to a shape.
extension SignalShape {
  /// Values that are there already, then the end: `count` nil where it is not known how many.
  public static func items(_ count: Int?) -> SignalShape {
    var shape = SignalShape()
    shape.completes = .surely
    shape.fails = .never
    shape.least = count ?? 0
    shape.most = count
    shape.timing = .atOnce
    shape.subscription = .cold
    return shape
  }

  /// Values that are there already, without an end.
  public static let unending: SignalShape = {
    var shape = items(unlimited)
    shape.completes = .never
    shape.most = nil
    return shape
  }()

  /// Values one after the other without an end, never in the instant of the subscription.
  static func ticking(every period: Int?) -> SignalShape {
    var shape = SignalShape()
    shape.completes = .never
    shape.fails = .never
    shape.least = unlimited
    shape.timing = .later
    shape.pace = period
    shape.subscription = .cold
    return shape
  }

  /// Neither a value nor an end, ever.
  static let nothing: SignalShape = {
    var shape = SignalShape()
    shape.completes = .never
    shape.fails = .never
    shape.most = 0
    shape.subscription = .cold
    return shape
  }()

  /// One that is fed from outside of the pipeline and goes on whoever listens.
  static let fed: SignalShape = {
    var shape = SignalShape()
    shape.subscription = .hot
    return shape
  }()

  // MARK: Changes

  /// What is worked out for it may turn out to be a mistake.
  var failing: SignalShape {
    var shape = self
    shape.fails = max(fails, .byMistake)
    return shape
  }

  /// With an error as a further possibility that is provided for.
  var mayFail: SignalShape {
    var shape = self
    shape.fails = max(fails, .perhaps)
    return shape
  }

  /// With another signal at its side whose error is one here too.
  func alongside(_ other: SignalShape) -> SignalShape {
    var shape = self
    shape.fails = max(fails, min(other.fails, .perhaps))
    return shape
  }

  /// Goes on when another signal says so, which may be never, or with its error.
  func waiting(for cue: SignalShape) -> SignalShape {
    var shape = alongside(cue)
    if completes == .surely { shape.completes = .perhaps }
    shape.fails = min(shape.fails, .perhaps)
    return shape
  }

  /// Some of the values may be left out.
  var thinned: SignalShape {
    var shape = self
    shape.least = 0
    shape.pace = nil
    return shape.apart
  }

  /// The values come at other instants.
  var shifted: SignalShape {
    var shape = self
    if timing != .later { shape.timing = .unknown }
    shape.pace = nil
    return shape.apart
  }

  /// What comes out is no longer one value for each of what it is made from.
  var apart: SignalShape {
    var shape = self
    for index in shape.stems.indices { shape.stems[index].isEachAtOnce = false }
    return shape
  }

  /// One value at the end, made of all: of no end none.
  func gathered(most count: Int? = 1, least: Int = 1) -> SignalShape {
    var shape = self.apart
    shape.pace = nil
    shape.inner = nil
    let bound = count == Self.unlimited ? nil : count
    shape.most = completes == .never ? 0 : bound == 1 ? 1 : Self.lesser(bound, most)
    shape.least = completes == .surely && fails <= .byMistake ? least : 0
    return shape
  }

  /// At most so many of the values, and the end with the last of them.
  func limited(to count: Int?) -> SignalShape {
    guard let count else {
      var shape = self.ended
      shape.least = 0
      return shape
    }
    if count == 0 { return .items(0) }
    if count == Self.unlimited { return self }
    var shape = self
    shape.most = Self.lesser(most, count)
    shape.least = min(least, count)
    if least >= count {
      shape.completes = .surely
      shape.fails = min(fails, .perhaps)
      shape.spins = false
      shape.runsOn = false
      return shape
    }
    return isSilent ? shape : shape.ended
  }

  /// Something may end it at any time.
  var ended: SignalShape {
    var shape = self
    if completes == .never { shape.completes = .perhaps }
    shape.fails = min(fails, .perhaps)
    shape.spins = false
    shape.runsOn = false
    return shape
  }

  /// Values before all others.
  func preceded(by count: Int) -> SignalShape {
    var shape = self
    shape.most = Self.sum(most, count)
    shape.least = Self.sum(least, count) ?? Self.unlimited
    if count > 0, timing == .later { shape.timing = .unknown }
    shape.pace = nil
    return shape
  }

  /// The end alone.
  var emptied: SignalShape {
    var shape = apart
    shape.pace = nil
    shape.inner = nil
    shape.most = 0
    shape.least = 0
    return shape
  }

  /// An error ends it as a completion does.
  var forgiven: SignalShape {
    var shape = self
    if fails == .never { return shape }
    shape.completes = .either(completes, max(fails, .perhaps))
    // It may come before the values.
    shape.least = 0
    if timing == .later { shape.timing = .unknown }
    shape.fails = .never
    return shape
  }

  /// The end as a value too.
  var asValues: SignalShape {
    var shape = forgiven.preceded(by: 0)
    shape.inner = nil
    if shape.completes != .never { shape.most = Self.sum(most, 1) }
    return shape
  }

  /// Gathered into portions, or cut into signals, that others than its values may begin and end.
  var cut: SignalShape {
    var shape = thinned.shifted.failing
    shape.most = nil
    shape.inner = nil
    shape.timing = .unknown
    return shape
  }

  // MARK: Numbers

  /// The lesser of two bounds, of which nil is none.
  static func lesser(_ a: Int?, _ b: Int?) -> Int? {
    guard let a else { return b }
    guard let b else { return a }
    return min(a, b)
  }

  /// The greater of two bounds; nil where there is none.
  static func greater(_ a: Int?, _ b: Int?) -> Int? {
    guard let a, let b else { return nil }
    return max(a, b)
  }

  /// The sum of two bounds; nil where there is none.
  static func sum(_ a: Int?, _ b: Int?) -> Int? {
    guard let a, let b else { return nil }
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? nil : sum
  }

  static func product(_ a: Int?, _ b: Int?) -> Int? {
    if a == 0 || b == 0 { return 0 }
    guard let a, let b else { return nil }
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? nil : product
  }
}

extension SignalShape.Prospect {
  /// Both.
  static func both(_ a: Self, _ b: Self) -> Self {
    a == .never || b == .never ? .never : a == .surely && b == .surely ? .surely : .perhaps
  }

  /// Each by itself, whichever it is.
  static func any(_ all: [Self]) -> Self {
    all.allSatisfy { $0 == .never } ? .never : all.allSatisfy { $0 == .surely } ? .surely : .perhaps
  }

  /// One of the two, or both.
  static func either(_ a: Self, _ b: Self) -> Self {
    a == .surely || b == .surely ? .surely : a == .never && b == .never ? .never : .perhaps
  }
}
