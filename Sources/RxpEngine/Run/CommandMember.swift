import RxpText

/// The signals of a command: `login.executing` and the like.
public enum CommandMember: String, CaseIterable, Sendable {
  /// Whether something is being executed.
  case executing
  /// The signal of each execution; its errors are left out.
  case executionSignals
  /// The errors of executions, as values.
  case errors
  /// Whether it may be executed now.
  case enabled
  /// Whether several executions may go on at once; the only one that can be set.
  case concurrent

  /// What it is, of a command whose works send the given type.
  public func type(sends: Type) -> Type {
    switch self {
    case .executing, .enabled, .concurrent: .signal(.bool)
    case .errors: .signal(.failure)
    case .executionSignals: .signal(.signal(sends))
    }
  }

  private static let operators: [CommandMember: Operator] = {
    var made: [CommandMember: Operator] = [:]
    for member in allCases {
      made[member] = Operator(
        member.rawValue, .sharing, role: .source, "A signal of a command.",
        types: .always(member.type(sends: .any).sent), atEnd: .neverEnds,
        shape: ShapeRule { _ in .fed }, examples: []
      ) { args in
        guard let command = args.signal.shared as? Command else {
          throw Failure.type("\(member.rawValue) belongs to a command", at: args.place)
        }
        return member.stage(args.run, command)
      }
    }
    return made
  }()

  private func stage(_ run: Run, _ command: Command) -> Stage {
    switch self {
    case .executing: SubjectStage(run, command.executing)
    case .enabled: SubjectStage(run, command.enabled)
    case .errors: SubjectStage(run, command.errors)
    case .concurrent: SubjectStage(run, command.concurrent)
    case .executionSignals: ExecutionSignalsStage(run, command)
    }
  }

  func signal(of command: Command) -> Signal? {
    guard let definition = CommandMember.operators[self] else { return nil }
    let signal = Signal(definition)
    signal.shared = command
    return signal
  }
}

extension Command {
  /// The signal of a name; nil where it has none.
  func member(_ name: Text) -> Signal? {
    CommandMember(rawValue: name.string)?.signal(of: self)
  }
}

/// A subscription to a command's `executionSignals`: gets each execution that begins after it, in a
/// later step.
final class ExecutionSignalsStage: Stage {
  private let command: Command
  private var waiting = Fifo<Signal>()
  private var isLast = false

  init(_ run: Run, _ command: Command) {
    self.command = command
    super.init(run)
  }

  override func start() { command.add(self) }
  override func stopped() { command.remove(self) }

  func announce(_ execution: Signal) {
    waiting.append(execution)
    wakeLater()
  }

  func announceEnd() {
    isLast = true
    wakeLater()
  }

  override func timer(_ token: Int) {
    if let execution = waiting.popFirst() { send(.signal(execution)) } else if isLast { complete() }
  }

  /// One execution as it is seen here: an error of it is an end like any other, for `errors` tells it.
  static let execution = Operator(
    "execution", .sharing, "What an execution sends.", types: .sameAsInput,
    shape: ShapeRule { $0.input.forgiven }, examples: []
  ) { args in
    QuietStage(args.run)
  }
}

/// Passes values; completes at whatever end.
private final class QuietStage: Stage {
  override func next(_ value: Value, _ input: Int) { send(value) }
  override func ended(_ end: End, _ input: Int) { complete() }
}
