/// What is known of a value before the run. `any` is not known; it fits everything.
public indirect enum Type: Sendable, Equatable {
  case any
  case null
  case bool
  case int
  /// A number that may have a fraction; an int is one too.
  case number
  case text
  case list(Type)
  /// A list whose members are known one by one: what zip sends.
  case tuple([Type])
  /// A record; `isClosed` where no other field can be there.
  case record([RecordType.Field], isClosed: Bool)
  case range
  case regex
  case function(arity: Int, returns: Type)
  /// A signal and what it sends; nil where it sends nothing (never, empty).
  case signal(Type)
  case event(Type)
  case failure
  /// A command: how many arguments an execution takes, and what its work sends.
  case command(arity: Int, sends: Type)

  public enum RecordType {
    public struct Field: Sendable, Equatable {
      public let name: String
      public let type: Type
      public init(_ name: String, _ type: Type) {
        self.name = name
        self.type = type
      }
    }
  }

  /// For messages: `a number`, `a signal`, `a list`.
  public var phrase: String {
    switch self {
    case .any: "a value"
    case .null: "nil"
    case .bool: "a yes/no value"
    case .int: "a whole number"
    case .number: "a number"
    case .text: "a string"
    case .list, .tuple: "a list"
    case .record: "a record"
    case .range: "a range"
    case .regex: "a regular expression"
    case .function: "a function"
    case .signal: "a signal"
    case .event: "an event"
    case .failure: "an error"
    case .command: "a command"
    }
  }

  /// In full, for `:type`: `signal of {user: string, n: int}`.
  public var description: String {
    switch self {
    case .any: "any"
    case .null: "nil"
    case .bool: "bool"
    case .int: "int"
    case .number: "number"
    case .text: "string"
    case .list(let item): "list of \(item.description)"
    case .tuple(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
    case .record(let fields, let isClosed):
      "{"
        + (fields.map { "\($0.name): \($0.type.description)" } + (isClosed ? [] : ["…"]))
        .joined(separator: ", ") + "}"
    case .range: "range"
    case .regex: "regex"
    case .function(let arity, let returns):
      "function of \(arity) giving \(returns.description)"
    case .signal(let item): "signal of \(item.description)"
    case .event(let item): "event of \(item.description)"
    case .failure: "error"
    case .command(let arity, let sends): "command of \(arity) giving \(sends.description)"
    }
  }

  /// The narrowest type that holds both.
  public func joined(with other: Type) -> Type {
    if self == other { return self }
    switch (self, other) {
    case (.any, _), (_, .any): return .any
    case (.int, .number), (.number, .int): return .number
    case (.null, _), (_, .null): return .any
    case (.list(let a), .list(let b)): return .list(a.joined(with: b))
    case (.tuple(let a), .tuple(let b)) where a.count == b.count:
      return .tuple(zip(a, b).map { $0.joined(with: $1) })
    case (.tuple(let a), .list(let b)), (.list(let b), .tuple(let a)):
      return .list(a.reduce(b) { $0.joined(with: $1) })
    case (.tuple(let a), .tuple(let b)):
      return .list((a + b).dropFirst().reduce((a + b)[0]) { $0.joined(with: $1) })
    case (.signal(let a), .signal(let b)): return .signal(a.joined(with: b))
    case (.event(let a), .event(let b)): return .event(a.joined(with: b))
    case (.record(let a, _), .record(let b, _)):
      let shared = a.compactMap { field -> RecordType.Field? in
        b.first { $0.name == field.name }.map {
          .init(field.name, field.type.joined(with: $0.type))
        }
      }
      return .record(shared, isClosed: false)
    default: return .any
    }
  }

  /// Whether a value of this type may stand where `wanted` is asked. Unknown fits.
  public func mayBe(_ wanted: Type) -> Bool {
    switch (self, wanted) {
    case (.any, _), (_, .any): true
    case (.int, .number), (.number, .int): true
    case (.list, .list), (.tuple, .list), (.tuple, .tuple), (.list, .tuple): true
    case (.record, .record): true
    case (.function, .function): true
    case (.signal, .signal): true
    // A list or a range stands for the signal that sends its members.
    case (.list, .signal), (.tuple, .signal), (.range, .signal): true
    case (.range, .list): true
    case (.event, .event): true
    case (.command, .command): true
    default: self == wanted
    }
  }
}
