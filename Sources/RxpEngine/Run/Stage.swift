/// One running operator of one subscription.
///
/// The plain form is event by event: override `next`, and `ended` and `timer` where needed. It runs
/// correctly in batches: what is sent while a batch is received is gathered and handed on as a
/// batch. A kernel for whole batches overrides `receive` besides: single events come to `next`.
///
/// A stage that has ended, in whatever way, has let go of everything: its upstreams are cancelled
/// first, then the end is told downstream (E3). Nothing is delivered to it or by it afterwards (E4).
open class Stage {
  /// The run that owns it; it outlives its stages.
  public internal(set) unowned(unsafe) final var run: Run
  public internal(set) final var signal: Signal!
  public internal(set) final var isDone = false
  /// What it sends to, and as which input there. The receiver owns it, not the other way round.
  private final var receiver: Unmanaged<Stage>?
  public private(set) final var receiverInput = 0
  /// How many calls into it are under way and how many timers it has: it must not be freed
  /// meanwhile. Counting them costs a tenth of retaining it for each event.
  private final var holds = 0
  /// It has ended while it was held: it keeps itself alive.
  private final var outlivesItsEnd = false
  /// Its place in the receiver's `upstreams`.
  fileprivate final var slot = 0
  public private(set) final var upstreams: [Stage] = []
  /// What is sent while a batch is received; made at the first need.
  private final var gathered: Batch?
  private final var isGathering = false

  public init(_ run: Run) {
    self.run = run
    if isCounted { run.liveStages += 1 }
  }

  // Of a graph that is dropped as it stands.
  deinit {
    for upstream in upstreams { upstream.receiver = nil }
    if holds > 0 { run.forget(self) }
  }

  // MARK: What an operator overrides

  /// Subscribes to what it works on: by default to the stage before it, as input 0.
  open func start() throws {
    if let upstream = signal.upstream { connect(upstream) }
  }

  /// One event from an input.
  open func next(_ value: Value, _ input: Int) throws {}

  /// An input has ended; by default this ends the result in the same way.
  open func ended(_ end: End, _ input: Int) throws { finish(end) }

  /// A timer set by `wake` is due.
  open func timer(_ token: Int) throws {}

  /// It has ended or was let go of: free what it holds.
  open func stopped() {}

  /// Whether it counts as alive until it has ended, with its timers: what no one can let go of does
  /// not.
  var isCounted: Bool { true }

  /// Whether it has more than it can pass on: what is read in turns for it is not read meanwhile.
  /// Only asked while `run.slowReceivers` says so.
  var isFull: Bool { false }

  /// Whether one of those that it sends to, near or far, is full.
  final var isHeldBack: Bool {
    var next = receiver
    while let stage = next {
      let (isFull, after) = stage._withUnsafeGuaranteedRef { ($0.isFull, $0.receiver) }
      if isFull { return true }
      next = after
    }
    return false
  }

  /// A batch from an input; by default its events one by one.
  open func receive(_ batch: Batch, _ input: Int) {
    if batch.count == 1 {
      if let origin = batch.origin { run.origin = origin.place(of: 0) }
      step(batch, 0, input)
      return
    }
    let outermost = !isGathering
    isGathering = true
    for row in 0..<batch.count {
      if isDone { break }
      if let origin = batch.origin { run.origin = origin.place(of: row) }
      step(batch, row, input)
    }
    if outermost {
      isGathering = false
      flush()
    }
  }

  private final func step(_ batch: Batch, _ row: Int, _ input: Int) {
    do { try next(batch[row], input) } catch { fail(error, at: batch.whole(row)) }
  }

  private final func step(_ value: Value, _ input: Int) {
    do { try next(value, input) } catch { fail(error, at: value) }
  }

  /// What of the events of an input it and all after it look at: so that a source of records need
  /// not read the rest. By default all.
  open func fieldsNeeded(_ input: Int) -> FieldNeeds { .all }

  /// What it does with a row, where that can be done ahead; nil where it cannot.
  var rowStep: RowStep? { nil }

  // MARK: What an operator calls

  /// What it sends to.
  final var after: Stage? { receiver?.takeUnretainedValue() }

  /// What all after it look at.
  public final var fieldsNeededAfter: FieldNeeds {
    receiver?._withUnsafeGuaranteedRef { $0.fieldsNeeded(receiverInput) } ?? .all
  }

  /// Sends an event downstream.
  public final func send(_ value: Value) {
    if isDone { return }
    if isGathering {
      gather(value)
      return
    }
    guard let receiver else { return }
    receiver._withUnsafeGuaranteedRef {
      $0.hold()
      $0.step(value, receiverInput)
      $0.letGoOfHold()
    }
  }

  private final func gather(_ value: Value) {
    if let gathered, !gathered.canAppend(from: run.origin) { flush() }
    let batch = gathered ?? Batch()
    gathered = batch
    batch.append(value, from: run.origin)
    if batch.count >= run.batchLimit { flush() }
  }

  /// For who sends by it without owning it: it stays alive until the call is over.
  final func sendHeld(_ value: Value) {
    hold()
    send(value)
    letGoOfHold()
  }

  final func hold() { holds &+= 1 }

  @inline(__always)
  final func letGoOfHold() {
    holds &-= 1
    if outlivesItsEnd, holds == 0 { letFree() }
  }

  private final func letFree() {
    outlivesItsEnd = false
    Unmanaged.passUnretained(self).release()
  }

