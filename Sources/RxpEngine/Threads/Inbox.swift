import Synchronization

/// What other threads have for a loop to do: done by it one after the other, in the order in which it
/// came.
final class Inbox: @unchecked Sendable {
  private struct Job: @unchecked Sendable {
    let body: () -> Void
  }

  private struct Posted {
    var jobs: [Job] = []
    var urgent: [Job] = []
  }

  let waker: any Waker
  private let posted = Mutex(Posted())
  private let hasUrgent = Atomic<Bool>(false)
  /// Taken over by the loop and not yet done; its thread's own.
  private var taken = Fifo<Job>()
  /// The run whose loop it is; for its thread only, which keeps it alive.
  unowned(unsafe) var run: Run!

  init(_ waker: any Waker) { self.waker = waker }

  func post(_ body: @escaping () -> Void) {
    let job = Job(body: body)
    let isFirst = posted.withLock { posted in
      posted.jobs.append(job)
      return posted.jobs.count == 1
    }
    if isFirst { waker.wake() }
  }

  /// For what must not wait: it is done also in the middle of a loop that goes on for long.
  func postUrgent(_ body: @escaping () -> Void) {
    let job = Job(body: body)
    posted.withLock { $0.urgent.append(job) }
    hasUrgent.store(true, ordering: .releasing)
    waker.wake()
  }

  var isUrgent: Bool { hasUrgent.load(ordering: .relaxed) }

  /// Does what must not wait.
  func performUrgent() {
    guard hasUrgent.exchange(false, ordering: .acquiring) else { return }
    let jobs = posted.withLock { posted in
      defer { posted.urgent = [] }
      return posted.urgent
    }
    for job in jobs { job.body() }
  }

  /// Does all there is; whether there was anything. A job may call it again, which then goes on with
  /// the jobs behind it.
  func perform() -> Bool {
    var happened = false
    while true {
      performUrgent()
      if taken.isEmpty {
        waker.rest()
        let jobs = posted.withLock { posted in
          defer { posted.jobs = [] }
          return posted.jobs
        }
        for job in jobs { taken.append(job) }
      }
      guard let job = taken.popFirst() else { return happened }
      happened = true
      job.body()
    }
  }
}
