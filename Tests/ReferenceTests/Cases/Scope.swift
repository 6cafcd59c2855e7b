@testable import RxpEngine

/// What the names of a case stand for in the model.
final class Scope {
  let world: World
  private var flows: [String: Flow] = [:]

  init(_ world: World) { self.world = world }

  subscript(name: String) -> Flow {
    get { flows[name] ?? .of([], in: world) }
    set { flows[name] = newValue }
  }
}

/// Something that can be written in a program and has a meaning in the model.
struct Phrase: Sendable {
  let text: String
  let value: @Sendable (Scope) -> Value

  init(_ text: String, _ value: @escaping @Sendable (Scope) -> Value) {
    self.text = text
    self.value = value
  }

  init(_ text: String, is value: Value) { self.init(text) { _ in value } }

  /// A signal that has a name.
  static func named(_ name: String) -> Phrase { Phrase(name) { $0[name].value } }

  static func number(_ n: Int) -> Phrase { Phrase(String(n), is: .int(n)) }
  static func text(_ text: String) -> Phrase { Phrase("\"\(text)\"", is: .string(text)) }
  static let `nil` = Phrase("nil", is: .null)

  static func list(_ items: [Phrase]) -> Phrase {
    Phrase("[" + items.map(\.text).joined(separator: ", ") + "]") { scope in
      .of(items.map { $0.value(scope) })
    }
  }
}

/// An expression that is asked, for each event or otherwise.
struct Question: Sendable {
  struct Asked: Sendable {
    var it: Value = .null
    var acc: Value = .null
    var index = 0
  }

  let text: String
  let answer: @Sendable (Asked, Scope) throws -> Value

  init(_ text: String, _ answer: @escaping @Sendable (Asked, Scope) throws -> Value) {
    self.text = text
    self.answer = answer
  }

  init(_ phrase: Phrase) { self.init(phrase.text) { _, scope in phrase.value(scope) } }

  static let it = Question("it") { asked, _ in asked.it }
}

extension Value {
  /// nil counts as no; what is neither yes nor no is a mistake.
  func isYes() throws -> Bool {
    switch self {
    case .bool(let yes): return yes
    case .null: return false
    default: throw Failure.type("")
    }
  }
}
