/// A generator whose runs can be repeated (SplitMix64).
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// From 0 to `bound` - 1.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  public mutating func pick<T>(_ items: [T]) -> T { items[below(items.count)] }
}

/// Diagrams of random signals.
public enum RandomMarble {
  /// Values a–d, silences, several events in one instant; ends, fails, or goes on.
  public static func make(_ random: inout SeededRandom) -> String {
    var text = ""
    for _ in 0..<random.below(10) {
      switch random.below(6) {
      case 0, 1, 2: text += "-"
      case 3, 4: text += random.pick(["a", "b", "c", "d"])
      default: text += "[\(random.pick(["a", "b"]))\(random.pick(["b", "c", "d"]))]"
      }
    }
    return text + random.pick(["|", "|", "#", "-"])
  }
}