  private final func hand(_ batch: Batch) {
    guard let receiver else { return }
    receiver._withUnsafeGuaranteedRef {
      $0.hold()
      $0.receive(batch, receiverInput)
      $0.letGoOfHold()
    }
  }

  /// Sends a whole batch downstream, after what was gathered before it.
  public final func send(_ batch: Batch) {
    if isDone || batch.count == 0 { return }
    if isGathering {
      for row in 0..<batch.count where !isDone { send(batch[row]) }
      return
    }
    hand(batch)
  }

  /// Passes on the rows for which a test says yes, as they are; a mistake comes after those before it.
  final func passRows(of batch: Batch, _ test: (Value) throws -> Bool) {
    let passed = Batch()
    let mask = Batch.Columns()
    var mistake: (error: any Error, row: Int)?
    for row in 0..<batch.count {
      if let origin = batch.origin { run.origin = origin.place(of: row) }
      do { mask.words[row] = try test(batch[row]) ? 1 : 0 } catch {
        mistake = (error, row)
        break
      }
    }
    passed.keep(mask.words, from: batch, rows: mistake?.row)
    send(passed)
    if let (error, row) = mistake, !isDone {
      if let origin = batch.origin { run.origin = origin.place(of: row) }
      fail(error, at: batch.whole(row))
    }
  }

  /// Hands on what was gathered, so that a receiver has it before anything else happens.
  public final func flush() {
    guard let batch = gathered, batch.count > 0, !isDone else { return }
    // What is sent during the call is gathered in another.
    gathered = nil
    let origin = run.origin
    hand(batch)
    // What is at work here is not what was gathered.
    run.origin = origin
    batch.clear()
    if gathered == nil { gathered = batch }
  }

  /// Ends the result: inputs are let go of, then the end is told.
  public final func finish(_ end: End) {
    if isDone { return }
    flush()
    if isDone { return }
    let receiver = self.receiver?.takeUnretainedValue()
    release()
    // What is sent because of an end comes from no line; what goes on behind it comes from its own.
    let origin = run.origin
    run.origin = nil
    receiver?.upstreamEnded(self, end)
    run.origin = origin
  }

  public final func complete() { finish(.completed) }

  /// Ends the result with an error that arose here.
  public final func fail(_ error: any Error, at value: Value? = nil) {
    let failure = Failure.of(error).at(signal?.place, subject: value, origin: run.originText)
    finish(.failed(failure))
  }

  /// Lets go of this stage and all it works on: idempotent, nothing is sent.
  public final func cancel() {
    if isDone { return }
    release()
  }

  /// Subscribes to a signal as one of the inputs. Its events may come during the call.
  @discardableResult
  public final func connect(_ signal: Signal, input: Int = 0) -> Stage {
    // What was sent before must have its effect first: it may be that nothing more is wanted, and
    // timers that are set by it come before those of the new input.
    if isGathering { flush() }
    let stage = run.make(signal)
    attach(stage, input: input)
    run.begin(stage)
    return stage
  }

  /// Takes a stage made elsewhere as an input, without starting it.
  final func attach(_ stage: Stage, input: Int) {
    stage.receiver = Unmanaged.passUnretained(self)
    stage.receiverInput = input
    if isDone {
      stage.cancel()
      return
    }
    stage.slot = upstreams.count
    upstreams.append(stage)
  }

  /// Hears nothing of its inputs any more, which are let go of at its end.
  final func deafen() { for upstream in upstreams { upstream.receiver = nil } }

  /// Lets go of one input.
  public final func disconnect(_ stage: Stage) {
    detach(stage)
    stage.cancel()
  }

  /// Asks to be woken at an instant; `token` tells its timers apart.
  public final func wake(at instant: Instant, token: Int = 0) {
    // Timers that are set because of what was sent before come first.
    if isGathering { flush() }
    if !isDone { run.schedule(self, at: instant, token: token) }
  }

  /// A place in the order of an instant for a timer that may be set later; nil where it has ended, which
  /// it may because of what it sent before.
  final func reserve() -> UInt64? {
    if isGathering { flush() }
    return isDone ? nil : run.reserve()
  }

  /// Asks to be woken later in this instant, after what is due before.
  public final func wakeLater(token: Int = 0) { wake(at: run.now, token: token) }

  /// Whether it is the last stage of a pipeline.
  final var isSentToObserver: Bool { receiver?.takeUnretainedValue() is Observer }

  // MARK: Endings

  private final func upstreamEnded(_ stage: Stage, _ end: End) {
    if isDone { return }
    let input = stage.receiverInput
    detach(stage)
    do { try ended(end, input) } catch { fail(error) }
  }

  private final func detach(_ stage: Stage) {
    guard stage.slot < upstreams.count, upstreams[stage.slot] === stage else { return }
    let last = upstreams.removeLast()
    if last !== stage {
      upstreams[stage.slot] = last
      last.slot = stage.slot
    }
  }

  private final func release() {
    isDone = true
    if holds > 0 {
      outlivesItsEnd = true
      _ = Unmanaged.passRetained(self)
    }
    if isCounted { run.liveStages -= 1 }
    receiver = nil
    gathered = nil
    // In the order of subscription, as a compound disposable does (D2).
    let inputs = upstreams
    upstreams = []
    for input in inputs { input.cancel() }
    run.stageEnded(self)
    stopped()
  }
}

extension Failure {
  /// Any error as the language has it.
  public static func of(_ error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let host as HostError: Failure(kind: Text(host.kind), Text(host.message))
    default: Failure(kind: "internal", Text("\(error)"))
    }
  }
}
