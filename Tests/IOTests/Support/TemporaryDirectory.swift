#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A directory that goes away with its last user, and what programs do to files in it.
final class TemporaryDirectory {
  let path: String

  init() {
    var template = Array("/tmp/rxp-io-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      mkdtemp(buffer.baseAddress!).map { String(cString: $0) }
    }
    path = made!
  }

  deinit { Self.remove(path) }

  /// The path of something in it.
  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes at the end of a file, which is made where there is none.
  func append(_ name: String, _ text: String) {
    let file = open(self(name), O_WRONLY | O_CREAT | O_APPEND, 0o644)
    Self.put(file, text)
    close(file)
  }

  /// Writes at a place in a file, as a writer does who opened it without O_APPEND.
  func put(_ name: String, _ text: String, at offset: Int) {
    let file = open(self(name), O_WRONLY | O_CREAT, 0o644)
    lseek(file, off_t(offset), SEEK_SET)
    Self.put(file, text)
    close(file)
  }

  func contents(_ name: String) -> String {
    let file = open(self(name), O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  func rename(_ old: String, to new: String) { Self.rename(self(old), self(new)) }
  func delete(_ name: String) { unlink(self(name)) }
  func cut(_ name: String, to size: Int = 0) { truncate(self(name), off_t(size)) }
  func makeDirectory(_ name: String) { mkdir(self(name), 0o755) }
  func link(_ name: String, to target: String) { symlink(target, self(name)) }
  func makeFIFO(_ name: String) { mkfifo(self(name), 0o644) }

  private static func rename(_ old: String, _ new: String) {
    #if canImport(Glibc)
      _ = Glibc.rename(old, new)
    #else
      _ = Darwin.rename(old, new)
    #endif
  }

  private static func put(_ file: Int32, _ text: String) {
    var text = text
    _ = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
  }

  private static func remove(_ path: String) {
    if let directory = opendir(path) {
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        let child = path + "/" + name
        if unlink(child) != 0 { remove(child) }
      }
      closedir(directory)
    }
    rmdir(path)
  }
}
