import RxpText

/// A script in the canonical layout: the text of `rxp fmt`.
///
/// One blank around operators; a pipeline on one line, or each stage on a line of its own where it
/// was written so or would be longer than 100 columns; at most one empty line between statements;
/// the `is` of expectations that follow one another under each other; parentheses where they are
/// needed. Comments are kept. The result reads as the same tree, and formatting it changes nothing.
///
/// For a script without mistakes; what could not be read is not printed.
public func format(_ script: Script) -> String {
  var printer = Printer()
  return printer.script(script)
}

/// An expression in the canonical layout, on one line and without comments.
public func format(_ expression: Expression) -> String {
  Printer(keepsOneLine: true).flat(expression)
}

/// A pipeline in the canonical layout, on one line and without comments.
public func format(_ pipeline: Pipeline) -> String {
  Printer(keepsOneLine: true).flat(pipeline)
}
