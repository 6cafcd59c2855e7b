/// One end of a channel: what is sent to it comes out of the other end, as in RACChannelTerminal.
public final class Terminal: @unchecked Sendable {
  /// What comes out here.
  let values: Subject
  /// Where what is sent to this end goes; also by what name it sends to a var.
  let target: Subject
  /// The var whose current value and changes come out here, those from this end left out.
  let property: Subject?
  /// Whether a new subscriber gets what was there before it.
  let isFresh: Bool

  init(values: Subject, target: Subject, property: Subject? = nil, isFresh: Bool = false) {
    self.values = values
    self.target = target
    self.property = property
    self.isFresh = isFresh
  }

  /// The end that a signal is; nil for what is none.
  public static func of(_ signal: Signal) -> Terminal? { signal.shared as? Terminal }

  /// The same end, of which new subscribers get only what comes.
  public var fresh: Terminal {
    Terminal(values: values, target: target, property: property, isFresh: true)
  }

  public func send(_ value: Value) { target.send(value) }
  public func finish(_ end: End) { target.finish(end) }

  /// The same for all ends that lead to one var or belong to one channel.
  public var identity: Subject { property ?? target }

  /// As a value of the language.
  public var signal: Signal {
    let signal = Signal(Operator.terminal)
    signal.shared = self
    return signal
  }
}

/// Two ends; the end of one is the end of both, and later subscribers are told of it.
public struct Channel {
  public let leading: Terminal
  public let following: Terminal

  /// RACChannel: a new subscriber of the following end gets the latest value, one of the leading end
  /// none.
  public init() {
    let (leading, following) = (Subject(.replay(0)), Subject(.replay(1)))
    Channel.join(leading, following)
    self.leading = Terminal(values: leading, target: following)
    self.following = Terminal(values: following, target: leading)
  }

  /// RACChannelTo: the leading end is a var. Its following end sends the current value, then the
  /// changes that others make; what is sent to it sets the var, a nil as what replaces it.
  public init(over property: Subject, _ run: Run) {
    let (leading, following) = (Subject(.replay(0)), Subject(.replay(0)))
    leading.relay = Subject.Relay(
      next: { [unowned leading] in property.send(property.replacingNil($0), from: leading) },
      end: { [weak run, weak following] end in
        guard let following, !following.hasEnded else { return }
        following.finish(end)
        // A var never fails: whoever sent an error to it has made a mistake.
        if case .failed(let failure) = end {
          let message = "an error was sent to a var, which cannot fail: \(failure.message)"
          run?.badRecords.report(Failure(kind: failure.kind, Text(message)))
        }
      })
    following.relay = Subject.Relay(next: { _ in }) { [weak leading] in leading?.finish($0) }
    self.leading = Terminal(values: leading, target: following)
    self.following = Terminal(values: following, target: leading, property: property)
  }

  private static func join(_ leading: Subject, _ following: Subject) {
    leading.relay = Subject.Relay(next: { _ in }) { [weak following] in following?.finish($0) }
    following.relay = Subject.Relay(next: { _ in }) { [weak leading] in leading?.finish($0) }
  }
}

extension Operator {
  /// Behind the ends of a channel; no name of the language.
  static let terminal = Operator(
    "terminal", .sharing, role: .source, "An end of a channel.", types: .always(.any),
    atEnd: .neverEnds, shape: ShapeRule { _ in .fed }, examples: []
  ) { args in
    guard let terminal = Terminal.of(args.signal) else {
      throw Failure.type("an end of a channel was needed", at: args.place)
    }
    return TerminalStage(args.run, terminal)
  }
}

/// A subscription to an end of a channel.
final class TerminalStage: Stage {
  private static let property = 1
  private let terminal: Terminal
  /// What comes while it subscribes is what was there before.
  private var isStarting = true

  init(_ run: Run, _ terminal: Terminal) {
    self.terminal = terminal
    super.init(run)
  }

  override func start() {
    if let property = terminal.property { listen(to: property, input: TerminalStage.property) }
    listen(to: terminal.values, input: 0)
    isStarting = false
  }

  private func listen(to subject: Subject, input: Int) {
    let stage = SubjectStage(run, subject)
    attach(stage, input: input)
    run.begin(stage)
  }

  override func next(_ value: Value, _ input: Int) {
    if isStarting, terminal.isFresh { return }
    if input == TerminalStage.property, terminal.property?.sender === terminal.target { return }
    send(value)
  }
}

/// A channel as a value: a record of its two ends.
public final class ChannelExpr: Expr, @unchecked Sendable {
  private let property: Expr?

  /// `property`: gives the signal of the var that it leads to.
  public init(over property: Expr?, _ place: Place?) {
    self.property = property
    super.init(place)
  }

  public override func evaluate(_ frame: Frame) throws -> Value {
    var channel = Channel()
    if let property, let run = frame.machine.run,
      case .signal(let signal) = try property.evaluate(frame),
      let subject = Subject.standing(behind: signal)
    {
      channel = Channel(over: subject, run)
    }
    return .record(
      try Record(pairs: [
        ("leading", .signal(channel.leading.signal)),
        ("following", .signal(channel.following.signal)),
      ]))
  }

  /// What is known of it before the run.
  public static let type = Type.record(
    [.init("leading", .signal(.any)), .init("following", .signal(.any))], isClosed: true)
}
