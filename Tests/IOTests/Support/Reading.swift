import RxpEngine

/// What a reader gives until it has nothing more, as text: bytes as they are, `«end»`, `«cut»`
/// (restarted with loss), `«next»` (without), `«error»`.
func drain(_ reader: any ByteReader, piece: Int = 4096) -> String {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: piece)
  while true {
    let result = buffer.withUnsafeMutableBytes { reader.read(into: $0) }
    switch result {
    case .bytes(let count): bytes += buffer[..<count]
    case .wouldBlock: return String(decoding: bytes, as: UTF8.self)
    case .restarted(let lost): bytes += Array((lost ? "«cut»" : "«next»").utf8)
    case .end: return String(decoding: bytes, as: UTF8.self) + "«end»"
    case .failed(let error): return String(decoding: bytes, as: UTF8.self) + "«\(error.message)»"
    }
  }
}

extension ByteWriter {
  func write(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { try write($0) }
  }
}

/// The message of the error that a closure throws, or nil.
func message(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch let error as HostError {
    return error.message
  } catch {
    return "another error: \(error)"
  }
}
