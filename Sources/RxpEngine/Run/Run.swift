/// One loop that owns a graph: its clock, its timers, its sources, what is alive.
///
/// On the virtual clock time jumps to the next timer when nothing else can happen at this instant;
/// on the real one the loop sleeps in the host.
public final class Run {
  public struct Options: Sendable {
    public var isVirtual = false
    /// The most events a batch may have; never seen in what comes out.
    public var batchLimit = Limits.batchRows
    /// Stops the run at this instant; what is alive then is let go of.
    public var limit: Instant?
    /// Past this instant only so many more timers fire before the run is stopped: for tests, whose
    /// signals need not end.
    public var horizon: (instant: Instant, firings: Int)?
    /// How many steps, each brought about by the one before, an instant of the virtual clock may have.
    public var instantSteps = Limits.instantSteps
    /// Strings are written as JSON too.
    public var printsJSON = false
    /// How large files are read.
    public var ahead = ReadAhead()
    public init() {}
  }

  /// How large files are read; never seen in what comes out.
  public struct ReadAhead: Sendable {
    /// How many threads, the loop's included, may work on one.
    public var threads = 1
    /// How much of a file is read before it counts as large, in bytes.
    public var from = Limits.largeFileBytes
    /// How much is read at once, in bytes.
    public var blockBytes = LineReader.blockBytes
    public init() {}
  }

  // What other modules see stands first: their code knows the places of these.

  public let host: any Host
  public let options: Options
  /// The files of the command line: what sources without file names read; none: standard input.
  public var inputFiles: [String] = []
  /// Turns a path of the program into one to open: relative to the program's folder, checked
  /// against what the program may touch. Throws where it may not.
  public var resolve: (_ path: String, _ access: Access) throws -> String = { path, _ in path }
  /// Asked before a program is started or the network is used. Throws where that may not be.
  public var authorize: (_ use: Use, _ subject: String) throws -> Void = { _, _ in }
  /// Where programs start; nil: in the working directory.
  public var folder: String?
  /// What Ctrl-C does; without it the run is stopped.
  public var onInterrupt: (() -> Void)?
  /// The live text field, where there is one: what `text` listens to. Without it `text` reads lines.
  public var textField: Subject?
  public private(set) var machine: Machine!
  /// The instant of what is happening now.
  public private(set) var now: Instant = 0
  /// How many events a batch may have: 1 while the program has effects that would show batches.
  public internal(set) var batchLimit: Int
  /// Stages that have not ended: a test compares it before and after.
  public internal(set) var liveStages = 0
  /// Tells of input that cannot be read as what it should be.
  public private(set) lazy var badRecords = BadRecords(self)
  /// The length of a column of diagrams that do not say theirs.
  public var frame = 100 * Time.millisecond
  /// When diagrams were subscribed to and let go of, by their signal, in order.
  public private(set) var subscriptionLog: [ObjectIdentifier: [SubscriptionRecord]] = [:]
  /// Set by what ends the whole run: a closed standard output, `--for`, Ctrl-C.
  public private(set) var stopReason: StopReason?

  /// Subscriptions of statements and `at` statements to come: the run ends when there are none.
  private var roots: [Stage] = []
  /// Commands of the program: they live as long as the run, but do not keep it alive.
  private var commands: [Command] = []
  private var timers = TimerHeap()
  private var sequence: UInt64 = 0
  private static let rankShift: UInt64 = 60
  private static let sequenceMask: UInt64 = 1 << rankShift - 1
  private var steps = InstantSteps()
  private var deadTimers = 0
  private var firedBeyond = 0
  private var askings = 0
  private var lastFlush = 0
  private var sources: [SourceStage] = []
  /// Standard input, for all that read it.
  private lazy var inputBytes = InputBytes(host.standardInput)
  private(set) lazy var inputLines = InputLines(self, inputBytes)
  private(set) lazy var inputKeys = InputKeys(self, inputBytes)
  /// How many stages hand events to somebody slower than the run: see `Stage.isFull`.
  var slowReceivers = 0
  /// Stages that write.
  private var outputs: [OutputStage] = []
  private var isFlushing = false
  /// Whether a stage has written since the last flush.
  var hasWritten = false
  let zero: Int
  /// The threads of the run, once there are several.
  var crew: Crew?
  /// When to wait no longer for other threads to let go.
  private var lingersUntil: Int?
  /// The place in the order of instants of the timer that is firing.
  private(set) var firing: UInt64 = 0
  /// Where the event came from that is being worked on.
  var origin: (name: String, line: Int)?

