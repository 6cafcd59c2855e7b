/// What is known of a signal before it runs: whether it ends, how much it sends, when, and what a
/// subscription to it does. What is not known is never guessed: the values made by `init()` claim
/// nothing.
public struct SignalShape: Sendable {
  /// Whether something happens, if only one listens for long enough.
  public enum Prospect: Int, Comparable, Sendable {
    case never
    /// Only by a mistake of the program: an expression that cannot be worked out.
    case byMistake
    case perhaps
    case surely

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  public enum Timing: Sendable {
    /// All that it sends and its end come in the step of the subscription.
    case atOnce
    /// Nothing comes in the instant of the subscription, but for an error.
    case later
    case unknown
  }

  /// What a subscription does.
  public enum Subscription: Sendable {
    /// Starts it anew.
    case cold
    /// Joins what goes on already.
    case hot
    case unknown
  }

  /// What a cold signal does outside, each time that it is started; the greater includes the lesser.
  public enum Work: Int, Sendable {
    case nothing
    /// Reads files.
    case reads
    /// Does what others can see: writes, sends to a subject, calls code for its effect.
    case acts
  }

  public var completes = Prospect.perhaps
  public var fails = Prospect.perhaps
  /// The values that come for certain, unless it fails before; `unlimited` for one after the other
  /// for ever.
  public var least = 0
  /// The most values that may come; nil where no bound is known.
  public var most: Int?
  public var timing = Timing.unknown
  /// The time between its values, in nanoseconds, where it is always the same.
  public var pace: Int?
  public var subscription = Subscription.unknown
  public var work = Work.nothing
  /// Whether it goes on for ever without leaving the instant of the subscription.
  public var spins = false
  /// Whether it waits for a connection that nothing in sight makes.
  public var waitsForConnection = false
  /// Whether it is ended by another signal: what follows may undo that.
  public var isCutShort = false
  /// Whether that was undone: something goes on for ever behind the cut.
  public var runsOn = false
  public var causes = Causes()
  public var stems: [Stem] = []
  private var innerShape: [SignalShape] = []

  public init() {}

  public static let unlimited = Int.max

  /// What the signals are like that it sends; nil where that is not known, or it sends none.
  public var inner: SignalShape? {
    get { innerShape.first }
    set { innerShape = newValue.map { [$0] } ?? [] }
  }

  public var isSilent: Bool { most == 0 }

  /// Whether it neither completes nor fails, except by a mistake of the program.
  public var isEndless: Bool { completes == .never && fails <= .byMistake }

  /// Where in the program the properties come from that a message may be about.
  public struct Causes: Sendable {
    public var neverCompletes: Place?
    public var silent: Place?
    public var atOnce: Place?
    public var spins: Place?
    public var waitsForConnection: Place?
    public var cutShort: Place?
    public var runsOn: Place?

    public init() {}
  }

  /// A named signal that this one is made from.
  public struct Stem: Sendable {
    public let cell: Cell
    /// Where the name is used.
    public let use: Place?
    /// Whether each event of it gives exactly one here, in the same instant.
    public var isEachAtOnce: Bool
    /// Whether a subscription here makes one there.
    public var isStarted: Bool
    public let work: Work
    public let timing: Timing

    public init(_ cell: Cell, use: Place?, shape: SignalShape) {
      self.cell = cell
      self.use = use
      isEachAtOnce = true
      isStarted = shape.subscription == .cold
      work = shape.work
      timing = shape.timing
    }
  }
}
