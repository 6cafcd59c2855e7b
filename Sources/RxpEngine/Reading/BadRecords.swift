import RxpText

/// Tells on standard error of input that cannot be read as what it should be; one per run.
public final class BadRecords {
  private unowned let run: Run
  /// Whether something went wrong that ended no signal: then the process fails in the end.
  public private(set) var hasReported = false

  init(_ run: Run) { self.run = run }

  /// `source` as messages call it, with the line, and the byte of the line where it shows, from 1.
  func report(_ source: String, line: Int, column: Int?, _ message: String) {
    hasReported = true
    say("\(source):\(line):\(column.map { "\($0):" } ?? "") \(message)")
  }

  /// How many of a source were not told of one by one.
  func report(_ source: String, more count: Int) {
    hasReported = true
    say("\(source): \(count) more bad record\(count == 1 ? "" : "s")")
  }

  /// A failure that no signal can be told of any more.
  func report(_ failure: Failure) {
    hasReported = true
    say(failure.message.string)
  }

  /// Something went wrong on another thread, which has told of it.
  func noteErrors() { hasReported = true }

  /// Something about a source that is no mistake: a new start.
  func note(_ source: String, _ message: String) { say("\(source): \(message)") }

  private func say(_ text: String) {
    // What was written before is seen before.
    run.flushOutput()
    var line = VisibleText.escaping(text) + "\n"
    // That it cannot be told is nobody's to be told.
    line.withUTF8 { bytes in try? run.host.standardError.write(UnsafeRawBufferPointer(bytes)) }
    try? run.host.standardError.flush()
  }
}

/// What becomes of the bad records of one subscription, and how many there were.
struct BadRecordTally {
  enum Policy: String, CaseIterable { case report, skip, fail }

  static let parameter = Parameter.named(
    "bad", .word(Policy.allCases.map(\.rawValue)),
    "a record that cannot be read is told of on standard error and left out, is left out, "
      + "or ends the signal",
    else: "report")

  private let policy: Policy
  private var told = 0
  /// Of the file that is being read.
  private var untold = 0

  init(_ policy: Policy = .report) { self.policy = policy }

  /// As the `bad:` of an operator says.
  init(_ args: Arguments) throws {
    self.init(Policy(rawValue: try args.word("bad") ?? "") ?? .report)
  }

  /// Counts one; throws where it ends the signal.
  mutating func add(
    _ run: Run, _ source: String, line: Int, column: Int? = nil, _ message: String
  ) throws {
    switch policy {
    case .skip: break
    case .fail:
      run.origin = (source, line)
      throw Failure(
        kind: "format", Text(message + (column.map { ", at column \($0)" } ?? "")))
    case .report where told < Limits.badRecordsShown:
      told += 1
      run.badRecords.report(source, line: line, column: column, message)
    case .report: untold += 1
    }
  }

  /// The file is at its end, or is left: tells of those that were only counted.
  mutating func finish(_ run: Run, _ source: String) {
    if untold > 0 { run.badRecords.report(source, more: untold) }
    untold = 0
  }
}
