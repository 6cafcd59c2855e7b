#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file behind a history, shared by every prompt of a user: each change is made under a lock.
struct HistoryFile {
  let path: String

  init?(path: String) {
    self.path = path
    guard let file = open() else { return nil }
    close(file)
  }

  /// The bytes of the file, of a very large one the end; nil where it cannot be read.
  func read() -> [UInt8]? {
    guard let file = open() else { return nil }
    defer { close(file) }
    return tail(of: file, limit: EditorLimits.historyFileBytes)
  }

  /// Adds a line, unless it is equal to the last one. False where it cannot be kept.
  @discardableResult
  func append(_ line: [UInt8]) -> Bool {
    guard let file = openLocked() else { return false }
    defer { close(file) }
    guard let end = tail(of: file, limit: line.count + 2, whole: true) else { return false }
    let newline = UInt8(ascii: "\n")
    var addition = line + [newline]
    if end.count == addition.count, end == addition { return true }
    if end.count > addition.count, end.suffix(addition.count + 1) == [newline] + addition {
      return true
    }
    // A line torn by a crash stays a line of its own.
    if let last = end.last, last != newline { addition.insert(newline, at: 0) }
    return write(addition, to: file)
  }

  /// Drops the oldest entries beyond the bound.
  func trim() {
    guard let file = openLocked() else { return }
    defer { close(file) }
    guard let content = tail(of: file, limit: EditorLimits.historyFileBytes / 2) else { return }
    let kept = History.lines(of: content).suffix(EditorLimits.historyEntries)
    guard let first = kept.first else { return }
    // Written beside and renamed: a crash leaves one of both whole.
    let draft = path + ".new"
    unlink(draft)
    let copy = openRetrying(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
    guard copy >= 0 else { return }
    let done = write(Array(content[first.lowerBound...]), to: copy)
    close(copy)
    if !done || rename(draft, path) != 0 { unlink(draft) }
  }

  // MARK: -

  private func open() -> Int32? {
    // Not blocking: the path may be a pipe that nobody else opens.
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
    var file = openRetrying(path, flags)
    if file < 0, errno == ENOENT {
      makeDirectories()
      file = openRetrying(path, flags)
    }
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    if status.st_mode & 0o777 != 0o600, status.st_uid == geteuid() { fchmod(file, 0o600) }
    return file
  }

  /// The file under its lock. Another prompt may rename a new file to the path meanwhile: then the
  /// lock is on the old one and is taken again.
  private func openLocked() -> Int32? {
    for _ in 0..<8 {
      guard let file = open() else { return nil }
      guard lock(file) else {
        close(file)
        return nil
      }
      var held = stat()
      var named = stat()
      if fstat(file, &held) == 0, stat(path, &named) == 0, held.st_ino == named.st_ino,
        held.st_dev == named.st_dev
      {
        return file
      }
      close(file)
    }
    return nil
  }

  /// Holders keep the lock for a moment only; one that hangs must not hold the prompt up.
  private func lock(_ file: Int32) -> Bool {
    for _ in 0..<50 {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return true }
      if errno != EWOULDBLOCK && errno != EINTR { return false }
      poll(nil, 0, 5)
    }
    return false
  }

  private func makeDirectories() {
    for (index, character) in path.utf8.enumerated()
    where character == UInt8(ascii: "/") && index > 0 {
      mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o700)
    }
  }

  private func openRetrying(_ path: String, _ flags: Int32) -> Int32 {
    while true {
      #if canImport(Glibc)
        let file = Glibc.open(path, flags, 0o600)
      #elseif canImport(Musl)
        let file = Musl.open(path, flags, 0o600)
      #else
        let file = Darwin.open(path, flags, 0o600)
      #endif
      if file >= 0 || errno != EINTR { return file }
    }
  }

  /// The last bytes of a file; with `whole` exactly the last `limit`, otherwise from the first whole
  /// line among them.
  private func tail(of file: Int32, limit: Int, whole: Bool = false) -> [UInt8]? {
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    let size = Int(status.st_size)
    let start = max(0, size - limit)
    var bytes = [UInt8](repeating: 0, count: size - start)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        pread(file, $0.baseAddress! + filled, $0.count - filled, off_t(start + filled))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { return nil }
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    if start > 0, !whole {
      let cut = bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      bytes.removeFirst(cut)
    }
    return bytes
  }

  private func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        #if canImport(Glibc)
          Glibc.write(file, $0.baseAddress! + written, $0.count - written)
        #elseif canImport(Musl)
          Musl.write(file, $0.baseAddress! + written, $0.count - written)
        #else
          Darwin.write(file, $0.baseAddress! + written, $0.count - written)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      written += count
    }
    return true
  }
}
