extension Batch {
  /// Each row as a line: strings as they are, everything else as JSON, or all as JSON.
  func appendLines(to bytes: inout [UInt8], asJSON: Bool, prefix: [UInt8] = []) {
    if case .slices = kind, !asJSON, prefix.isEmpty { return appendSlices(to: &bytes) }
    for row in 0..<count {
      bytes.append(contentsOf: prefix)
      self[row].appendLine(to: &bytes, asJSON: asJSON)
    }
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
