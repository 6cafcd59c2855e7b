/// The time from something that is done to the answer that is seen, often.
struct Latency {
  /// Milliseconds of each; without the time that either program stood ready and waited for a core,
  /// which is the machine's and not theirs.
  private(set) var own: [Double] = []
  /// With it.
  private(set) var whole: [Double] = []

  /// Adds one.
  ///
  /// - Parameters:
  ///   - process: the program that answers.
  ///   - act: does something and waits for the answer; false where there is none.
  /// - Returns: what `act` did.
  mutating func measure(_ process: Int32, _ act: () -> Bool) -> Bool {
    let before = waitedForCore(process) + waitedForCore(nil)
    let clock = ContinuousClock()
    let start = clock.now
    let isAnswered = act()
    let time = start.duration(to: clock.now).milliseconds
    let waited = waitedForCore(process) + waitedForCore(nil) - before
    whole.append(time)
    own.append(max(time - waited, 0))
    return isAnswered
  }
}

/// Milliseconds for which a process (nil: this one) has been ready without running so far; 0 where the
/// system does not tell.
private func waitedForCore(_ process: Int32?) -> Double {
  let path = "/proc/\(process.map(String.init) ?? "self")/schedstat"
  let text = String(decoding: readFile(path) ?? [], as: UTF8.self)
  let fields = text.split(separator: " ")
  guard fields.count > 1, let nanoseconds = Double(fields[1]) else { return 0 }
  return nanoseconds / 1e6
}
