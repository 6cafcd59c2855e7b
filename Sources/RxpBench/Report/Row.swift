/// A figure of this run, as it is kept to be compared with that of another release.
struct Row {
  /// Names the row: `lines/a`, `pushes/merge of 4`.
  let name: String
  let unit: String
  let value: Double
  /// Further figures by name.
  var others: [(name: String, value: Double)] = []

  var isFasterWhenLarger: Bool { unit == "MB/s" }
}

extension Row {
  /// One line of JSON, without a newline.
  func line(label: [(name: String, value: String)]) -> String {
    var members = label.map { "\(quoted($0.name)):\(quoted($0.value))" }
    members.append("\"row\":\(quoted(name))")
    members.append("\"unit\":\(quoted(unit))")
    members.append("\"value\":\(significant(value))")
    members += others.map { "\(quoted($0.name)):\(significant($0.value))" }
    return "{\(members.joined(separator: ","))}"
  }

  /// Reads such a line; nil where it is none.
  init?(line: String) {
    guard let members = flatObject(line), case .text(let name)? = members["row"],
      case .text(let unit)? = members["unit"], case .number(let value)? = members["value"]
    else { return nil }
    self.name = name
    self.unit = unit
    self.value = value
  }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "\u{0}"..<" ": result += " "
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
