#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Folders for tests.
enum TemporaryFolder {
  struct Failed: Error {}

  static func make() throws -> String {
    let template = Array("/tmp/rxp-test-XXXXXX".utf8CString)
    return try template.withUnsafeBufferPointer { template in
      let name = UnsafeMutablePointer<CChar>.allocate(capacity: template.count)
      defer { name.deallocate() }
      name.initialize(from: template.baseAddress!, count: template.count)
      guard mkdtemp(name) != nil else { throw Failed() }
      return String(cString: name)
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failed() }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failed() }
  }

  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Failed() }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Removes a folder and what is in it.
  static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(folder)
    }
    if rmdir(path) != 0 { unlink(path) }
  }
}
