import RxpEngine
import RxpSyntax
import RxpText

/// Messages about channels and bindings.
extension Diagnostic {
  static func channelNeedsEnd(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0338", "\(name) is a channel, which has two ends", at: span, label: "which of them?",
      help: "write  \(name).leading  or  \(name).following")
  }

  static func channelOverNoVar(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0338", "a channel leads to a var", at: span, label: "not the name of a var",
      help: "define one by  var name = …")
  }

  static func noTerminal(_ name: String, _ span: Span, _ definition: Span) -> Diagnostic {
    Diagnostic(
      "E0338", "\(name) cannot be bound both ways", at: span, label: "not a var",
      also: [Label(definition, "defined here")],
      help: "`<~>` binds vars and ends of channels; `<~` binds a var to any signal")
  }

  static func bindBothArgument(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0338", "what becomes of values on their way has a name", at: span,
      label: "without a name", help: "for example  from: it * 2, to: it / 2")
  }
}
