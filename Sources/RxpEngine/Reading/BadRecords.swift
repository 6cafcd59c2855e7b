/// Tells of records that cannot be read as what they should be: the first ones one by one, then how
/// many more there were.
public final class BadRecords {
  /// What becomes of them.
  enum Policy: String, CaseIterable { case report, skip, fail }

  static let parameter = Parameter.named(
    "bad", .word(Policy.allCases.map(\.rawValue)),
    "what a record that cannot be read does: is told on standard error and left out, is left out, ends the signal",
    else: "report")

  private let host: any Host
  private var counts: [String: Int] = [:]
  /// Whether any was told: then the process fails in the end.
  public private(set) var hasReported = false

  init(_ host: any Host) { self.host = host }

  func report(_ source: String, line: Int, column: Int?, _ message: String) {
    hasReported = true
    let count = (counts[source] ?? 0) + 1
    counts[source] = count
    if count <= Limits.badRecordsShown {
      say("\(source):\(line):\(column.map { "\($0):" } ?? "") \(message)")
    }
  }

  /// Something about the source itself: a gap, a new start.
  func note(_ source: String, _ message: String) { say("\(source): \(message)") }

  /// The source is at its end: the count of those that were not told.
  func finish(_ source: String) {
    guard let count = counts.removeValue(forKey: source), count > Limits.badRecordsShown else {
      return
    }
    say("\(source): \(count - Limits.badRecordsShown) more like this")
  }

  private func say(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { bytes in try? host.standardError.write(UnsafeRawBufferPointer(bytes)) }
  }
}
