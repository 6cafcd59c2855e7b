/// The file of results from release to release: a JSON object a line, one for each row.
struct Results {
  let path: String

  /// Adds the rows that have figures.
  func add(_ rows: [Row], _ circumstances: Circumstances) throws {
    let file = try OutputFile(path, append: true)
    for row in rows {
      guard let got = row.got else { continue }
      var members = circumstances.members.map { "\(quoted($0.name)):\(quoted($0.value))" }
      members.append("\"row\":\(quoted(row.name))")
      members.append("\"unit\":\(quoted(row.unit.rawValue))")
      if let wanted = row.wanted { members.append("\"wanted\":\(quoted(wanted.text(row.unit)))") }
      members.append("\"got\":\(significant(got))")
      try file.write(Array("{\(members.joined(separator: ","))}\n".utf8))
    }
    try file.close()
  }

  /// A figure of an earlier time.
  struct Entry {
    let date: String
    let commit: String
    let machine: String
    let form: String
    let unit: String
    let got: Double
  }

  /// The last entry of each row in the same form.
  func last(form: String) throws -> [String: Entry] {
    guard let bytes = readFile(path) else { throw BenchError("cannot read \(path)") }
    var entries: [String: Entry] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard let members = flatObject(String(line)), case .text(let row)? = members["row"],
        case .number(let got)? = members["got"]
      else { throw BenchError("not a line of results in \(path): \(line.prefix(60))") }
      func text(_ name: String) -> String {
        if case .text(let text)? = members[name] { text } else { "" }
      }
      guard text("form") == form else { continue }
      entries[row] = Entry(
        date: text("date"), commit: text("commit"), machine: text("machine"), form: form,
        unit: text("unit"), got: got)
    }
    return entries
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
