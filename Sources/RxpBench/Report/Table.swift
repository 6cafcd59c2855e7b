/// A table of text whose columns line up.
struct Table {
  private let heads: [String]
  private var rows: [[String]] = []

  init(_ heads: [String]) { self.heads = heads }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The first column is set to the left, the others to the right; a last one called `remarks` to
  /// the left.
  var text: String {
    let widths = heads.indices.map { column in
      ([heads] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      var line = ""
      for (column, cell) in cells.enumerated() {
        if column > 0 { line += "  " }
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        let isLeft = column == 0 || heads[column] == "remarks"
        line += isLeft ? cell + padding : padding + cell
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    return ([line(heads)] + rows.map(line)).joined(separator: "\n")
  }
}
