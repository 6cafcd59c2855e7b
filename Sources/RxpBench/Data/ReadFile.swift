import Glibc

/// The bytes of a file, or nil where it cannot be read. For small files.
func readFile(_ path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  if descriptor < 0 { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 14)
  while true {
    let count = read(descriptor, &piece, piece.count)
    if count < 0 && errno == EINTR { continue }
    if count < 0 { return nil }
    if count == 0 { return bytes }
    bytes.append(contentsOf: piece[..<count])
  }
}
