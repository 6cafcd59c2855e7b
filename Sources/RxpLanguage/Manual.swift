import RxpEngine

/// The generated parts of grammar.md: tables made from the definitions of operators and functions.
public enum Manual {
  /// Every operator by family, with its arguments, aliases, memory and end.
  public static func operators() -> String {
    var text = ""
    for family in Operator.Family.allCases {
      let members = Catalog.all.filter { $0.family == family }
      if members.isEmpty { continue }
      text += "\n### \(family.rawValue)\n\n"
      text +=
        "| operator | arguments | what it does | holds | elsewhere |\n| --- | --- | --- | --- | --- |\n"
      for member in members {
        let names = ([member.name] + member.aliases).map { "`\($0)`" }.joined(separator: " ")
        let arguments = member.parameters.map(argument).joined(separator: ", ")
        let elsewhere = member.elsewhere.map { other in
          "`\(other.name)`" + (other.options.isEmpty ? "" : " (\(other.options))")
        }.joined(separator: ", ")
        text +=
          "| \(names) | \(arguments) | \(member.summary) | \(holds(member.memory)) | \(elsewhere) |\n"
      }
    }
    return text
  }

  /// Every function with its call and examples.
  public static func functions() -> String { "\n" + functionTable() }

  private static func argument(_ parameter: Parameter) -> String {
    let name = parameter.isNamed ? "`\(parameter.name):`" : "`\(parameter.name)`"
    return parameter.isOptional ? "\(name) (else \(cell(parameter.fallback ?? "")))" : name
  }

  private static func holds(_ memory: Operator.Memory) -> String {
    switch memory {
    case .nothing: "nothing"
    case .atMost(let count): "\(count)"
    case .parameter(let name): "`\(name)`"
    case .growing(let why), .keys(let why): cell(why)
    }
  }

  /// A bar would end the cell.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
