extension Value: Hashable {
  /// Equality as `==` and distinctUntilChanged mean it: by content; numbers by what they count,
  /// so `1 == 1.0`; NaN equals nothing. Functions, signals,
  /// commands and patterns by identity.
  public static func == (a: Value, b: Value) -> Bool {
    switch (a, b) {
    case (.null, .null): true
    case (.bool(let x), .bool(let y)): x == y
    case (.int(let x), .int(let y)): x == y
    case (.double(let x), .double(let y)): x == y
    case (.int(let x), .double(let y)), (.double(let y), .int(let x)): Int(exactly: y) == x
    case (.text(let x), .text(let y)): x == y
    case (.list(let x), .list(let y)): x === y || x.items == y.items
    case (.record(let x), .record(let y)): Record.equal(x, y)
    case (.range(let x), .range(let y)): x == y
    case (.regex(let x), .regex(let y)): x.pattern == y.pattern && x.flags == y.flags
    case (.function(let x), .function(let y)): x === y
    case (.signal(let x), .signal(let y)): x === y
    case (.event(let x), .event(let y)): Event.equal(x, y)
    case (.failure(let x), .failure(let y)): x.kind == y.kind && x.message == y.message
    case (.command(let x), .command(let y)): x === y
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let x): hasher.combine(x)
    case .int(let x): hasher.combine(x)
    case .double(let x):
      if let whole = Int(exactly: x) { hasher.combine(whole) } else { hasher.combine(x) }
    case .text(let x): hasher.combine(x)
    case .list(let x):
      hasher.combine(x.items.count)
      for item in x.items { hasher.combine(item) }
    case .record(let x):
      // Order of keys does not matter to equality, so only the count and the values' sum may count.
      hasher.combine(x.values.count)
      var sum = 0
      for (key, value) in zip(x.shape.keys, x.values) {
        var field = Hasher()
        field.combine(key)
        field.combine(value)
        sum &+= field.finalize()
      }
      hasher.combine(sum)
    case .range(let x): hasher.combine(x)
    case .regex(let x): hasher.combine(x.pattern)
    case .function(let x): hasher.combine(ObjectIdentifier(x))
    case .signal(let x): hasher.combine(ObjectIdentifier(x))
    case .event(let x): hasher.combine(x.kind)
    case .failure(let x): hasher.combine(x.message)
    case .command(let x): hasher.combine(ObjectIdentifier(x))
    }
  }
}

extension Record {
  /// Equal keys with equal values, in any order.
  static func equal(_ a: Record, _ b: Record) -> Bool {
    if a === b { return true }
    if a.values.count != b.values.count { return false }
    if a.shape === b.shape { return a.values == b.values }
    for (key, value) in zip(a.shape.keys, a.values) {
      guard let other = b[key], other == value else { return false }
    }
    return true
  }
}

extension Event {
  /// By kind and payload (EV1).
  static func equal(_ a: Event, _ b: Event) -> Bool {
    switch (a.content, b.content) {
    case (.next(let x), .next(let y)): x == y
    case (.error(let x), .error(let y)): Value.failure(x) == .failure(y)
    case (.completed, .completed): true
    default: false
    }
  }
}
