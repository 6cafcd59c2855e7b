/// A member of a record without records or lists in it.
enum FlatMember: Equatable {
  case text(String)
  case number(Double)
}

/// Reads a JSON object whose members are strings and numbers, in the form in which `Row` writes it;
/// nil for anything else.
func flatObject(_ line: String) -> [String: FlatMember]? {
  var reader = FlatReader(rest: Substring(line))
  return reader.object()
}

private struct FlatReader {
  var rest: Substring

  mutating func object() -> [String: FlatMember]? {
    guard take("{") else { return nil }
    var members: [String: FlatMember] = [:]
    repeat {
      guard let name = text(), take(":") else { return nil }
      if rest.first == "\"" {
        guard let value = text() else { return nil }
        members[name] = .text(value)
      } else {
        let digits = rest.prefix { !",}".contains($0) }
        rest = rest.dropFirst(digits.count)
        guard let value = Double(digits) else { return nil }
        members[name] = .number(value)
      }
    } while take(",")
    return take("}") && rest.isEmpty ? members : nil
  }

  private mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func text() -> String? {
    guard take("\"") else { return nil }
    var result = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return result
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        result.append(escaped)
      default: result.append(character)
      }
    }
    return nil
  }
}
