extension Operator {
  static let write = Operator(
    "write", .output, role: .sink,
    "Writes each value to a file, one a line; what was in it is gone.",
    takes: [.required("file", .path, "the file")], types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    examples: []
  ) { args in
    try WriteStage(args.run, path: try args.text("file") ?? .empty, append: false)
  }

  static let append = Operator(
    "append", .output, role: .sink, "Writes each value behind what a file holds, one a line.",
    takes: [.required("file", .path, "the file")], types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    examples: []
  ) { args in
    try WriteStage(args.run, path: try args.text("file") ?? .empty, append: true)
  }
}

/// The file is opened at the subscription and closed at every end; a failure to write is an error.
final class WriteStage: LineOutputStage {
  private var isOpen = true

  init(_ run: Run, path: Text, append: Bool) throws {
    let file = try run.resolve(path.string, .write)
    super.init(run, try run.host.openForWriting(file, append: append))
  }

  override func writeFailed(_ error: any Error) {
    // One failure to tell of is enough.
    try? close()
    fail(error)
  }

  override func ended(_ end: End, _ input: Int) throws {
    do { try close() } catch {
      guard case .failed = end else { throw error }
      // The signal's own error goes on.
      run.badRecords.report(Failure.of(error))
    }
    finish(end)
  }

  override func stopped() {
    super.stopped()
    // Let go of, with lines in the buffer that cannot be written: no signal is left to fail by it.
    do { try close() } catch { run.badRecords.report(Failure.of(error)) }
  }

  private func close() throws {
    if !isOpen { return }
    isOpen = false
    try writer.close()
  }
}
