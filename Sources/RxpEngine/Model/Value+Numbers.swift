extension Value {
  /// The order of two numbers, exactly: below 0, 0 or above 0. What has none (NaN, what is no number)
  /// is as good as equal.
  static func numbers(_ a: Value, _ b: Value) -> Int {
    switch (a, b) {
    case (.int(let x), .int(let y)): x < y ? -1 : x > y ? 1 : 0
    case (.double(let x), .double(let y)): x < y ? -1 : x > y ? 1 : 0
    case (.int, .double), (.double, .int): (try? a.ordered(b)) ?? 0
    default: 0
    }
  }

  /// Whether it can be put in order among others of its kind: not nil, not NaN.
  var hasOrder: Bool {
    switch self {
    case .null: false
    case .double(let number): !number.isNaN
    default: true
    }
  }
}
