/// When a periodic source is due: at exact multiples of its period after the first tick.
struct Ticks {
  private(set) var due: Instant
  private let period: Int

  init(first: Instant, period: Int) {
    due = first
    self.period = period
  }

  /// The tick after the one that was due. A late wake-up does not shift later ticks, and those that
  /// were missed fall into one: they do not come in a burst.
  mutating func advance(past now: Instant) {
    due = Time.sum(due, period)
    if due <= now { due = Time.sum(due, (now - due) / period * period) }
    if due <= now { due = Time.sum(due, period) }
  }
}
