import Glibc

/// What is found: shown as it comes, kept for the files of results, and judged at the end.
final class Report {
  private(set) var rows: [Row] = []
  private(set) var wrongAnswers: [String] = []
  private(set) var barsMet = 0
  private var commands: [String] = []
  private(set) var barsMissed: [String] = []

  /// Shows text at once, a progress note on stderr apart.
  func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// Says on stderr what is being measured.
  func note(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }

  /// Notes why a row has no figure.
  func note(_ reason: NoFigure, of row: String) {
    if reason.isFailure { wrong("\(row): \(reason.text)") }
  }

  func add(_ row: Row) { rows.append(row) }

  /// Keeps the commands of a row, to be shown after all tables.
  func keep(_ commands: [String], of row: String) {
    self.commands.append(([row] + commands.map { "  \($0)" }).joined(separator: "\n"))
  }

  /// Shows what was kept.
  func showCommands() {
    if commands.isEmpty { return }
    show("\nTo reproduce, with LC_ALL=C:\n\(commands.joined(separator: "\n"))")
  }

  /// Notes an answer that is not what it must be.
  func wrong(_ text: String) {
    wrongAnswers.append(text)
    show("WRONG: \(text)")
  }

  /// Notes whether a bar is met, and gives the mark that stands beside it.
  func judge(_ isMet: Bool, _ what: String) -> String {
    if isMet { barsMet += 1 } else { barsMissed.append(what) }
    return isMet ? "met" : "below"
  }

  /// Adds the rows to a file.
  func save(to path: String, label: [(name: String, value: String)]) throws {
    let file = try OutputFile(path, append: true)
    for row in rows { try file.write(Array("\(row.line(label: label))\n".utf8)) }
    try file.close()
  }

  /// Shows each row beside the last one of the same name in a file.
  func compare(with path: String) throws {
    guard let bytes = readFile(path) else { throw BenchError("cannot read \(path)") }
    var earlier: [String: Row] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard let row = Row(line: String(line)) else {
        throw BenchError("not a line of results in \(path): \(line.prefix(60))")
      }
      earlier[row.name] = row
    }
    var table = Table(["row", "unit", "then", "now", "change"])
    for row in rows {
      guard let before = earlier[row.name], before.value > 0, row.value > 0 else { continue }
      let speed = row.isFasterWhenLarger ? row.value / before.value : before.value / row.value
      table.add([
        row.name, row.unit, brief(before.value), brief(row.value), "\(decimal(speed, 2))x",
      ])
    }
    show("\nAgainst \(path) (above 1x is better)\n\(table.text)")
  }
}
