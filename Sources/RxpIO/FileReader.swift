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

  public var position: Int? {
    let position = lseek(file.number, 0, SEEK_CUR)
    return position < 0 ? nil : Int(position)
  }

  public func seek(to position: Int) -> Bool { lseek(file.number, off_t(position), SEEK_SET) >= 0 }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) -> ReadResult {
    var done = 0
    while done < buffer.count {
      let count = csys_read_at(
        file.number, buffer.baseAddress.map { $0 + done }, buffer.count - done,
        Int64(position + done))
      if count < 0 { return .failed(.system("read", name, code: lastError)) }
      if count == 0 { break }
      done += count
    }
    return done == 0 ? .end : .bytes(done)
  }

  public func count(_ bytes: Int) { part.count(bytes) }

  public func showProgress() { part.draw() }

  public func close() {
    part.end()
    file.close()
  }
}
