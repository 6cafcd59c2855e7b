import RxpEngine
import RxpSyntax
import RxpText

/// Messages about names and definitions.
extension Diagnostic {
  private static func near(_ name: String, _ candidates: [String], _ span: Span) -> (String?, Fix?)
  {
    guard let nearest = Suggestion.nearest(to: name, among: candidates) else { return (nil, nil) }
    return ("did you mean \(nearest)?", Fix(span, nearest))
  }

  static func unknownName(_ name: String, _ span: Span, among candidates: [String]) -> Diagnostic {
    let (help, fix) = near(name, candidates, span)
    return Diagnostic(
      "E0301", "nothing is called \(name)", at: span, label: "not defined here",
      help: help ?? "define it first, for example  let \(name) = …", fix: fix)
  }

  static func unknownFunction(_ name: String, _ span: Span, among candidates: [String])
    -> Diagnostic
  {
    let (help, fix) = near(name, candidates, span)
    return Diagnostic(
      "E0301", "there is no function \(name)", at: span, label: "not defined here",
      help: help ?? "define it first, for example  let \(name)(x) = …", fix: fix)
  }

  static func unknownOperator(_ name: String, _ span: Span, among candidates: [String])
    -> Diagnostic
  {
    let (help, fix) = near(name, candidates, span)
    return Diagnostic(
      "E0303", "there is no operator \(name)", at: span, label: "not an operator",
      help: help ?? "operators of one's own are defined by  let \(name) = filter … | map …",
      fix: fix)
  }

  /// A library's name: what is an object there may be a form here.
  static func unknownQualified(_ name: String, _ span: Span) -> Diagnostic {
    guard let form = Form.find(qualified: name) else {
      return unknownOperator(name, span, among: Catalog.qualifiedNames)
    }
    return Diagnostic(
      "E0303", "\(name) is no operator here", at: span, label: "not an operator",
      help: "it is written  \(form.usage)")
  }

  static func unknownField(_ name: Name, _ fields: [String]) -> Diagnostic {
    let (help, fix) = near(name.text, fields, name.span)
    return Diagnostic(
      "E0317", "there is no field \(name.text) in this record", at: name.span,
      label: "not one of its fields",
      help: help ?? "its fields are \(fields.joined(separator: ", "))", fix: fix)
  }

  static func noFields(_ name: Name, _ type: Type) -> Diagnostic {
    Diagnostic(
      "E0317", "\(type.phrase) has no fields", at: name.span, label: "asked of \(type.phrase)",
      help: name.text == "count" || name.text == "length"
        ? "the length is  len(x)" : "fields belong to records, for example those of  jsonl")
  }

  static func usedBeforeDefined(_ name: String, _ span: Span, _ later: Span) -> Diagnostic {
    Diagnostic(
      "E0330", "\(name) is used before it is defined", at: span, label: "not known yet here",
      also: [Label(later, "defined only here")], help: "move the definition up")
  }

  static func recursion(_ name: String, _ span: Span, _ definition: Span) -> Diagnostic {
    Diagnostic(
      "E0316", "\(name) is used in its own definition", at: span, label: "uses itself",
      also: [Label(definition, "defined here")],
      help: "to start over use repeat or retry; to go on from each value use flatMap")
  }

  static func definedTwice(_ name: Name, _ first: Span) -> Diagnostic {
    Diagnostic(
      "E0314", "\(name.text) is defined twice", at: name.span, label: "defined again here",
      also: [Label(first, "first defined here")], help: "give one of them another name")
  }

  static func operatorsName(_ name: Name, _ summary: String) -> Diagnostic {
    Diagnostic(
      "E0315", "\(name.text) is the name of an operator", at: name.span,
      label: "cannot be defined anew",
      help:
        "choose another name, for example  my\(name.text.prefix(1).uppercased())\(name.text.dropFirst())",
      fix: Fix(name.span, "my\(name.text.prefix(1).uppercased())\(name.text.dropFirst())"))
  }

