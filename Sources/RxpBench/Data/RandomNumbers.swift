/// A fixed sequence of numbers (xorshift64*), so that every machine makes the same data.
struct RandomNumbers {
  private var state: UInt64 = 88_172_645_463_325_252

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return (state &* 2_685_821_657_736_338_717) >> 11
  }

  /// A number from 0 up to, not including, `bound`.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True once in `times`.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  /// One of the elements.
  mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}
