import Synchronization

/// A subscription from one loop to a signal that runs on another: events go over in order, through a
/// queue with a bound. Where it is full the sending side waits. The first loop does meanwhile what others
/// ask of it, so that it and a worker never wait for each other.
final class Bridge: @unchecked Sendable {
  private struct Flow {
    /// Events sent and not yet delivered.
    var pending = 0
    var isClosed = false
    /// Whether the sending side waits for room.
    var isWaiting = false
  }

  private let signal: Signal
  private let producer: Inbox
  private let consumer: Inbox
  private let flow = Mutex(Flow())
  /// Of the consumer's thread.
  private var importer: ImportStage?
  private var isDelivering = false
  /// What came while something was being delivered, which waits for room elsewhere.
  private var deferred = Fifo<Parcel>()
  /// Of the producer's thread.
  fileprivate var exporter: ExportStage?

  private enum Parcel {
    case values([Value], [Origin]?)
    case end(End)
  }

  init(_ signal: Signal, from producer: Inbox, to consumer: Inbox) {
    self.signal = signal
    self.producer = producer
    self.consumer = consumer
  }

  // MARK: On the consumer's thread

  fileprivate func open(_ importer: ImportStage) {
    self.importer = importer
    consumer.run.bridgeOpened(to: producer)
    producer.post { self.begin() }
  }

  fileprivate func close() {
    importer = nil
    let waits = flow.withLock { flow in
      flow.isClosed = true
      return flow.isWaiting
    }
    producer.postUrgent { self.exporter?.cancel() }
    if waits { producer.waker.wake() }
  }

  private func deliver(_ parcel: Parcel) {
    if isDelivering { return deferred.append(parcel) }
    isDelivering = true
    consumer.run.crew?.delivering.append(producer)
    var next: Parcel? = parcel
    while let parcel = next {
      open(parcel)
      next = deferred.popFirst()
    }
    consumer.run.crew?.delivering.removeLast()
    isDelivering = false
  }

  private func open(_ parcel: Parcel) {
    switch parcel {
    case .end(let end): importer?.finish(end)
    case .values(let values, let origins):
      importer?.take(values, origins)
      let wakes = flow.withLock { flow in
        flow.pending -= values.count
        guard flow.isWaiting, flow.pending < Limits.bridgedEvents else { return false }
        flow.isWaiting = false
        return true
      }
      if wakes { producer.waker.wake() }
    }
  }

  // MARK: On the producer's thread

  typealias Origin = (name: String, line: Int)

  private func begin() {
    if flow.withLock({ $0.isClosed }) { return acknowledge() }
    let exporter = ExportStage(producer.run, self)
    exporter.signal = signal
    self.exporter = exporter
    producer.run.subscribe(signal, exporter)
  }

  fileprivate func send(_ values: [Value], _ origins: [Origin]?, from exporter: ExportStage) {
    // What was written before is seen before.
    if exporter.run.hasWritten { exporter.run.flushOutput() }
    if isFull {
      exporter.run.waitForOthers(while: {
        !exporter.isDone && !self.wouldWaitForItself && self.isFull
      })
    }
    if exporter.isDone { return }
    flow.withLock { $0.pending += values.count }
    consumer.post { self.deliver(.values(values, origins)) }
  }

  /// Whether what it waits for may wait for something that is under way on this thread.
  private var wouldWaitForItself: Bool {
    guard let crew = producer.run.crew, crew.main == nil else { return false }
    return crew.delivering.contains { $0 === consumer }
  }

  /// Whether it is; where it is the consumer will wake the producer.
  private var isFull: Bool {
    flow.withLock { flow in
      flow.isWaiting = !flow.isClosed && flow.pending >= Limits.bridgedEvents
      return flow.isWaiting
    }
  }

  fileprivate func send(_ end: End) {
    if producer.run.hasWritten { producer.run.flushOutput() }
    consumer.post { self.deliver(.end(end)) }
  }

  /// Tells the consumer that nothing comes any more, of this or what it wrote.
  fileprivate func acknowledge() {
    exporter = nil
    let hadErrors = producer.run.hadErrors
    if producer.run.hasWritten { producer.run.flushOutput() }
    let producer = self.producer
    let consumer = self.consumer
    consumer.post { consumer.run.bridgeClosed(to: producer, hadErrors: hadErrors) }
  }
}

/// The end of a bridge in the loop that asked for it.
final class ImportStage: Stage {
  private let bridge: Bridge

  init(_ run: Run, _ bridge: Bridge) {
    self.bridge = bridge
    super.init(run)
  }

  override func start() { bridge.open(self) }
  override func stopped() { bridge.close() }

  fileprivate func take(_ values: [Value], _ origins: [Bridge.Origin]?) {
    if let origins {
      for (value, origin) in zip(values, origins) where !isDone {
        run.origin = origin
        send(value)
      }
      return
    }
    run.origin = nil
    if values.count == 1 || run.batchLimit == 1 {
      for value in values where !isDone { send(value) }
      return
    }
    var rest = values[...]
    while !rest.isEmpty, !isDone {
      let batch = Batch()
      for value in rest.prefix(run.batchLimit) { batch.append(value) }
      rest = rest.dropFirst(run.batchLimit)
      send(batch)
    }
  }
}

/// The end of a bridge in the loop where the signal runs.
final class ExportStage: Stage {
  private let bridge: Bridge

  init(_ run: Run, _ bridge: Bridge) {
    self.bridge = bridge
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) {
    bridge.send([value], run.origin.map { [$0] }, from: self)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    let rows = 0..<batch.count
    let origin = batch.origin
    bridge.send(
      rows.map { batch[$0] }, origin.map { origin in rows.map { origin.place(of: $0) } },
      from: self)
  }

  override func ended(_ end: End, _ input: Int) {
    bridge.send(end)
    cancel()
  }

  override func stopped() { bridge.acknowledge() }
}
