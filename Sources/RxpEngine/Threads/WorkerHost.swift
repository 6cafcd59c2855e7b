import Synchronization

/// The outside of a worker: files and clocks are its own, what it writes to the standard streams is
/// written by the first loop, and it is interrupted by what must not wait.
final class WorkerHost: Host {
  private let outside: any Host
  private let inbox: Inbox
  let standardOutput: any ByteWriter
  let standardError: any ByteWriter

  init(_ outside: any Host, _ inbox: Inbox, main: Inbox) {
    self.outside = outside
    self.inbox = inbox
    standardOutput = RelayWriter("standard output", inbox, main: main) { $0.standardOutput }
    standardError = RelayWriter("standard error", inbox, main: main) { $0.standardError }
  }

  func monotonicNow() -> Int { outside.monotonicNow() }
  func wallNow() -> Int { outside.wallNow() }
  func openForReading(_ path: String) throws -> any ByteReader {
    try outside.openForReading(path)
  }
  func follow(_ path: String) throws -> any ByteReader { try outside.follow(path) }
  func openForWriting(_ path: String, append: Bool) throws -> any ByteWriter {
    try outside.openForWriting(path, append: append)
  }
  func start(_ program: ProgramStart) throws -> any RunningProgram { try outside.start(program) }
  func request(_ request: HTTPRequest) throws -> any HTTPExchange { try outside.request(request) }
  /// Sources of standard input stay with the first loop.
  var standardInput: any ByteReader { outside.standardInput }
  func wait(for readers: [any ByteReader], until deadline: Int?) {
    outside.wait(for: readers, until: deadline)
  }
  var isInterrupted: Bool { inbox.isUrgent }
}

/// Hands what is written to the first loop, in the order of everything else that goes there. Where
/// too much is on the way it waits.
private final class RelayWriter: ByteWriter {
  /// Bytes gathered before they are handed over.
  private static let portion = 32_768
  /// Bytes that may be on the way.
  private static let most = 1 << 20

  private final class OnTheWay: Sendable {
    let count = Atomic<Int>(0)
  }

  let name: String
  let isTerminal = false
  private let inbox: Inbox
  private let main: Inbox
  private let writer: @Sendable (any Host) -> any ByteWriter
  private let onTheWay = OnTheWay()
  private var waiting: [UInt8] = []

  init(
    _ name: String, _ inbox: Inbox, main: Inbox,
    _ writer: @escaping @Sendable (any Host) -> any ByteWriter
  ) {
    self.name = name
    self.inbox = inbox
    self.main = main
    self.writer = writer
  }

  func write(_ bytes: UnsafeRawBufferPointer) {
    waiting.append(contentsOf: bytes)
    if waiting.count >= RelayWriter.portion { flush() }
  }

  func flush() {
    if waiting.isEmpty { return }
    let bytes = waiting
    waiting = []
    let onTheWay = self.onTheWay
    let isTooMuch = { onTheWay.count.load(ordering: .acquiring) > RelayWriter.most }
    if isTooMuch() { inbox.run.waitForOthers(while: isTooMuch) }
    onTheWay.count.add(bytes.count, ordering: .relaxed)
    main.post { [main, inbox, writer, onTheWay] in
      main.run.relay(bytes, to: writer(main.run.host))
      onTheWay.count.subtract(bytes.count, ordering: .releasing)
      inbox.waker.wake()
    }
  }

  func close() {}
}
