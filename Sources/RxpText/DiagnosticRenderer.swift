/// Turns diagnostics into text for a reader; the only code that knows their layout.
///
/// ```
/// error[E0302]: filter needs a yes/no test
///   demo.rxp:1:15
/// 1 | text | filter len + 3 | throttle 0.5
///   |               ^^^^^^^ this is a number
///   = help: compare it, for example  len > 3
/// ```
public struct DiagnosticRenderer: Sendable {
  /// Whether to use the colours of a terminal.
  public var color: Bool
  /// The columns of the reader's window; longer lines of source are cut around what is marked.
  public var width: Int

  static let narrowest = 40

  public init(color: Bool = false, width: Int = 100) {
    self.color = color
    self.width = max(width, Self.narrowest)
  }

  /// Several messages, an empty line between them.
  public func render(_ diagnostics: [Diagnostic], in source: SourceText) -> String {
    diagnostics.map { render($0, in: source) }.joined(separator: "\n")
  }

  /// The lines of one message, each with its line break. `source` is the text that the diagnostic
  /// is about; labels with a text of their own are shown under that.
  public func render(_ diagnostic: Diagnostic, in source: SourceText) -> String {
    let style = Style(color: color, severity: diagnostic.severity)
    let excerpts = excerpts(of: diagnostic, in: source)
    let gutter = excerpts.map(\.gutterWidth).max() ?? 1
    let indent = String(repeating: " ", count: gutter + 1)
    let title = "\(diagnostic.severity.rawValue)[\(diagnostic.id)]"
    var output =
      style.severity(title) + style.bold(": " + VisibleText.escaping(diagnostic.message)) + "\n"
    for excerpt in excerpts {
      output += indent + style.faint(excerpt.place) + "\n"
      output += excerpt.lines(gutter: gutter, width: width, style: style)
    }
    if let help = diagnostic.help {
      let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        let lead = index == 0 ? style.faint("=") + " help: " : "        "
        output += indent + lead + VisibleText.escaping(String(line)) + "\n"
      }
    }
    return output
  }

  /// What is wrong and a way out, a line each, for who has the text before the eyes.
  public func renderBriefly(_ diagnostic: Diagnostic) -> String {
    let style = Style(color: color, severity: diagnostic.severity)
    let title = "\(diagnostic.severity.rawValue)[\(diagnostic.id)]"
    let first =
      style.severity(title) + style.bold(": " + VisibleText.escaping(diagnostic.message))
    guard let help = diagnostic.help else { return first }
    return first + "\n  " + VisibleText.escaping(help)
  }

  /// One excerpt per text, that of the primary label first.
  private func excerpts(of diagnostic: Diagnostic, in source: SourceText) -> [Excerpt] {
    let primarySource = diagnostic.primary.source ?? source
    var result = [
      Excerpt(source: primarySource, marks: [Mark(diagnostic.primary, isPrimary: true)])
    ]
    for label in diagnostic.secondary {
      let labelSource = label.source ?? source
      let mark = Mark(label, isPrimary: false)
      if let index = result.firstIndex(where: { $0.source === labelSource }) {
        result[index].marks.append(mark)
      } else {
        result.append(Excerpt(source: labelSource, marks: [mark]))
      }
    }
    return result
  }
}

/// The colours of a message.
struct Style {
  var color: Bool
  var severity: Diagnostic.Severity

  func severity(_ text: String) -> String {
    switch severity {
    case .error: paint(text, "1;31")
    case .warning: paint(text, "1;33")
    case .note: paint(text, "1;36")
    }
  }

  func bold(_ text: String) -> String { paint(text, "1") }
  func faint(_ text: String) -> String { paint(text, "34") }
  func secondary(_ text: String) -> String { paint(text, "36") }

  private func paint(_ text: String, _ code: String) -> String {
    color && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
