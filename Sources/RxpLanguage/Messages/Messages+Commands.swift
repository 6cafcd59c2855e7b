import RxpEngine
import RxpSyntax
import RxpText

/// Messages about commands.
extension Diagnostic {
  static func notACommand(
    _ text: String, _ got: Type, _ span: Span, _ definition: Span?
  ) -> Diagnostic {
    Diagnostic(
      "E0337", "execute needs a command", at: span, label: "this is \(got.phrase)",
      also: definition.map { [Label($0, "defined here")] } ?? [],
      help: "a command is defined by  command \(isName(text) ? text : "name")(x) = …")
  }

  private static func isName(_ text: String) -> Bool {
    text.first?.isLetter == true && Catalog.find(text) == nil
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  static func executionArguments(
    _ name: String, _ wanted: Int, _ got: Int, _ span: Span
  ) -> Diagnostic {
    let takes = wanted == 0 ? "no argument" : "\(wanted) argument\(wanted == 1 ? "" : "s")"
    return Diagnostic(
      "E0320", "\(name) takes \(takes), got \(got)", at: span,
      label: got < wanted ? "too few" : "too many",
      help: wanted == 0 ? "write  execute \(name)" : nil)
  }

  static func unknownMember(_ name: Name, _ members: [String]) -> Diagnostic {
    let nearest = Suggestion.nearest(to: name.text, among: members)
    return Diagnostic(
      "E0317", "a command has no \(name.text)", at: name.span, label: "not one of its members",
      help: nearest.map { "did you mean \($0)?" } ?? "it has \(members.joined(separator: ", "))",
      fix: nearest.map { Fix(name.span, $0) })
  }

  static func cannotSetMember(_ name: Name, of type: Type) -> Diagnostic {
    let isCommand = type.isCommand
    return Diagnostic(
      "E0321", "\(name.text) of \(type.phrase) cannot be set", at: name.span,
      label: isCommand ? "a signal: it tells what the command does" : "not a command",
      help: isCommand
        ? "of a command  concurrent  can be set" : "a value that changes is a  var \(name.text) = …"
    )
  }

  static func conditionNeedsTruth(_ got: Type, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0302", "a command waits for yes or no behind when", at: span,
      label: "sends \(got.phrase)", help: "for example  when (name | map len > 0)")
  }

  static func commandOption(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0306", "the options of a command have names", at: span, label: "without a name",
      help: "for example  command load, concurrent: true = …")
  }
}

extension Type {
  var isCommand: Bool { if case .command = self { true } else { false } }
}
