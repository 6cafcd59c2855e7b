import Synchronization

/// A thread with a loop of its own: where what is on the scheduler `background` happens.
final class Worker: Sendable {
  /// Whether there is any in this process: what several threads may reach is locked then.
  private static let isAnyStarted = Atomic<Bool>(false)
  static var exist: Bool { isAnyStarted.load(ordering: .relaxed) }

  let inbox: Inbox
  private let isOver = Atomic<Bool>(false)

  /// What its run has from the run that it works for.
  private struct Beginning: @unchecked Sendable {
    let options: Run.Options
    let zero: Int
    let batchLimit: Int
    let frame: Int
    let inputFiles: [String]
    let resolve: (String, Run.Access) throws -> String
    let main: Inbox
  }

  init(for run: Run, _ main: Inbox, _ threading: any Threading) throws {
    inbox = Inbox(try threading.makeWaker())
    var options = run.options
    options.limit = nil
    options.horizon = nil
    let beginning = Beginning(
      options: options, zero: run.zero, batchLimit: run.batchLimit, frame: run.frame,
      inputFiles: run.inputFiles, resolve: run.resolve, main: main)
    Worker.isAnyStarted.store(true, ordering: .sequentiallyConsistent)
    try threading.start { self.work(beginning, threading.makeHost()) }
  }

  /// Lets go of all it does and ends the thread. For any thread.
  func end() {
    isOver.store(true, ordering: .releasing)
    inbox.postUrgent { [inbox] in inbox.run.stop(.asked) }
  }

  private func work(_ beginning: Beginning, _ outside: any Host) {
    let host = WorkerHost(outside, inbox, main: beginning.main)
    let run = Run(host: host, options: beginning.options, zero: beginning.zero)
    run.batchLimit = beginning.batchLimit
    run.frame = beginning.frame
    run.inputFiles = beginning.inputFiles
    run.resolve = beginning.resolve
    run.serve(beginning.main, inbox)
    inbox.run = run
    run.onInterrupt = { [inbox] in inbox.performUrgent() }
    while !isOver.load(ordering: .acquiring) {
      if run.round() { continue }
      run.flushOutput()
      host.wait(for: run.waitedReaders, until: run.nextDeadline)
    }
    run.stop(.asked)
    run.flushOutput()
    // What comes yet is for nobody.
    _ = inbox.perform()
  }
}
