import TestSupport
import Testing

@testable import RxpEngine

/// What always has something more to do at one instant ends in an error on the virtual clock, and
/// lets time pass on the real one.
@Suite struct InstantStepsTests {
  /// A source and `repeat` behind it; `n` nil: for ever.
  static func again(_ source: Operator, times n: Int?, limit: Int, isVirtual: Bool = true) -> (
    ends: [End], values: Int
  ) {
    var options = Run.Options()
    options.isVirtual = isVirtual
    options.instantSteps = limit
    // On the real clock it is stopped after a while.
    options.limit = Time.second
    let host = TickingHost()
    let run = Run(host: host, options: options)
    let one: BoundArgument = .several([.fixed(.int(1))])
    let signal = Signal(
      .repeat,
      upstream: Signal(source, arguments: source.parameters.isEmpty ? [] : [one]),
      arguments: [n.map { .fixed(.int($0)) } ?? .missing, .missing])
    var ends: [End] = []
    var values = 0
    run.subscribe(signal, Observer(run, next: { _ in values += 1 }, end: { ends.append($0) }))
    run.runToEnd()
    return (ends, values)
  }

  private static func kind(_ ends: [End]) -> String {
    guard ends.count == 1 else { return "\(ends.count) ends" }
    switch ends[0] {
    case .completed: return "completed"
    case .failed(let failure): return failure.kind.string
    }
  }

  /// Each run but the first is one step; the first of these is the instant's own.
  @Test(arguments: [1, 5, 100, 3_000])
  func theLimitIsExact(_ limit: Int) {
    for source in [Operator.empty, .just] {
      let within = InstantStepsTests.again(source, times: limit + 2, limit: limit)
      #expect(InstantStepsTests.kind(within.ends) == "completed")
      let beyond = InstantStepsTests.again(source, times: limit + 3, limit: limit)
      #expect(InstantStepsTests.kind(beyond.ends) == "limit")
      let forEver = InstantStepsTests.again(source, times: nil, limit: limit)
      #expect(InstantStepsTests.kind(forEver.ends) == "limit")
    }
  }

  @Test func theMessageSaysWhatToDo() {
    guard
      case .failed(let failure)? = InstantStepsTests.again(.empty, times: nil, limit: 7).ends.first
    else {
      Issue.record("it did not fail")
      return
    }
    #expect(
      failure.message
        == "repeat does more than 7 things one after the other at one instant: let time pass between them, with a delay"
    )
  }

  /// A million runs are no mistake.
  @Test func aMillionStepsAreAllowed() {
    let result = InstantStepsTests.again(.empty, times: 1_000_000, limit: Limits.instantSteps)
    #expect(InstantStepsTests.kind(result.ends) == "completed")
  }

  /// Any number of timers side by side are one step.
  @Test func whatIsDueSideBySideIsOneStep() {
    var options = Run.Options()
    options.isVirtual = true
    options.instantSteps = 1
    let run = Run(host: MemoryHost(), options: options)
    var count = 0
    for _ in 0..<10_000 {
      run.perform(at: 0) {
        run.perform(at: 0) { count += 1 }
      }
    }
    run.runToEnd()
    #expect(count == 10_000)
  }

  /// On the real clock time passes meanwhile: no limit, and the end of the time given is noticed.
  @Test func onTheRealClockTimePasses() {
    let result = InstantStepsTests.again(.just, times: nil, limit: 5, isVirtual: false)
    #expect(result.ends.isEmpty)
    #expect(result.values > Limits.turnRows)
  }
}

/// A clock that moves on by a tenth of a second each time that it is looked at.
private final class TickingHost: Host {
  private let memory = MemoryHost()
  func monotonicNow() -> Int {
    memory.clock += 100 * Time.millisecond
    return memory.clock
  }
  func wallNow() -> Int { memory.wallNow() }
  func openForReading(_ path: String) throws -> any ByteReader { try memory.openForReading(path) }
  func follow(_ path: String) throws -> any ByteReader { try memory.follow(path) }
  func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
    try memory.openForWriting(path, append: append)
  }
  var standardInput: any ByteReader { memory.standardInput }
  var standardOutput: any ByteWriter { memory.standardOutput }
  var standardError: any ByteWriter { memory.standardError }
  func wait(for readers: [any ByteReader], until deadline: Int?) {
    memory.wait(for: readers, until: deadline)
  }
  var isInterrupted: Bool { memory.isInterrupted }
}
