import CSystem

/// Wakes a follower: a descriptor that becomes readable when a file or its name changes.
final class FileWatch {
  private let notices: Descriptor
  /// The last part of the path.
  private let fileName: String
  /// The system's numbers for the watched files, by descriptor.
  private var numbers: [Int32: Int32] = [:]

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

  func add(_ file: Descriptor) {
    let number = csys_watch_file(descriptor, file.number)
    if number >= 0 { numbers[file.number] = number }
  }

  /// To be called before the file is closed.
  func remove(_ file: Descriptor?) {
    guard let file, let number = numbers.removeValue(forKey: file.number) else { return }
    csys_watch_remove(descriptor, number)
  }

  /// Takes the notices away. Returns how many files took the name since; 2, which stands for
  /// several, where notices were lost.
  func drain() -> Int {
    let arrivals = csys_watch_drain(descriptor, fileName)
    return arrivals < 0 ? 2 : Int(arrivals)
  }

  func close() { notices.close() }
}
