import Glibc

/// What is found: told on standard error as it comes, and put into one table at the end.
final class Report {
  private(set) var rows: [Row] = []
  private(set) var wrongAnswers: [String] = []
  /// The folder of the data, which commands in the table do not name.
  private let folder: String

  init(folder: String) { self.folder = folder }

  /// Shows text at once.
  func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  /// Says on standard error what is being measured.
  func note(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = line.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
  }

  func add(_ row: Row) {
    var row = row
    row.command = typed(row.command.replacing("\(folder)/", with: ""))
    rows.append(row)
    if let got = row.got { note("  \(row.name): \(row.unit.text(got))") }
  }

  /// Adds a row without a figure, whose fault that is told.
  func add(_ row: Row, without reason: NoFigure) {
    var row = row
    row.remark = reason.text
    add(row)
    if reason.isFailure { wrong("\(row.name): \(reason.text)") }
  }

  /// Notes an answer that is not what it must be.
  func wrong(_ text: String) {
    wrongAnswers.append(text)
    note("WRONG: \(text)")
  }

  /// All rows, how many bars are met, and what was wrong.
  func showTable(_ conditions: String) {
    var table = Table(
      ["row", "wanted", "got", "", "beside it", "command"], right: ["wanted", "got"])
    for row in rows { table.add(row.cells) }
    show("\(conditions)\n\n\(table.text)\n")
    let judged = rows.filter { $0.isMet != nil }
    let missed = judged.filter { $0.isMet == false }
    let unknown = rows.count { $0.wanted != nil && $0.isMet == nil }
    show(
      "Bars: \(judged.count - missed.count) met, \(missed.count) below, \(unknown) without a figure"
    )
    show("Answers: \(wrongAnswers.count) wrong")
    for wrong in wrongAnswers { show("  \(wrong)") }
  }

  /// A command on one line, as bash takes it.
  private func typed(_ command: String) -> String {
    guard command.contains("\n"), let quote = command.firstIndex(of: "'") else { return command }
    return command[..<quote] + "$"
      + command[quote...].replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }
}
