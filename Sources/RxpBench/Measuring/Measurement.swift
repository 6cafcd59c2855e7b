/// What one run of a program took.
struct Measurement {
  enum Ending: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
    case outOfTime
  }

  /// User and system time, of the program and the children it waited for, in seconds.
  var cpu: Double
  /// Seconds from start to end.
  var wall: Double
  /// The most memory held at once, in bytes; never less than what the benchmark itself held when
  /// it started the program, which the kernel counts in.
  var peakMemory: Int
  var ending: Ending

  var isSuccess: Bool { ending == .exited(0) }
}

extension [Double] {
  /// What so many hundredths of them do not exceed. 0 of none.
  func percentile(_ hundredths: Int) -> Double {
    if isEmpty { return 0 }
    return sorted()[Swift.min(count * hundredths / 100, count - 1)]
  }

  /// The middle one; of an even number the mean of the two in the middle. 0 of none.
  var median: Double {
    if isEmpty { return 0 }
    let ordered = sorted()
    let middle = count / 2
    return count % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2
  }
}

extension [Measurement] {
  var medianCPU: Double { map(\.cpu).median }
  var medianWall: Double { map(\.wall).median }
  var leastCPU: Double { map(\.cpu).min() ?? 0 }
  /// What others on the machine take can only make it longer.
  var leastWall: Double { map(\.wall).min() ?? 0 }
  var peakMemory: Int { map(\.peakMemory).max() ?? 0 }
  /// The system maps more of a program's file than it needs, now more, now less.
  var medianMemory: Int { Int(map { Double($0.peakMemory) }.median) }
}