  public enum Access: Sendable { case read, write }

  /// What is more than reading and writing files.
  public enum Use: Sendable { case program, network }

  public enum StopReason: Sendable, Equatable { case interrupted, outputClosed, timeLimit, asked }

  /// One subscription to a diagram.
  public struct SubscriptionRecord: Sendable, Equatable {
    public var start: Instant
    public var end: Instant?
    public init(start: Instant, end: Instant? = nil) {
      self.start = start
      self.end = end
    }
  }

  /// What comes first among what is due at one instant.
  public enum Rank: UInt64 {
    /// Subscriptions and lettings-go that an expectation asks for.
    case expectation = 0
    /// Events of hot signals, `at` statements, recorded events: scheduled before the run begins.
    case given = 1
    case ordinary = 2
  }

  public convenience init(host: any Host, options: Options = Options()) {
    self.init(host: host, options: options, zero: options.isVirtual ? 0 : host.monotonicNow())
  }

  /// `zero`: the host's instant that is instant 0 here.
  init(host: any Host, options: Options, zero: Int) {
    self.host = host
    self.options = options
    batchLimit = max(1, min(options.batchLimit, Limits.batchRows))
    self.zero = zero
    machine = Machine(self)
  }

  // The heap's entries first: they belong to stages that go with the roots.
  deinit { timers.removeAll() }

  var originText: String? { origin.map { "\($0.name):\($0.line)" } }

  // MARK: Graph

  /// The stage of a signal for one subscription; one that fails where its arguments are wrong.
  func make(_ signal: Signal) -> Stage {
    if signal.isOnBackground || crew != nil, let home = home(of: signal),
      let stage = imported(signal, from: home)
    {
      return stage
    }
    let stage: Stage
    do {
      stage = try signal.definition.make(Arguments(signal: signal, run: self))
    } catch {
      stage = FailingStage(self, Failure.of(error).at(signal.place))
    }
    stage.signal = signal
    return stage
  }

  func begin(_ stage: Stage) {
    if stage.isDone { return }
    do { try stage.start() } catch { stage.fail(error) }
  }

  /// Subscribes an observer (or a sink's root) to a signal; the run lives until it has ended.
  public func subscribe(_ signal: Signal, _ observer: Stage) {
    roots.append(observer)
    observer.connect(signal)
  }

  /// Keeps the run alive until the stage ends.
  public func keep(_ stage: Stage) { roots.append(stage) }

  /// No longer keeps the run alive because of the stage.
  func release(_ stage: Stage) {
    if let at = roots.lastIndex(where: { $0 === stage }) { roots.remove(at: at) }
  }

  /// Starts a command.
  func attend(_ command: Command) {
    commands.append(command)
    begin(command)
  }

  func forget(_ command: Command) { commands.removeAll { $0 === command } }

  /// Tells commands that no execution can come any more; whether one had not known.
  private func closeCommands() -> Bool {
    var isNews = false
    for command in commands where command.close() { isNews = true }
    return isNews
  }

  func stageEnded(_ stage: Stage) {
    if let at = roots.firstIndex(where: { $0 === stage }) { roots.remove(at: at) }
    if let source = stage as? SourceStage, let at = sources.firstIndex(where: { $0 === source }) {
      sources.remove(at: at)
    }
    if timers.count > 64 {
      deadTimers += 1
      if deadTimers * 2 > timers.count {
        timers.sweep()
        deadTimers = 0
      }
    }
  }

  func register(_ source: SourceStage) { sources.append(source) }

  func register(_ output: OutputStage) { outputs.append(output) }
  func remove(_ output: OutputStage) { outputs.removeAll { $0 === output } }

