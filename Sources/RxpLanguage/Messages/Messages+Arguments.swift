import RxpEngine
import RxpSyntax
import RxpText

/// Messages about arguments.
extension Diagnostic {
  static func missingArgument(
    _ name: String, _ parameter: String, _ summary: String, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      "E0304", "\(name) needs \(parameter): \(summary)", at: span, label: "\(parameter) is missing",
      help: "see  rxp explain \(name)")
  }

  static func tooManyArguments(_ name: String, _ most: Int, _ span: Span) -> Diagnostic {
    let many = most == 0 ? "no arguments" : most == 1 ? "one argument" : "\(most) arguments"
    return Diagnostic(
      "E0305", "\(name) takes \(many)", at: span, label: "one too many", help: "leave it out")
  }

  static func unknownArgument(_ name: String, _ label: Name, _ known: [String]) -> Diagnostic {
    let nearest = Suggestion.nearest(to: label.text, among: known)
    return Diagnostic(
      "E0306", "\(name) has no argument called \(label.text)", at: label.span, label: "not known",
      help: nearest.map { "did you mean \($0)?" }
        ?? (known.isEmpty ? "it has none with a name" : "it has \(known.joined(separator: ", "))"),
      fix: nearest.map { Fix(label.span, $0) })
  }

  static func givenTwice(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0306", "\(name) is given twice", at: span, label: "given already", help: "leave one out")
  }

  static func wrongArgument(
    _ name: String, _ wanted: String, _ parameter: String, _ got: Type, _ text: String, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      "E0307", "\(name) needs \(wanted) as \(parameter)", at: span, label: "this is \(got.phrase)",
      help: wanted.hasPrefix("a duration") && got == .text
        ? "write it without quotes, for example  \(name) 500ms" : nil)
  }

  static func wrongType(_ name: String, _ wanted: String, _ got: Type, _ span: Span) -> Diagnostic {
    Diagnostic("E0307", "\(name) needs \(wanted)", at: span, label: "this is \(got.phrase)")
  }

  static func unsuitableValue(
    _ name: String, _ parameter: String, _ problem: String, _ span: Span
  ) -> Diagnostic {
    Diagnostic("E0329", "\(name): \(problem)", at: span, label: "given as \(parameter)")
  }

  static func unknownWord(
    _ parameter: String, _ got: String, _ words: [String], _ span: Span
  ) -> Diagnostic {
    let nearest = Suggestion.nearest(to: got, among: words)
    return Diagnostic(
      "E0307", "\(parameter) is one of \(words.joined(separator: ", "))", at: span,
      label: "not one of them", help: nearest.map { "did you mean \($0)?" },
      fix: nearest.map { Fix(span, $0) })
  }

  static func signalForValue(_ message: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0311", message, at: span, label: "this is a signal",
      help: "combineLatest or flatMap brings what a signal sends together with each event")
  }

  static func valueForSignal(_ got: Type, _ text: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0312", "a signal is needed here", at: span, label: "this is \(got.phrase)",
      help: got.isCommand
        ? "its signals are \(text).executing, \(text).errors …; that of an execution is  execute \(text)"
        : "to send it once write  just(\(text))",
      fix: got.isCommand ? nil : Fix(span, "just(\(text))"))
  }

  static func needsSignal(
    _ name: String, _ text: String, _ got: Type, _ span: Span, stage: Operator
  ) -> Diagnostic {
    let isFlattening = stage.family == .switching
    return Diagnostic(
      "E0313", "\(name) needs a signal for each event, and \(text) gives \(got.phrase)", at: span,
      label: "this is \(got.phrase)",
      help: isFlattening
        ? "to make one value of each event write  map \(text)"
        : "to send it once write  just(\(text))",
      fix: isFlattening ? nil : Fix(span, "just(\(text))"))
  }

  static func needsTest(_ name: String, _ text: String, _ got: Type, _ span: Span) -> Diagnostic {
    let comparison =
      switch got {
      case .int, .number: "\(text) > 3"
      case .text: "\(text) == \"a\""
      default: "\(text) != nil"
      }
    return Diagnostic(
      "E0302", "\(name) needs a yes/no test", at: span, label: "this is \(got.phrase)",
      help: "compare it, for example  \(comparison)")
  }

  static func needsTruth(_ got: Type, _ text: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0302", "a yes/no value is needed here", at: span, label: "this is \(got.phrase)",
      help: "compare it, for example  \(text) \(got == .text ? "!= \"\"" : "> 0")")
  }

  static func badMarble(_ message: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0323", "this diagram cannot be read: \(message)", at: span, label: "here",
      help: "- nothing, a letter an event, | completed, # error, [ab|] one instant")
  }

  static func badRegex(_ message: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0324", "this regular expression cannot be read: \(message)", at: span, label: "here")
  }

  // MARK: Lambdas and functions

  static func lambdaParameters(
    _ name: String, _ what: String, _ wanted: Int, _ got: Int, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      "E0318", "\(name) gives its function \(what)", at: span,
      label: "\(got) parameter\(got == 1 ? "" : "s") here",
      help: wanted == 2 ? "for example  (acc, x) => acc + x" : "write  () => …")
  }

  static func cannotTakeApart(_ count: Int, _ got: Type, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0318", "\(count) parameters take a list apart, and each event is \(got.phrase)", at: span,
      label: "takes a list apart", help: "one parameter stands for the whole event: x => …")
  }

  static func tooFewMembers(_ count: Int, _ members: Int, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0318", "\(count) parameters for a list of \(members)", at: span,
      label: "the list has \(members) member\(members == 1 ? "" : "s")",
      help: "take as many parameters as signals were combined")
  }

  static func argumentCount(_ name: String, _ wanted: Int, _ got: Int, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0320", "\(name) takes \(wanted) argument\(wanted == 1 ? "" : "s"), got \(got)", at: span,
      label: got < wanted ? "too few" : "too many")
  }

  static func functionArguments(
    _ name: String, _ signature: String, required: Int, given: Int, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      "E0320", "\(name) does not take \(given) argument\(given == 1 ? "" : "s")", at: span,
      label: given < required ? "too few" : "too many", help: "it is  \(signature)")
  }

  static func functionNotCalled(
    _ name: String, _ text: String, _ arity: Int, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      "E0320", "\(name) is given a function of \(arity) that nobody calls", at: span,
      label: "not called", help: "give it its arguments: \(text)(…)")
  }

  static func notAFunction(_ name: String, _ got: Type, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0319", "\(name) is \(got.phrase) and cannot be called", at: span, label: "called here",
      help: got.isCommand ? "it is executed:  execute \(name), …" : nil)
  }

  // MARK: Operations and records

  static func noOrder(
    _ sign: String, _ a: Type, _ b: Type, _ operation: Span, _ span: Span
  ) -> Diagnostic {
    Diagnostic(
      "E0327", "\(a.phrase) and \(b.phrase) have no order", at: operation, label: "compared here",
      help: a == .text || b == .text ? "make a number of the string: float(x)" : nil)
  }

  static func neverEqual(_ a: Type, _ b: Type, _ operation: Span) -> Diagnostic {
    Diagnostic(
      "E0327", "\(a.phrase) never equals \(b.phrase)", at: operation, label: "compared here",
      help: a == .text || b == .text
        ? "a number is written without quotes; str(x) makes a string" : nil)
  }

  static func operandType(_ sign: String, _ got: Type, _ text: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0327", "\(sign) cannot take \(got.phrase)", at: span, label: "this is \(got.phrase)")
  }

  static func arithmeticTypes(
    _ sign: String, _ a: Type, _ b: Type, _ operation: Span, _ left: Span, _ right: Span
  ) -> Diagnostic {
    let joins = sign == "+" && (a == .text || b == .text)
    return Diagnostic(
      "E0327", "\(sign) cannot take \(a.phrase) and \(b.phrase)", at: operation, label: "",
      also: [Label(left, "this is \(a.phrase)"), Label(right, "this is \(b.phrase)")],
      help: joins ? "to put a value into a string write  \"… \\(x) …\"" : nil)
  }

  static func fieldTwice(_ key: Name) -> Diagnostic {
    Diagnostic(
      "E0336", "the field \(key.text) stands in the record already", at: key.span,
      label: "a second time",
      help: "leave one out")
  }
}
