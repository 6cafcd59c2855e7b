import RxpEngine
import RxpLanguage

/// What fits at the cursor: operators behind a |, names, functions and sources elsewhere, commands
/// behind a colon.
struct Completer {
  let names: NameScope

  func complete(_ text: String, cursor: Int) -> Completion {
    let bytes = Array(text.utf8.prefix(cursor))
    var start = bytes.count
    while start > 0, Completer.isWord(bytes[start - 1]) { start -= 1 }
    let word = String(decoding: bytes[start...], as: UTF8.self)
    let before = bytes[..<start].last { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }

    if before == UInt8(ascii: ":"), bytes[..<start].first == UInt8(ascii: ":") {
      return offer(word, start, Prompt.commands.map(\.name), "there is no such command")
    }
    if Completer.isInString(bytes) {
      return .none("inside a string")
    }
    if before == UInt8(ascii: "|") {
      let stages = Catalog.all.filter { $0.role != .source }
      let all = stages.map(\.name) + stages.flatMap(\.aliases) + names.names
      return offer(word, start, all, "no operator starts like this")
    }
    if before == UInt8(ascii: ".") {
      guard isCommand(bytes[..<start]) else { return .none("fields are known only from data") }
      return offer(
        word, start, CommandMember.allCases.map(\.rawValue), "a command has no such member")
    }
    let sources = Catalog.all.filter { $0.role == .source || $0.role == .sourceOrStage }
    let all =
      before == nil
      ? sources.map(\.name) + names.names + Completer.statements
      : names.names + Functions.names + sources.map(\.name)
    return offer(word, start, all, "nothing starts like this")
  }

  /// Whether a text ends in the name of a command and a dot.
  private func isCommand(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.dropLast().reversed().prefix { Completer.isWord($0) }.reversed()
    let known = names.listing.first { $0.name == String(decoding: Array(name), as: UTF8.self) }
    if case .command? = known?.type { return true }
    return false
  }

  private static let statements = [
    "let", "var", "subject", "channel", "command", "at", "test", "import", "complete", "fail",
  ]

  private func offer(
    _ word: String, _ start: Int, _ all: [String], _ reason: String
  ) -> Completion {
    let fitting = Set(all.filter { $0.hasPrefix(word) && $0 != "_" }).sorted()
    if fitting.isEmpty { return .none(reason) }
    var detail: String?
    if let only = fitting.first(where: { $0 == word }) ?? (fitting.count == 1 ? fitting[0] : nil) {
      detail = Completer.detail(only)
    }
    return Completion(start: start, candidates: fitting.map { .init($0) }, detail: detail)
  }

  /// A signature and one example.
  private static func detail(_ name: String) -> String? {
    if let definition = Catalog.find(name) {
      let example = definition.examples.first.map { example in
        (example.input.map { "  \($0)  →" } ?? "  ") + "  \(example.stage)  →  \(example.output)"
      }
      return ["\(definition.usage)    \(definition.summary)", example].compactMap { $0 }.joined(
        separator: "\n")
    }
    return Functions.find(name).map { Help.text(for: $0) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  private static func isInString(_ bytes: [UInt8]) -> Bool {
    var quote: UInt8?
    var escaped = false
    for byte in bytes {
      if let open = quote {
        if escaped {
          escaped = false
        } else if byte == UInt8(ascii: "\\"), open == UInt8(ascii: "\"") {
          escaped = true
        } else if byte == open {
          quote = nil
        }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return quote != nil
  }
}