  /// Whether something went wrong that ended no signal: records that could not be read.
  public var hadErrors: Bool { badRecords.hasReported }

  public var isStopped: Bool { stopReason != nil }
  public var isOver: Bool { stopReason != nil || roots.isEmpty && !isLingering }

  /// How long other threads may take to let go of what is over.
  private static let longestLinger = 100 * Time.millisecond

  private var isLingering: Bool {
    guard let crew, crew.bridges > 0 else {
      lingersUntil = nil
      return false
    }
    let time = host.monotonicNow()
    let end = lingersUntil ?? Time.sum(time, Run.longestLinger)
    lingersUntil = end
    return time < end
  }

  /// Lets go of everything, at once and for good.
  public func stop(_ reason: StopReason) {
    if stopReason == nil { stopReason = reason }
    for root in roots { root.cancel() }
    roots = []
    for command in commands { command.cancel() }
    crew?.end()
  }

  /// Asked by whoever loops for long: whether to go on. Notices Ctrl-C, and lets what has been
  /// written be seen while the loop is busy.
  public func mayGoOn() -> Bool {
    if stopReason != nil { return false }
    askings &+= 1
    if askings & 63 == 0 { flushWhenDue() }
    if host.isInterrupted { noticeInterrupt() }
    return stopReason == nil
  }

  func noticeInterrupt() {
    if let onInterrupt { onInterrupt() } else { stop(.interrupted) }
  }

  /// From now on events go one by one: something has come that would show batches.
  public func cutBatches() { batchLimit = 1 }

  // MARK: Time

  func schedule(_ stage: Stage, at instant: Instant, token: Int, rank: Rank = .ordinary) {
    timers.insert(
      TimerHeap.Entry(
        instant: max(instant, now), sequence: reserve(rank), token: token,
        stage: .passUnretained(stage)))
  }

  /// A place in the order of an instant, taken now for a timer that may be set later.
  func reserve(_ rank: Rank = .ordinary) -> UInt64 {
    sequence += 1
    return rank.rawValue << Run.rankShift | sequence
  }

  func schedule(_ stage: Stage, at instant: Instant, token: Int, place: UInt64) {
    timers.insert(
      TimerHeap.Entry(
        instant: max(instant, now), sequence: place, token: token, stage: .passUnretained(stage)))
  }

  /// Drops the timers of a stage that goes with its graph as it stands.
  func forget(_ stage: Stage) { timers.removeAll(of: stage) }

  /// Does something at an instant; the run lives until then.
  public func perform(at instant: Instant, rank: Rank = .given, _ action: @escaping () -> Void) {
    let stage = ActionStage(self, action)
    roots.append(stage)
    schedule(stage, at: instant, token: 0, rank: rank)
  }

  /// Timers that are set and whose stages have not ended: a test compares it before and after.
  public var liveTimers: Int { timers.entries.reduce(0) { $0 + ($1.counts ? 1 : 0) } }
  /// Whose timers they are.
  var liveTimerStages: [Stage] {
    timers.entries.filter { !$0.isDead }.map { $0.stage.takeUnretainedValue() }
  }

  /// The monotonic instant (the host's) of the next timer, for whoever waits on the run's behalf.
  public var nextDeadline: Int? {
    while let first = timers.first {
      if !first.isDead { return Time.sum(first.instant, zero) }
      timers.removeFirst().stage._withUnsafeGuaranteedRef { $0.letGoOfHold() }
    }
    return nil
  }

  /// What the run waits on besides time.
  public var waitedReaders: [any ByteReader] {
    var readers = sources.compactMap { source -> (any ByteReader)? in
      guard !isHeldBack(source), let reader = source.reader, reader.mayBlock else { return nil }
      return reader
    }
    if let crew, crew.bridges > 0 || crew.main != nil { readers.append(crew.inbox.waker) }
    return readers
  }

  // MARK: The loop

