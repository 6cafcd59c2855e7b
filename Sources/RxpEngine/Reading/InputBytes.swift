/// The bytes of standard input, for one way of reading them at a time: as lines or as keys. Who
/// stops reading gives back what nobody has had, so that the other way goes on there.
final class InputBytes: ByteReader {
  /// Standard input itself, for waiting.
  let source: any ByteReader
  private var returned: ArraySlice<UInt8> = []
  private weak var user: (any InputUser)?

  init(_ source: any ByteReader) { self.source = source }

  /// Standard input goes to `next` from now on. Throws while somebody listens to the other way.
  func use(by next: any InputUser) throws {
    if user === next { return }
    if let user {
      if user.isListenedTo {
        throw Failure(
          kind: "io",
          Text(
            "\(source.name) is read as \(user.what) already: as \(next.what) it cannot be read too")
        )
      }
      returned = (user.giveBack() + returned)[...]
    }
    user = next
  }

  var name: String { source.name }
  var descriptor: Int32 { source.descriptor }
  var mayBlock: Bool { source.mayBlock }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    if returned.isEmpty { return source.read(into: buffer) }
    let piece = returned.prefix(buffer.count)
    buffer.copyBytes(from: piece)
    returned = returned.dropFirst(piece.count)
    return .bytes(piece.count)
  }

  /// Standard input stays open.
  func close() {}
}

/// A way of reading standard input.
protocol InputUser: AnyObject {
  /// `lines`, `keys`.
  var what: String { get }
  var isListenedTo: Bool { get }
  /// What was read and nobody has had; it is not kept.
  func giveBack() -> [UInt8]
}
