/// Counts how often what was done at one instant led to more to be done at the same instant: that is
/// how far a loop that takes no time has come. Any number of timers that fire side by side are one
/// step.
struct InstantSteps {
  private var instant: Instant?
  /// What was scheduled up to here belongs to the present step.
  private var edge: UInt64 = 0
  private(set) var count = 0

  /// A timer fires that was scheduled as number `sequence`; `newest` is the last one scheduled so far.
  mutating func fire(_ sequence: UInt64, newest: UInt64, at now: Instant) {
    if instant != now {
      instant = now
      edge = newest
      count = 0
    } else if sequence > edge {
      edge = newest
      count += 1
    }
  }
}