  static func languagesName(_ name: Name) -> Diagnostic {
    Diagnostic(
      "E0315", "\(name.text) has a meaning of its own in the language", at: name.span,
      label: "cannot be defined anew", help: "choose another name")
  }

  static func unused(_ name: Name) -> Diagnostic {
    Diagnostic(
      "W0601", "\(name.text) is defined and never used", at: name.span, label: "not used anywhere",
      help: "use it or leave it out", severity: .warning)
  }

  static func notAVariable(_ name: Name, _ definition: Span) -> Diagnostic {
    Diagnostic(
      "E0321", "\(name.text) is not a var: it cannot be given another value", at: name.span,
      label: "set here", also: [Label(definition, "defined here")],
      help: "define it by  var \(name.text) = …")
  }

  static func notASubject(
    _ name: String, _ span: Span, _ definition: Span, isVariable: Bool, isCommand: Bool
  ) -> Diagnostic {
    Diagnostic(
      "E0322", "\(name) is not a subject: nothing can be sent to it", at: span,
      label: isVariable ? "a var" : isCommand ? "a command" : "not a subject",
      also: [Label(definition, "defined here")],
      help: isVariable
        ? "a var is set by  \(name) = …"
        : isCommand
          ? "a command is executed:  execute \(name), …"
          : "a signal that is fed by hand is made by  subject \(name)")
  }

  static func noEvent(_ span: Span, _ name: String = "it") -> Diagnostic {
    Diagnostic(
      "E0325", "no event is at hand here", at: span, label: "\(name) means an event of a pipeline",
      help:
        "what belongs to an event stands in an argument that is asked for each, as in  map .name")
  }

  // MARK: Imports

  static func cannotImport(_ span: Span, _ path: String, _ reason: String) -> Diagnostic {
    Diagnostic("E0326", "cannot import \(path): \(reason)", at: span, label: "not read")
  }

  static func importCycle(_ span: Span, _ chain: [String]) -> Diagnostic {
    Diagnostic(
      "E0326", "these files import each other in a circle", at: span,
      label: chain.map { String($0.split(separator: "/").last ?? "") }.joined(separator: " → "),
      help: "move what both need into a third file")
  }

  static func importedFileIsWrong(_ span: Span, _ file: SourceText, _ first: Diagnostic)
    -> Diagnostic
  {
    let position = file.position(of: first.primary.span.start)
    return Diagnostic(
      "E0326",
      first.id == "E0326" ? first.message : "the imported file is wrong: \(first.message)",
      at: span,
      label: "imported here",
      also: [Label(first.primary.span, first.primary.text, source: file)],
      help: "run  rxp check \(file.name)  (line \(position.line))")
  }

  static func importedTwice(_ name: String, _ span: Span, _ first: Span) -> Diagnostic {
    Diagnostic(
      "E0314", "\(name) is defined here and in the imported file", at: span, label: "brings it too",
      also: [Label(first, "defined here")], help: "give one of them another name")
  }

  // MARK: Statements

  static func expectOutsideTest(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0328", "expect stands in a test", at: span, label: "no test around it",
      help: "write  test \"what it shows\" { … }  around it")
  }

  static func testInTest(_ span: Span) -> Diagnostic {
    Diagnostic("E0328", "a test cannot stand in another", at: span, label: "inside a test")
  }

  static func testArgument(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0328", "a test takes frame, a duration above 0, and nothing else", at: span,
      label: "not understood", help: "for example  test \"…\", frame: 1ms {")
  }

  static func expectArgument(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0328", "what follows a diagram has a name", at: span, label: "without a name",
      help: "for example  a: 1, error: \"why\", subscribe: 200ms")
  }

  static func subscriptionDiagrams(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0328", "subscriptions are compared with diagrams", at: span, label: "not a diagram",
      help: "for example  is \"^--!\"  or  is [\"^--!\", \"---^-!\"]  or  is []")
  }

  static func functionAsStatement(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0332", "a function alone does nothing", at: span, label: "never called",
      help: "call it, or use it as in  lines | map f")
  }
}
