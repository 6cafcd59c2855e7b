import Foundation

/// What the environment says about how much is tried.
enum Settings {
  /// The first seed; `REFERENCE_SEED` repeats a run that failed.
  static let seed = UInt64(number("REFERENCE_SEED", else: 1))

  static func number(_ name: String, else fallback: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? fallback
  }
}
