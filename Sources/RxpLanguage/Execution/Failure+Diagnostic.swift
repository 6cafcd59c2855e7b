import RxpEngine
import RxpText

extension Failure {
  /// The error as a message: the stage with a caret, the event, and where the event came from.
  public var diagnostic: (diagnostic: Diagnostic, source: SourceText) {
    var notes: [String] = []
    if let subject { notes.append("the event was \(subject)") }
    if let origin { notes.append("it came from \(origin)") }
    let id =
      switch kind.string {
      case "type": "E0401"
      case "overflow", "division": "E0402"
      case "limit", "regex": "E0403"
      case "timeout": "E0404"
      case "io": "E0501"
      case "exit": "E0502"
      case "url", "dns", "connect", "tls", "dropped", "redirect", "status", "http": "E0503"
      default: "E0400"
      }
    let diagnostic = Diagnostic(
      id, message.string, at: place?.span ?? .none, label: "",
      help: notes.isEmpty ? nil : notes.joined(separator: "; "))
    return (diagnostic, place?.source ?? SourceText(name: "", ""))
  }
}
