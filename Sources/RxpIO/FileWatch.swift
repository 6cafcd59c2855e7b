import CSystem

/// Wakes a follower: a descriptor that becomes readable when its file or the file's name changes.
final class FileWatch {
  private let notices: Descriptor
  /// The last part of the path.
  private let fileName: String
  private var fileNumber: Int32 = -1

  /// Nil where the system has no watches, or none left, or no such directory.
  init?(_ path: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let directory: String
    if let slash {
      directory = slash == path.utf8.startIndex ? "/" : String(path[..<slash])
      fileName = String(path[path.utf8.index(after: slash)...])
    } else {
      directory = "."
      fileName = path
    }
    let number = csys_watch_open()
    if number < 0 { return nil }
    notices = Descriptor(owning: number)
    if csys_watch_directory(number, directory) < 0 { return nil }
  }

  var descriptor: Int32 { notices.number }

  /// Watches another file from now on.
  func watchFile(_ file: Descriptor) {
    if fileNumber >= 0 { csys_watch_remove(descriptor, fileNumber) }
    fileNumber = csys_watch_file(descriptor, file.number)
  }

  /// Takes the notices away. Returns how many files took the name since; 2, which stands for
  /// several, where notices were lost.
  func drain() -> Int {
    let arrivals = csys_watch_drain(descriptor, fileName)
    return arrivals < 0 ? 2 : Int(arrivals)
  }

  func close() { notices.close() }
}
