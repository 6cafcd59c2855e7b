import CSystem
import RxpEngine
import Synchronization

/// The system's threads.
final class SystemThreading: Threading {
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  var processors: Int { Int(csys_processor_count()) }

  func makeWaker() throws -> any Waker { try PipeWaker() }

  /// Ctrl-C is the first thread's.
  func makeHost() -> any Host { SystemHost(catchingInterrupts: false) }

  func start(_ body: @escaping @Sendable () -> Void) throws {
    let body = Unmanaged.passRetained(Body(body))
    let code = csys_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      }, body.toOpaque())
    if code != 0 {
      body.release()
      throw HostError.system("start", "a thread", code: code)
    }
  }
}

/// A pipe with at most one byte in it.
final class PipeWaker: Waker, @unchecked Sendable {
  let name = "another thread"
  let mayBlock = true
  private let input: Descriptor
  private let output: Descriptor
  private let isWoken = Atomic<Bool>(false)

  init() throws {
    var (read, write): (Int32, Int32) = (-1, -1)
    if csys_pipe(&read, &write, 0) < 0 {
      throw HostError.system("make", "a pipe", code: lastError)
    }
    input = Descriptor(owning: read)
    output = Descriptor(owning: write)
  }

  var descriptor: Int32 { input.number }

  func wake() {
    if isWoken.exchange(true, ordering: .acquiringAndReleasing) { return }
    var byte: UInt8 = 0
    // The pipe is empty, and its other end open as long as this object is.
    while csys_write(output.number, &byte, 1) < 0, lastError == Errno.interrupted {}
  }

  func rest() {
    guard isWoken.load(ordering: .acquiring) else { return }
    var byte: UInt8 = 0
    _ = csys_read(input.number, &byte, 1)
    isWoken.store(false, ordering: .releasing)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult { .wouldBlock }
  func close() {}
}
