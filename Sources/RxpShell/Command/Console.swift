import RxpEngine
import RxpText

/// Standard error for messages; what the process says to a person besides its output.
final class Console {
  private let host: any Host
  private let renderer: DiagnosticRenderer

  init(_ host: any Host, colorsErrors: Bool) {
    self.host = host
    renderer = DiagnosticRenderer(color: colorsErrors)
  }

  /// Messages told of one text; what comes after them mostly follows from them.
  static let messagesShown = 20

  func report(_ diagnostics: [Diagnostic], in source: SourceText) {
    for diagnostic in diagnostics.prefix(Console.messagesShown) {
      say(renderer.render(diagnostic, in: source))
    }
    let more = diagnostics.count - Console.messagesShown
    if more > 0 { say("\(more) more message\(more == 1 ? "" : "s")") }
  }

  func renderBriefly(_ diagnostic: Diagnostic) -> String { renderer.renderBriefly(diagnostic) }

  func render(_ diagnostic: Diagnostic, in source: SourceText) -> String {
    renderer.render(diagnostic, in: source)
  }

  /// A line on standard error. That it cannot be told is nobody's to be told.
  func say(_ text: String) {
    var line = text.hasSuffix("\n") ? text : text + "\n"
    line.withUTF8 { bytes in try? host.standardError.write(UnsafeRawBufferPointer(bytes)) }
    try? host.standardError.flush()
  }

  /// Text on standard output; false where it cannot be written.
  @discardableResult
  func put(_ text: String) -> Bool {
    var copy = text
    do {
      try copy.withUTF8 { bytes in try host.standardOutput.write(UnsafeRawBufferPointer(bytes)) }
      return true
    } catch { return false }
  }
}
