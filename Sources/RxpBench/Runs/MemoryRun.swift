/// The most memory held on long files: by pipelines that keep nothing, and by those that keep as many
/// values as the catalogue says.
struct MemoryRun {
  /// What rxp needs itself, in megabytes.
  private static let base = 32.0
  /// A value that is kept, with its text, in bytes.
  private static let value = 128.0

  /// A pipeline on one kind of data and the most values that its operators keep by the catalogue
  /// (`rxp explain NAME`).
  private struct Keeping {
    let input: DataKind
    let name: String
    let command: String
    let kept: Int

    init(_ name: String, _ input: DataKind, _ program: String, keeps kept: Int) {
      self.name = name
      self.input = input
      command = "rxp -e '\(program)' FILE"
      self.kept = kept
    }
  }

  private static let keeping = [
    Keeping("takeLast", .words, "takeLast 50000 | count", keeps: 50_000),
    Keeping("buffer", .words, "buffer 50000 | map len | last", keeps: 50_000),
    Keeping("collect", .words, "take 60000 | collect | map len", keeps: 60_000),
    Keeping("distinct", .words, "map slice(it, 0, 2) | distinct | count", keeps: 26 * 26 + 26),
    Keeping(
      "groupBy", .log, "map split(\" \")[8] | groupBy it | flatMap g => (g | count) | count",
      keeps: 9),
  ]

  let options: Options
  let runner: Runner
  let rxp: Rxp
  let folder: DataFolder
  let report: Report

  private var size: Int { options.isQuick ? options.size * 2 : max(options.size, 1_000_000_000) }

  func run() throws {
    for letter in ["a", "b", "e", "g", "h", "i"] {
      guard let task = LineTask.all.first(where: { $0.letter == letter }) else { continue }
      try add(
        "growth/memory, lines/\(letter)", task.input, task.rxp, kept: 0,
        task.writesMuch ? .discarded : .file)
    }
    for item in Self.keeping {
      try add(
        "growth/memory, \(item.name)", item.input, item.command, kept: item.kept, .file)
    }
  }

  private func add(
    _ name: String, _ input: DataKind, _ command: String, kept: Int, _ output: Runner.Output
  ) throws {
    let file = try folder.file(input, size: size)
    let text = command.replacing("FILE", with: file.path)
    let most = Self.base + Double(kept) * Self.value / 1e6
    let row = Row(
      name: name, unit: .megabytes, got: nil, wanted: .atMost(most), command: text)
    do {
      let peak = try runner.figure(rxp.command(text), output: output).peakMemory
      let keeps = kept == 0 ? "keeps nothing" : "keeps \(grouped(kept)) values"
      report.add(
        row.with(Double(peak) / 1e6, beside: "\(keeps), \(megabytes(file.size)) MB of data"))
    } catch let reason as NoFigure {
      report.add(row, without: reason)
    }
  }
}
