import CSystem
import RxpEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A regular file, read from where it stands to its end.
public final class FileReader: SharedReader, @unchecked Sendable {
  public let name: String
  private let file: Descriptor
  private var part: ProgressPart

  init(_ file: Descriptor, name: String, progress: Progress? = nil) {
    self.file = file
    self.name = name
    // Standard input may stand anywhere in its file.
    let size = progress.flatMap { _ in file.status }.map {
      max(Int($0.size) - max(Int(lseek(file.number, 0, SEEK_CUR)), 0), 0)
    }
    part = ProgressPart(progress, file, size: size)
    csys_will_read_all(file.number)
  }

  deinit { part.end() }

  /// Always ready, so there is nothing to wait on.
  public var descriptor: Int32 { -1 }
  public var mayBlock: Bool { false }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    let count = csys_read(file.number, buffer.baseAddress, buffer.count)
    if count > 0 {
      part.add(count)
      return .bytes(count)
    }
    let code = lastError
    part.end()
    return count == 0 ? .end : .failed(.system("read", name, code: code))
  }

  public func readShared(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    let count = csys_read(file.number, buffer.baseAddress, buffer.count)
    if count > 0 { part.count(count) }
    if count >= 0 { return count == 0 ? .end : .bytes(count) }
    return .failed(.system("read", name, code: lastError))
  }

  public func showProgress() { part.draw() }

  public func close() {
    part.end()
    file.close()
  }
}
