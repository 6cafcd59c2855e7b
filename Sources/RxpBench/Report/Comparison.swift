/// This run beside the last one that was recorded.
struct Comparison {
  /// Figures scatter so much from run to run; what is worse by more has slipped.
  static let scatter = 1.25

  let results: Results
  let circumstances: Circumstances

  /// Shows each row with its change, the slips marked.
  func show(_ rows: [Row], on report: Report) throws {
    let before = try results.last(form: circumstances.form)
    let known = rows.filter { before[$0.name] != nil }
    guard let one = known.first.flatMap({ before[$0.name] }) else {
      report.show("\nNothing in \(results.path) to compare with: no run of \(circumstances.form)")
      return
    }
    let isSameMachine = one.machine == circumstances.machine
    var table = Table(["row", "then", "now", "change", ""], right: ["then", "now", "change"])
    var slips = 0
    for row in known {
      guard let entry = before[row.name], entry.unit == row.unit.rawValue else { continue }
      let change = row.improvement(over: entry.got)
      // What had a figure and has none has slipped too.
      let isSlip = row.got == nil || change.map { $0 * Self.scatter < 1 } ?? false
      if isSlip { slips += 1 }
      table.add([
        row.name, row.unit.text(entry.got), row.got.map(row.unit.text) ?? "-",
        change.map { "\(decimal($0, 2))x" } ?? "", isSlip ? "slipped" : "",
      ])
    }
    report.show(
      """

      Against \(one.commit) of \(one.date) in \(results.path) (above 1x is better)\
      \(isSameMachine ? "" : "\nIt was another machine (\(one.machine)): only ratios say something")
      \(table.text)
      Slips: \(slips)
      """)
  }
}
