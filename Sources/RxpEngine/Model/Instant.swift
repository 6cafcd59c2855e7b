/// A moment or a length of time: whole nanoseconds, never a sum of doubles.
///
/// On the virtual clock 0 is the start of the run; on the real one it is the monotonic clock's own
/// zero, less the run's start.
public typealias Instant = Int

public enum Time {
  public static let nanosecond = 1
  public static let microsecond = 1_000
  public static let millisecond = 1_000_000
  public static let second = 1_000_000_000
  /// Stands for "never": no instant is later.
  public static let forever = Int.max

  /// The sum, or `forever` where it does not fit.
  public static func sum(_ a: Instant, _ b: Int) -> Instant {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b > 0 ? forever : Int.min) : sum
  }

  /// Seconds as whole nanoseconds, rounded to the nearest; nil for NaN; `forever` for what does not fit.
  public static func nanoseconds(seconds: Double) -> Int? {
    if seconds.isNaN { return nil }
    let scaled = (seconds * 1e9).rounded(.toNearestOrEven)
    if scaled >= 9.2e18 { return forever }
    if scaled <= -9.2e18 { return -forever }
    return Int(scaled)
  }
}
