/// The one definition of an operator, source or sink: the checker, help, completion, the manual's
/// tables, diagrams and tests all read it, and the engine makes its stages by it.
public struct Operator: Sendable {
  public enum Role: String, Sendable {
    /// Starts a pipeline.
    case source
    /// Stands after another stage.
    case stage
    /// Either: `merge a, b` and `a | merge b`.
    case sourceOrStage
    /// Ends a pipeline.
    case sink
  }

  public enum Family: String, Sendable, CaseIterable {
    case creating, mapping, filtering, collecting, timing, combining, switching, repeating, errors,
      sharing, watching, input, output, testing
  }

  /// What a stage may hold in memory.
  public enum Memory: Sendable, Equatable {
    case nothing
    /// At most so many values.
    case atMost(Int)
    /// At most what a parameter says.
    case parameter(String)
    /// What the events make of it, up to `Limits.heldValues`: why, in words.
    case growing(String)
    /// Something for each key that the events have, up to `Limits.heldKeys`: what, in words.
    case keys(String)

    /// The most that may be held where no parameter says so.
    public var limit: Int {
      if case .keys = self { Limits.heldKeys } else { Limits.heldValues }
    }
  }

  /// What the result does when the source completes.
  public enum AtEnd: String, Sendable {
    /// The result completes at once.
    case completes
    /// What is held is sent, then the result completes.
    case flushes
    /// The result goes on until something else ends.
    case waits
    /// The result starts over.
    case restarts
    /// A source: completes by itself.
    case ends
    /// A source: never completes by itself.
    case neverEnds
  }

  /// What a stage that keeps nothing from event to event asks its first argument for.
  public enum EventForm: Sendable {
    /// What is sent for the event.
    case transform
    /// Whether the event is sent.
    case test
  }

  /// A name of another library that means this operator with these options.
  public struct Elsewhere: Sendable {
    /// `rx.debounceTime`, `rs.debounce`, `combine.debounce`, `rac.throttle`.
    public let name: String
    /// Named arguments that make it mean what it means there: `onEnd: "drop"`.
    public let options: String
    /// How that library writes it, where that is not the name: `prefix(untilOutputFrom:)`.
    public let written: String?
    /// A difference that options cannot express, or nil.
    public let note: String?
    public init(
      _ name: String, _ options: String = "", written: String? = nil, note: String? = nil
    ) {
      self.name = name
      self.options = options
      self.written = written
      self.note = note
    }
  }

  /// A picture that a test draws again with the engine.
  public struct Example: Sendable {
    public let title: String
    /// The stage (`throttle 300ms`), or for a source the whole pipeline.
    public let stage: String
    /// The diagram of the signal before the stage; nil for a source. Further signals by name.
    public let input: String?
    public let others: [(name: String, diagram: String)]
    public let output: String
    /// Named values for the letters of all diagrams: `a: 1, b: [1, 2]`.
    public let values: String
    /// A statement before the pipeline: what it needs besides signals.
    public let given: String

    public init(
      _ title: String, _ stage: String, given: String = "", in input: String? = nil,
      others: [(name: String, diagram: String)] = [], out output: String, values: String = ""
    ) {
      self.title = title
      self.stage = stage
      self.input = input
      self.others = others
      self.output = output
      self.values = values
      self.given = given
    }
  }

  /// Whether it is an effect on other pipelines: what comes in is sent to a subject.
  public var feedsSubject: Bool {
    parameters.contains { if case .subject = $0.kind { true } else { false } }
  }

