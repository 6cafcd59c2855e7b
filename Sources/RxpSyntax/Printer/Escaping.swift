/// A text as it stands between double quotes.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\\\"
    case "\"": result += "\\\""
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case "\r": result += "\\r"
    case "\0": result += "\\0"
    default:
      switch scalar.properties.generalCategory {
      // It joins the parts of one emoji.
      case .format where scalar == "\u{200D}": result.unicodeScalars.append(scalar)
      // What cannot be seen, or turns the order of what can, is written as a number.
      case .control, .format, .lineSeparator, .paragraphSeparator:
        result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
  return result
}
