import RxpEngine
import RxpSyntax
import RxpText

/// Messages about the order of stages.
extension Diagnostic {
  static func needsSource(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0308", "\(name) needs a signal before it", at: span, label: "nothing flows into it",
      help: "start with a source, for example  lines | \(name) …",
      fix: Fix(Span(span.start, span.start), "lines | "))
  }

  static func sourceInTheMiddle(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0309", "\(name) starts a pipeline, it cannot stand behind another stage", at: span,
      label: "a source",
      help: "to go over to it use  then (\(name) …) , to mix both use  merge (\(name) …)")
  }

  static func stageAfterSink(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0310", "nothing comes out of a sink", at: span, label: "stands after the end",
      help: "to look at events on their way use  do  or  log")
  }

  static func notAStage(_ text: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0333", "a stage starts with the name of an operator", at: span,
      label: "this is an expression",
      help: "to make it of each event write  map \(text)", fix: Fix(span, "map \(text)"))
  }

  static func functionAsStage(_ name: String, _ span: Span, _ stage: Span, _ text: String)
    -> Diagnostic
  {
    Diagnostic(
      "E0303", "\(name) is a function, not an operator", at: span, label: "works on one value",
      help: "to apply it to each event write  map \(text)",
      fix: Fix(Span(span.start, span.start), "map "))
  }

  static func signalAsStage(_ name: String, _ type: Type, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0334", "\(name) is \(type.phrase), not an operator", at: span,
      label: "cannot stand behind |",
      help: type.isCommand
        ? "to execute it with each event write  flatMap execute(\(name))"
        : "use it as an argument, for example  merge \(name)  or  combineLatest \(name)")
  }

  static func valueBeforeStage(_ type: Type, _ span: Span, _ stage: String) -> Diagnostic {
    Diagnostic(
      "E0312", "\(stage) works on a signal, and this is \(type.phrase)", at: span,
      label: "\(type.phrase)",
      help: type.isCommand
        ? "its signals are members, for example  .executing" : "to send it once write  just …")
  }

  static func notCallable(_ span: Span) -> Diagnostic {
    Diagnostic(
      "E0319", "only a name can have arguments behind it", at: span, label: "not a name")
  }

  static func stagesAsValue(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0335", "\(name) stands for operators: it has a place only behind a |", at: span,
      label: "used as a value", help: "for example  lines | \(name)")
  }

  static func operatorAsValue(_ name: String, _ span: Span) -> Diagnostic {
    Diagnostic(
      "E0335", "\(name) is an operator: it has a place only behind a |", at: span,
      label: "used as a value",
      help: "a pipeline as a value stands in parentheses: (lines | \(name) …)")
  }
}
