/// What a figure should be.
enum Wanted: Equatable {
  case atLeast(Double)
  case atMost(Double)

  func isMet(by figure: Double) -> Bool {
    switch self {
    case .atLeast(let least): figure >= least
    case .atMost(let most): figure <= most
    }
  }

  /// `>= 4x`.
  func text(_ unit: Unit) -> String {
    switch self {
    case .atLeast(let least): ">= \(unit.text(least))"
    case .atMost(let most): "<= \(unit.text(most))"
    }
  }
}

/// What a figure is counted in, and whether more of it is better.
enum Unit: String {
  case times = "x"
  /// So many times as much as it should be.
  case growth = "x grown"
  case nanoseconds = "ns"
  case milliseconds = "ms"
  case megabytes = "MB"
  case megabytesPerSecond = "MB/s"

  var isBetterWhenMore: Bool { self == .times || self == .megabytesPerSecond }

  func text(_ figure: Double) -> String {
    switch self {
    case .times, .growth: "\(brief(figure))x"
    default: "\(brief(figure)) \(rawValue)"
    }
  }
}