  /// Runs until nothing is alive or nothing can happen any more. Then the commands of the program end:
  /// who listens to their signals is told, and may go on.
  ///
  /// - Parameter closes: false where the run is a window on a program that goes on.
  public func runToEnd(closingCommands closes: Bool = true) {
    while !isOver {
      guard mayGoOn() else { return }
      if round() { continue }
      if isOver { return }
      if options.isVirtual {
        // A failure to write is one of the instant in which it was written.
        if hasWritten { flushOutput() }
        let readers = waitedReaders
        if readers.isEmpty, let next = nextTimer, next != Time.forever {
          advance(to: next)
          continue
        }
        flushOutput()
        if readers.isEmpty {
          // Nothing is left that could happen: what still waits, waits in vain.
          if closes, closeCommands() { continue }
          return
        }
        host.wait(for: readers, until: nil)
      } else {
        flushOutput()
        let deadline = nextDeadline
        let readers = waitedReaders
        if deadline == nil && readers.isEmpty {
          if closes, closeCommands() { continue }
          return
        }
        let last = roots.isEmpty ? lingersUntil : nil
        host.wait(for: readers, until: [deadline, last].compactMap { $0 }.min())
      }
    }
  }

  /// Brings `now` up to the real clock: before something from outside the loop happens.
  public func synchronize() {
    if !options.isVirtual { advance(to: host.monotonicNow() - zero) }
  }

  /// Everything that can happen now without waiting; whether anything did.
  public func round() -> Bool {
    synchronize()
    var happened = fireDue()
    if let crew, crew.inbox.perform() { happened = true }
    for source in sources where !source.isDone && !isHeldBack(source) {
      guard mayGoOn() else { return true }
      origin = nil
      switch source.takeTurn() {
      case .progressed: happened = true
      case .nothing: break
      }
    }
    return happened
  }

  /// Whether a source reads for a stage that has more than it can pass on.
  private func isHeldBack(_ source: SourceStage) -> Bool { slowReceivers > 0 && source.isHeldBack }

  /// On the virtual clock: goes to the next timer, if there is one.
  public func jump() -> Bool {
    guard options.isVirtual, let next = nextTimer, next != Time.forever else { return false }
    advance(to: next)
    return true
  }

  private var nextTimer: Instant? {
    _ = nextDeadline
    return timers.first?.instant
  }

  private func fireDue() -> Bool {
    var happened = false
    while let first = timers.first, first.instant <= now {
      let entry = timers.removeFirst()
      defer { entry.stage._withUnsafeGuaranteedRef { $0.letGoOfHold() } }
      if entry.isDead { continue }
      happened = true
      origin = nil
      firing = entry.sequence
      steps.fire(entry.sequence & Run.sequenceMask, newest: sequence, at: now)
      if let horizon = options.horizon, now > horizon.instant {
        firedBeyond += 1
        if firedBeyond > horizon.firings {
          stop(.asked)
          return true
        }
      }
      // Nothing else may keep it: what it tells may be the end of all who know of it.
      let stage = entry.stage.takeUnretainedValue()
      withExtendedLifetime(stage) {
        do {
          try checkSteps(of: stage)
          try stage.timer(entry.token)
        } catch { stage.fail(error) }
      }
      if !mayGoOn() { return true }
      // Time passes, and others have their turn, also where one always has something to do.
      if !options.isVirtual, steps.count >= Limits.turnRows { return true }
    }
    return happened
  }

  /// On the virtual clock what always has something more to do at once would stop time for good.
  private func checkSteps(of stage: Stage) throws {
    if options.isVirtual, steps.count > options.instantSteps {
      let name = stage.signal?.name ?? "this"
      throw Failure(
        kind: "limit",
        Text(
          "\(name) does more than \(options.instantSteps) things one after the other at one instant: "
            + "let time pass between them, with a delay"))
    }
  }

  /// Moves the clock; stops the run where its limit of time is reached.
  private func advance(to instant: Instant) {
    now = max(now, instant)
    if let limit = options.limit, now >= limit {
      now = max(limit, 0)
      // What is due at the limit itself still happens on neither clock: the run lasts [0, limit).
      stop(.timeLimit)
    }
  }

  // MARK: Watching

  func log(subscriptionTo signal: Signal) {
    subscriptionLog[ObjectIdentifier(signal), default: []].append(SubscriptionRecord(start: now))
  }

