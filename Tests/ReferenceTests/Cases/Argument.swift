@testable import RxpEngine

/// An argument of a call: its text and what it means.
enum Argument {
  case value(Phrase)
  case values([Phrase])
  /// `Int.max` is `inf`.
  case count(Int)
  /// In nanoseconds; `Time.forever` is `inf`.
  case duration(Int)
  case flag(Bool)
  case word(String)
  case asked(Question)
  /// A record of signals.
  case record([(name: String, Phrase)])

  var text: String {
    switch self {
    case .value(let phrase): phrase.text
    case .values(let phrases):
      phrases.isEmpty ? "[]" : phrases.map(\.text).joined(separator: ", ")
    case .count(let n): n == Int.max ? "inf" : String(n)
    case .duration(let time): time == Time.forever ? "inf" : Time.text(time)
    case .flag(let flag): String(flag)
    case .word(let word): word
    case .asked(let question): "(\(question.text))"
    case .record(let fields):
      "{" + fields.map { "\($0.name): \($0.1.text)" }.joined(separator: ", ") + "}"
    }
  }
}

/// An operator with its arguments, as a reference reads them.
struct Call {
  let definition: Operator
  let arguments: [String: Argument]
  let scope: Scope
  /// Whether no stage stands before it.
  var isFirst = false

  var world: World { scope.world }

  func has(_ name: String) -> Bool { arguments[name] != nil }

  func count(_ name: String) -> Int? {
    if case .count(let n)? = arguments[name] { n } else { nil }
  }

  func duration(_ name: String) -> Int? {
    if case .duration(let time)? = arguments[name] { time } else { nil }
  }

  func flag(_ name: String) -> Bool? {
    if case .flag(let flag)? = arguments[name] { flag } else { nil }
  }

  func word(_ name: String) -> String? {
    if case .word(let word)? = arguments[name] { word } else { nil }
  }

  func value(_ name: String) -> Value? {
    if case .value(let phrase)? = arguments[name] { phrase.value(scope) } else { nil }
  }

  func values(_ name: String) -> [Value] {
    if case .values(let phrases)? = arguments[name] { phrases.map { $0.value(scope) } } else { [] }
  }

  func flow(_ name: String) -> Flow? { value(name)?.flow(in: world) }

  /// The signals of a variadic argument, after the one before the stage.
  func flows(_ name: String, after source: Flow?) -> [Flow] {
    var flows = source.map { [$0] } ?? []
    switch arguments[name] {
    case .values(let phrases)?:
      flows += phrases.compactMap { $0.value(scope).flow(in: world) }
    case .record(let fields)?: flows += fields.compactMap { $0.1.value(scope).flow(in: world) }
    default: break
    }
    return flows
  }

  /// The names of the fields, where signals were given as a record.
  func names(_ name: String) -> [String]? {
    if case .record(let fields)? = arguments[name] { fields.map(\.name) } else { nil }
  }

  /// What an asked argument answers; nil where it was left out.
  func asked(_ name: String) -> Asking? {
    if case .asked(let question)? = arguments[name] { Asking(question, scope) } else { nil }
  }
}

/// An asked argument: the one who asks says how often it was asked before.
struct Asking {
  private let question: Question
  private let scope: Scope

  init(_ question: Question, _ scope: Scope) {
    self.question = question
    self.scope = scope
  }

  func callAsFunction(_ it: Value = .null, acc: Value = .null, _ index: Int) throws -> Value {
    try question.answer(Question.Asked(it: it, acc: acc, index: index), scope)
  }

  /// Answers with yes or no.
  func says(_ it: Value = .null, acc: Value = .null, _ index: Int) throws -> Bool {
    try self(it, acc: acc, index).isYes()
  }

  /// Answers with a signal; nil is none.
  func flow(_ it: Value = .null, acc: Value = .null, _ index: Int) throws -> Flow? {
    let answer = try self(it, acc: acc, index)
    if case .null = answer { return nil }
    guard let flow = answer.flow(in: scope.world) else { throw Failure.type("") }
    return flow
  }
}