  public let name: String
  public let aliases: [String]
  public let family: Family
  public let role: Role
  public let summary: String
  public let parameters: [Parameter]
  public let types: TypeRule
  public let memory: Memory
  public let atEnd: AtEnd
  public let elsewhere: [Elsewhere]
  public let examples: [Example]
  /// Whether what it does can be seen outside in the order of events (it writes, feeds a subject,
  /// calls the user's code for its effect): batches are cut to single events around it.
  public let hasEffects: Bool
  /// Where all it sends it sends at its subscription: what that is.
  public let rowForm: RowForm?
  /// From what is known of the input to what is known of the result; for warnings only.
  public let shape: ShapeRule
  /// What to warn of where the surroundings are unsuitable.
  public let pitfalls: [Pitfall]
  /// An option that says which part of the events passes: where it is left out, the stage gives a
  /// list of signals, one for each of the option's words.
  public let splitOption: String?
  /// Where it does one thing with each event: what its first argument is to that.
  public let eventForm: EventForm?
  /// Where it does nothing but send a signal for each key, of the events that have it: the first
  /// parameter, which gives the key.
  public let groupKey: String?
  /// Where it sends one value at the end: that for many groups at once.
  private(set) var accumulator: (@Sendable (Arguments) throws -> Accumulator)?
  /// Called when the signal is built, for what must exist before any subscription (hot signals).
  public let built: (@Sendable (Signal, Machine) throws -> Void)?
  public let make: @Sendable (Arguments) throws -> Stage

  public init(
    _ name: String, aka aliases: [String] = [], _ family: Family, role: Role = .stage,
    _ summary: String, takes parameters: [Parameter] = [], types: TypeRule,
    holds memory: Memory = .nothing, atEnd: AtEnd = .completes, effects hasEffects: Bool = false,
    rows rowForm: RowForm? = nil, each eventForm: EventForm? = nil,
    splitBy splitOption: String? = nil, groupsBy groupKey: String? = nil, shape: ShapeRule,
    pitfalls: [Pitfall] = [],
    elsewhere: [Elsewhere] = [], examples: [Example],
    built: (@Sendable (Signal, Machine) throws -> Void)? = nil,
    make: @escaping @Sendable (Arguments) throws -> Stage
  ) {
    self.name = name
    self.aliases = aliases
    self.family = family
    self.role = role
    self.summary = summary
    self.parameters = parameters
    self.types = types
    self.memory = memory
    self.atEnd = atEnd
    self.hasEffects = hasEffects
    self.rowForm = rowForm
    self.shape = shape
    self.pitfalls = pitfalls
    self.splitOption = splitOption
    self.eventForm = eventForm
    self.groupKey = groupKey
    self.elsewhere = elsewhere
    self.examples = examples
    self.built = built
    self.make = make
  }
}

extension Operator {
  /// The operator with a form for many groups at once.
  func accumulating(_ make: @escaping @Sendable (Arguments) throws -> Accumulator) -> Operator {
    var made = self
    made.accumulator = make
    return made
  }
}

/// From the types before a stage to the type after it.
public struct TypeRule: Sendable {
  /// What a rule may ask about.
  public struct Context {
    /// What the signal before the stage sends; `.any` for a source.
    public let input: Type
    /// The type of a value argument, of the answers of an asked one, of what a signal argument
    /// sends; nil where it was left out. Variadic ones give a tuple.
    public let argument: (String) -> Type?

    public init(input: Type, argument: @escaping (String) -> Type?) {
      self.input = input
      self.argument = argument
    }
  }

  public let apply: @Sendable (Context) -> Type
  public init(_ apply: @escaping @Sendable (Context) -> Type) { self.apply = apply }

  public static let sameAsInput = TypeRule { $0.input }
  public static func always(_ type: Type) -> TypeRule { TypeRule { _ in type } }
  /// What an argument is, or what the asked one answers.
  public static func argument(_ name: String) -> TypeRule { TypeRule { $0.argument(name) ?? .any } }
  /// What the signals sent by the input send.
  public static let inner = TypeRule { $0.input.sent }
}

extension Type {
  /// What a signal of this type sends; lists and ranges stand for the signal of their members.
  public var sent: Type {
    switch self {
    case .signal(let item), .list(let item): item
    case .tuple(let items):
      items.isEmpty ? .any : items.dropFirst().reduce(items[0]) { $0.joined(with: $1) }
    case .range: .int
    default: .any
    }
  }
}
