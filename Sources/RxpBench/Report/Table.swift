/// A table of text whose columns line up; those named are set to the right, and the last one is not
/// filled up.
struct Table {
  private let heads: [String]
  private let right: Set<String>
  private var rows: [[String]] = []

  init(_ heads: [String], right: Set<String> = []) {
    self.heads = heads
    self.right = right
  }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  var text: String {
    let widths = heads.indices.map { column in
      ([heads] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      var line = ""
      for (column, cell) in cells.enumerated() {
        if column > 0 { line += "  " }
        let padding = String(repeating: " ", count: max(0, widths[column] - cell.count))
        line += right.contains(heads[column]) ? padding + cell : cell + padding
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    return ([line(heads)] + rows.map(line)).joined(separator: "\n")
  }
}
