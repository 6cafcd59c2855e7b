import CSystem
import RxpEngine

/// A regular file, read from where it stands to its end.
public final class FileReader: ByteReader {
  public let name: String
  private let file: Descriptor

  init(_ file: Descriptor, name: String) {
    self.file = file
    self.name = name
    csys_will_read_all(file.number)
  }

  /// Always ready, so there is nothing to wait on.
  public var descriptor: Int32 { -1 }
  public var mayBlock: Bool { false }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    let count = csys_read(file.number, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return .failed(.system("read", name, code: lastError))
  }

  public func close() { file.close() }
}
