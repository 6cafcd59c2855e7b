/// The units of durations, and exact arithmetic with them.
public enum DurationUnit {
  /// How many nanoseconds a unit has; nil for what is none.
  public static func nanoseconds(_ unit: String) -> Int? {
    switch unit {
    case "ns": 1
    case "us", "\u{B5}s", "\u{3BC}s": 1_000
    case "ms": 1_000_000
    case "s": 1_000_000_000
    case "m": 60_000_000_000
    case "h": 3_600_000_000_000
    case "d": 86_400_000_000_000
    default: nil
    }
  }

  /// The unit that a longer or otherwise written word means.
  public static func nearest(to written: String) -> String? {
    switch written.lowercased() {
    case "sec", "secs", "second", "seconds": "s"
    case "min", "mins", "minute", "minutes": "m"
    case "hr", "hrs", "hour", "hours": "h"
    case "day", "days": "d"
    case "msec", "msecs", "millis", "milliseconds": "ms"
    case "usec", "micros", "microseconds": "us"
    case "nsec", "nanos", "nanoseconds": "ns"
    case let lower: nanoseconds(lower) == nil ? nil : lower
    }
  }

  /// The nearest whole number of nanoseconds to ASCII digits before and after a point, in units of
  /// `factor` nanoseconds; nil where it does not fit.
  public static func nanoseconds(
    whole: ArraySlice<UInt8>, fraction: ArraySlice<UInt8>, factor: Int
  ) -> Int? {
    var units = 0
    for digit in whole {
      let (shifted, overflowA) = units.multipliedReportingOverflow(by: 10)
      let (sum, overflowB) = shifted.addingReportingOverflow(Int(digit & 0x0F))
      if overflowA || overflowB { return nil }
      units = sum
    }
    let (product, overflow) = units.multipliedReportingOverflow(by: factor)
    if overflow { return nil }
    // Twenty digits say more than a nanosecond even of a day; 10^20 days fit in 128 bits.
    var part: UInt128 = 0
    var scale: UInt128 = 1
    for digit in fraction.prefix(20) {
      part = part * 10 + UInt128(digit & 0x0F)
      scale *= 10
    }
    let rounded = Int((part * UInt128(factor) + scale / 2) / scale)
    let (sum, overflowC) = product.addingReportingOverflow(rounded)
    return overflowC ? nil : sum
  }
}
