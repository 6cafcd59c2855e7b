/// One message about a text: the single shape of lexer, parser, checker, run and `:commands`.
///
/// Passes return diagnostics and go on; only `DiagnosticRenderer` turns them into text.
public struct Diagnostic: Error, Sendable, Equatable {
  public enum Severity: String, Sendable { case error, warning, note }

  /// A place with its text; without text the place alone is marked.
  public struct Label: Sendable, Equatable {
    public var span: Span
    public var text: String
    /// Where the label stands in another text than the diagnostic's own (an imported file).
    public var source: SourceText?

    public init(_ span: Span, _ text: String = "", source: SourceText? = nil) {
      self.span = span
      self.text = text
      self.source = source
    }

    public static func == (a: Label, b: Label) -> Bool {
      a.span == b.span && a.text == b.text && a.source === b.source
    }
  }

  /// A change that makes the text right: replace the bytes of `span` by `text`.
  public struct Fix: Sendable, Equatable {
    public var span: Span
    public var text: String
    public init(_ span: Span, _ text: String) {
      self.span = span
      self.text = text
    }
  }

  /// Stable, for example `E0302`: E01xx lexer, E02xx parser, E03xx names and types, E04xx run,
  /// E05xx files and the outside, W06xx warnings.
  public var id: String
  public var severity: Severity
  /// One terse line, lower case, without a full stop.
  public var message: String
  public var primary: Label
  /// Places that caused it ("first defined here").
  public var secondary: [Label]
  /// A way out, in words.
  public var help: String?
  /// A way out that can be applied; the text with the fix applied parses.
  public var fix: Fix?

  public init(
    _ id: String, _ message: String, at span: Span, label: String = "", also: [Label] = [],
    help: String? = nil, fix: Fix? = nil, severity: Severity = .error
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.primary = Label(span, label)
    self.secondary = also
    self.help = help
    self.fix = fix
  }
}
