/// The threads of a run: a loop and its workers. On the virtual clock, and where the outside has no
/// threads, everything happens in the one loop.
final class Crew {
  /// Where other threads leave what this loop has to do.
  let inbox: Inbox
  /// Of a worker: the loop that it works for.
  let main: Inbox?
  fileprivate var workers: [(worker: Worker, load: Int)] = []
  /// Subscriptions to signals on other loops of which these have not said that all is over.
  fileprivate(set) var bridges = 0
  /// Of whose events are being delivered, those that came last at the end.
  var delivering: [Inbox] = []

  init(_ inbox: Inbox, main: Inbox? = nil) {
    self.inbox = inbox
    self.main = main
  }

  deinit { end() }

  func end() {
    for (worker, _) in workers { worker.end() }
    workers = []
  }
}

extension Run {
  /// Whether it is a worker's.
  var isWorker: Bool { crew?.main != nil }

  /// Whether what is on the scheduler `background` gets a thread of its own.
  var hasThreads: Bool { !options.isVirtual && !isWorker && host.threading != nil }

  /// Makes it the run of a worker.
  func serve(_ main: Inbox, _ inbox: Inbox) { crew = Crew(inbox, main: main) }

  /// The loop on which a signal runs, where that is another one than this.
  func home(of signal: Signal) -> Inbox? {
    if let home = signal.home { return home === crew?.inbox ? nil : home }
    if let main = crew?.main { return signal.belongsToMain ? main : nil }
    return signal.isOnBackground ? background() : nil
  }

  /// Marks a signal that was made on a worker and has a state there.
  func claim(_ signal: Signal) {
    if let crew, crew.main != nil, signal.definition.family == .sharing {
      signal.home = crew.inbox
    }
  }

  /// Throws where something that belongs to the first loop would be done on a worker.
  func demandMain(_ what: String, at place: Place?) throws {
    if isWorker {
      throw Failure.type(
        "\(what) has no place on a thread: write  deliverOn main  before it", at: place)
    }
  }

  /// The worker with the least to do; nil where everything happens in this loop, which is a worker
  /// already or has no threads.
  func background() -> Inbox? {
    guard hasThreads, let threading = host.threading else { return nil }
    do {
      let crew = try self.crew ?? Crew(Inbox(try threading.makeWaker()))
      self.crew = crew
      crew.inbox.run = self
      let least = crew.workers.map(\.load).min() ?? Int.max
      if least > 0, crew.workers.count < Limits.workers {
        let worker = try Worker(for: self, crew.inbox, threading)
        crew.workers.append((worker, 0))
        return worker.inbox
      }
      return crew.workers.first { $0.load == least }?.worker.inbox
    } catch {
      // Without another thread this one does it.
      return nil
    }
  }

  /// A stage that gets the events of a signal that runs on another loop.
  func imported(_ signal: Signal, from home: Inbox) -> Stage? {
    guard let crew else { return nil }
    let stage = ImportStage(self, Bridge(signal, from: home, to: crew.inbox))
    stage.signal = signal
    return stage
  }

  func bridgeOpened(to producer: Inbox) {
    crew?.bridges += 1
    count(producer, 1)
  }

  func bridgeClosed(to producer: Inbox, hadErrors: Bool) {
    crew?.bridges -= 1
    count(producer, -1)
    if hadErrors { badRecords.noteErrors() }
  }

  private func count(_ producer: Inbox, _ change: Int) {
    guard let crew, let at = crew.workers.firstIndex(where: { $0.worker.inbox === producer })
    else { return }
    crew.workers[at].load += change
  }

  /// Waits for other threads, which wake it, as long as it is needed. The first loop does meanwhile
  /// what they ask of it; a worker only what must not wait.
  func waitForOthers(while isNeeded: () -> Bool) {
    guard let inbox = crew?.inbox else { return }
    while !isStopped {
      if isWorker {
        inbox.waker.rest()
        inbox.performUrgent()
      } else {
        while inbox.perform() {}
        if host.isInterrupted { noticeInterrupt() }
      }
      guard isNeeded(), !isStopped else { return }
      host.wait(for: [inbox.waker], until: nil)
    }
  }

  /// Writes what a worker has written.
  func relay(_ bytes: [UInt8], to writer: any ByteWriter) {
    hasWritten = true
    do { try bytes.withUnsafeBytes { try writer.write($0) } } catch { tell(error) }
  }
}

extension Signal {
  /// Of signals that only the first loop can run: those with a state for all subscribers, and
  /// standard input.
  var belongsToMain: Bool {
    if definition.family == .sharing || definition.feedsSubject { return true }
    if definition.family == .testing && shared != nil { return true }
    guard definition.family == .input else { return false }
    guard let at = definition.parameters.firstIndex(where: { $0.name == "files" }),
      at < arguments.count
    else { return true }
    if case .missing = arguments[at] { return true }
    return false
  }
}