  /// Of several open ones the oldest is the one that ends.
  func log(releaseOf signal: Signal, started: Instant) {
    guard let records = subscriptionLog[ObjectIdentifier(signal)],
      let at = records.firstIndex(where: { $0.end == nil && $0.start == started })
    else { return }
    subscriptionLog[ObjectIdentifier(signal)]?[at].end = now
  }

  /// Fails where a stage holds more than is allowed without being told otherwise.
  @inline(__always)
  func checkHeld(_ count: Int, by stage: Stage) throws {
    if count > Limits.heldValues { try checkHeld(count, by: stage.signal) }
  }

  func checkHeld(_ count: Int, by signal: Signal) throws {
    let limit = signal.definition.memory.limit
    if count > limit {
      throw Failure(kind: "limit", Text("\(signal.name) holds more than \(limit) values"))
    }
  }

  /// Writes a value to standard output as a line, as `print` does.
  public func printLine(_ value: Value) {
    var line: [UInt8] = []
    value.appendLine(to: &line, asJSON: options.printsJSON)
    hasWritten = true
    do { try line.withUnsafeBytes { try host.standardOutput.write($0) } } catch {
      tell(error)
    }
  }

  /// Output waits for so long at most while the loop is busy.
  private static let longestWait = 50 * Time.millisecond

  private func flushWhenDue() {
    let time = host.monotonicNow()
    if time - lastFlush < Run.longestWait { return }
    lastFlush = time
    flushOutput()
  }

  /// Brings out what has been written so far. A failure is one of the stages that wrote.
  public func flushOutput() {
    if isFlushing { return }
    isFlushing = true
    hasWritten = false
    defer { isFlushing = false }
    do { try host.standardOutput.flush() } catch {
      let writing = outputs.filter { $0.writer === host.standardOutput }
      if writing.isEmpty { return tell(error) }
      for stage in writing { stage.writeFailed(error) }
    }
    for stage in outputs where stage.writer !== host.standardOutput {
      do { try stage.writer.flush() } catch { stage.writeFailed(error) }
    }
  }

  /// Tells of a failure to write where no stage can fail by it.
  func tell(_ error: any Error) {
    if let failure = outputFailed(error) { badRecords.report(failure) }
  }

  /// A closed pipe ends the run quietly; anything else is an error of the stage that wrote.
  @discardableResult
  public func outputFailed(_ error: any Error) -> Failure? {
    if let host = error as? HostError, host.isClosedPipe {
      stop(.outputClosed)
      return nil
    }
    return Failure.of(error)
  }
}

/// A stage whose arguments were wrong: fails at subscription.
final class FailingStage: Stage {
  private let failure: Failure
  init(_ run: Run, _ failure: Failure) {
    self.failure = failure
    super.init(run)
  }
  override func start() { fail(failure) }
}

/// Something to do at an instant: an `at` statement, a subscription that an expectation asks for.
private final class ActionStage: Stage {
  private let action: () -> Void
  init(_ run: Run, _ action: @escaping () -> Void) {
    self.action = action
    super.init(run)
  }
  override func timer(_ token: Int) {
    cancel()
    action()
  }
}

/// The end of a pipeline: hands events to whoever asked for them.
public final class Observer: Stage {
  private let onNext: (Value) -> Void
  private let onEnd: (End) -> Void
  public init(_ run: Run, next: @escaping (Value) -> Void, end: @escaping (End) -> Void) {
    onNext = next
    onEnd = end
    super.init(run)
  }
  public override func next(_ value: Value, _ input: Int) { onNext(value) }
  public override func ended(_ end: End, _ input: Int) {
    cancel()
    onEnd(end)
  }
}

/// A source that is read in turns: files, standard input.
open class SourceStage: Stage {
  public enum Turn { case progressed, nothing }
  /// What to wait on; nil for what is always ready.
  open var reader: (any ByteReader)? { nil }
  /// Delivers at most `Limits.turnRows` events.
  open func turn() throws -> Turn { .nothing }

  open override func start() throws { run.register(self) }

  final func takeTurn() -> Turn {
    do { return try turn() } catch {
      fail(error)
      return .progressed
    }
  }
}
