extension Operator {
  static let write = Operator(
    "write", .output, role: .sink,
    "Writes each value to a file, one a line; what was in it is gone.",
    takes: [.required("file", .path, "the file")], types: .sameAsInput, effects: true, examples: []
  ) { args in
    try WriteStage(args.run, path: try args.text("file") ?? .empty, append: false)
  }

  static let append = Operator(
    "append", .output, role: .sink, "Writes each value behind what a file holds, one a line.",
    takes: [.required("file", .path, "the file")], types: .sameAsInput, effects: true, examples: []
  ) { args in
    try WriteStage(args.run, path: try args.text("file") ?? .empty, append: true)
  }
}

/// The file is opened at the subscription and closed at every end; a failure to write is an error.
final class WriteStage: Stage {
  private let writer: any ByteWriter
  private var lines: [UInt8] = []

  init(_ run: Run, path: Text, append: Bool) throws {
    writer = try run.host.openForWriting(try run.resolve(path.string, .write), append: append)
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) {
    lines.removeAll(keepingCapacity: true)
    batch.appendLines(to: &lines, asJSON: run.options.printsJSON)
    do { try lines.withUnsafeBytes { try writer.write($0) } } catch { fail(error) }
  }

  override func ended(_ end: End, _ input: Int) throws {
    try writer.close()
    finish(end)
  }

  // Cancelled: what was written stays written; that the rest cannot be is nobody's to be told.
  override func stopped() { try? writer.close() }
}

extension Batch {
  /// Each row as a line: strings as they are, everything else as JSON, or all as JSON.
  func appendLines(to bytes: inout [UInt8], asJSON: Bool, prefix: [UInt8] = []) {
    if kind == .slices, !asJSON, prefix.isEmpty { return appendSlices(to: &bytes) }
    for row in 0..<count {
      bytes.append(contentsOf: prefix)
      self[row].appendLine(to: &bytes, asJSON: asJSON)
    }
  }

  /// Lines that lie behind each other in their block are copied as one run.
  private func appendSlices(to bytes: inout [UInt8]) {
    let (starts, lengths) = (room.starts, room.lengths)
    var total = 0
    for row in 0..<count { total &+= lengths[row] &+ 1 }
    let before = bytes.count
    bytes.reserveCapacity(before + total)
    // Copied past the array's end and counted after: appending piece by piece costs twice the time.
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
