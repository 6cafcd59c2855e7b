import Foundation

/// What the environment says about how much is tried.
enum Settings {
  /// The first seed; `REFERENCE_SEED` repeats a run that failed.
  static let seed = UInt64(number("REFERENCE_SEED", else: 1))

  /// With `REFERENCE_TRACE=1` each case is printed before it is tried: what comes last before a crash is
  /// the cause.
  static let traces = number("REFERENCE_TRACE", else: 0) > 0

  static func number(_ name: String, else fallback: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? fallback
  }
}
