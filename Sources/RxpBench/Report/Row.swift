/// A figure beside the one that is wanted: a row of the table and a line of the file of results.
struct Row {
  /// Names the row from release to release: `lines/a against mawk`.
  let name: String
  let unit: Unit
  /// Nil where there is none; `remark` says why.
  let got: Double?
  var wanted: Wanted?
  /// The figures of others.
  var peer = ""
  /// What is typed to see the figure again.
  var command = ""
  var remark = ""

  /// The row with its figure.
  func with(_ got: Double, beside peer: String = "") -> Row {
    Row(name: name, unit: unit, got: got, wanted: wanted, peer: peer, command: command)
  }

  var isMet: Bool? {
    guard let wanted, let got else { return nil }
    return wanted.isMet(by: got)
  }

  /// What stands in the table.
  var cells: [String] {
    let mark =
      switch isMet {
      case true?: "met"
      case false?: "below"
      case nil: wanted == nil ? "" : "-"
      }
    return [
      name, wanted?.text(unit) ?? "", got.map(unit.text) ?? "-", mark,
      remark.isEmpty ? peer : remark, command,
    ]
  }

  /// How many times as good the figure is as that of another time; nil where one of them is none.
  func improvement(over before: Double) -> Double? {
    guard let got, got > 0, before > 0 else { return nil }
    return unit.isBetterWhenMore ? got / before : before / got
  }
}
