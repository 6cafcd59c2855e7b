extension Batch {
  /// Each row as a line: strings as they are, everything else as JSON, or all as JSON.
  func appendLines(to bytes: inout [UInt8], as form: LineForm) {
    if form.prefix.isEmpty {
      switch kind {
      case .slices where !form.asJSON: return appendSlices(to: &bytes)
      case .ints:
        let words = room.words
        return appendNumbers(to: &bytes) { NumberDigits.write(words[$0], to: $1) }
      case .doubles:
        let columns = room
        return appendNumbers(to: &bytes) { NumberDigits.write(columns.double($0), to: $1) }
      default: break
      }
    }
    for row in 0..<count {
      bytes.append(contentsOf: form.prefix)
      self[row].appendLine(to: &bytes, asJSON: form.asJSON)
    }
  }

  /// Written in place, with room for the longest.
  @inline(__always)
  private func appendNumbers(
    to bytes: inout [UInt8], _ write: (Int, UnsafeMutablePointer<UInt8>) -> Int
  ) {
    let before = bytes.count
    bytes.append(
      contentsOf: repeatElement(0, count: count * (NumberDigits.most + 1)))
    let written = bytes.withUnsafeMutableBufferPointer { space in
      guard let start = space.baseAddress.map({ $0 + before }) else { return 0 }
      var to = start
      for row in 0..<count {
        to += write(row, to)
        to[0] = UInt8(ascii: "\n")
        to += 1
      }
      return to - start
    }
    bytes.removeLast(bytes.count - before - written)
  }

  private func appendSlices(to bytes: inout [UInt8]) {
    let (starts, lengths) = (room.starts, room.lengths)
    var total = 0
    for row in 0..<count { total &+= lengths[row] &+ 1 }
    let before = bytes.count
    // Made of newlines, then copied into: appending piece by piece costs twice the time.
    bytes.append(contentsOf: repeatElement(0x0A, count: total))
    bytes.withUnsafeMutableBufferPointer { space in
      guard var to = space.baseAddress.map({ $0 + before }) else { return }
      for row in 0..<count {
        let length = lengths[row]
        to.update(from: starts[row], count: length)
        to += length + 1
      }
    }
  }
}
