import CSystem
import RxpEngine

/// A pipe, terminal, socket or device: what may have nothing to read yet.
///
/// Each read is guarded by a poll. O_NONBLOCK would do the same, but it belongs to the open file,
/// which standard input shares with the shell and with other programs of a pipeline.
public final class PipeReader: ByteReader {
  public let name: String
  private let pipe: Descriptor
  private var part: ProgressPart

  init(_ pipe: Descriptor, name: String, progress: Progress? = nil) {
    self.pipe = pipe
    self.name = name
    // What is typed has no progress.
    let isTyped = progress != nil && csys_is_terminal(pipe.number) != 0
    part = ProgressPart(isTyped ? nil : progress, pipe, size: nil)
  }

  deinit { part.end() }

  public var descriptor: Int32 { pipe.number }
  public var mayBlock: Bool { true }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    // Of a negative descriptor a poll says nothing, while reading it fails as it should.
    if pipe.number >= 0 {
      var wait = csys_wait(descriptor: pipe.number, for_writing: 0, is_ready: 0)
      if csys_wait_for(&wait, 1, 0) == 0 { return .wouldBlock }
    }
    let count = csys_read(pipe.number, buffer.baseAddress, buffer.count)
    if count > 0 {
      part.add(count)
      return .bytes(count)
    }
    let code = lastError
    if count == 0 {
      part.end()
      return .end
    }
    // Another owner of the open file made it non-blocking and was quicker.
    if code == Errno.again { return .wouldBlock }
    part.end()
    return .failed(.system("read", name, code: code))
  }

  public func close() {
    part.end()
    pipe.close()
  }
}
