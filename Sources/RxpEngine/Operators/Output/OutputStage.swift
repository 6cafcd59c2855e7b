/// A stage that writes through a buffer. What is in it comes out when the run has nothing else to
/// do; a failure then is this stage's.
class OutputStage: Stage {
  let writer: any ByteWriter

  init(_ run: Run, _ writer: any ByteWriter) {
    self.writer = writer
    super.init(run)
    run.register(self)
  }

  override func stopped() { run.remove(self) }

  final func put(_ bytes: [UInt8]) {
    run.hasWritten = true
    do { try bytes.withUnsafeBytes { try writer.write($0) } } catch { writeFailed(error) }
  }

  /// What has been written could not be brought out. On standard output a closed pipe ends the run
  /// quietly; anything else is an error.
  func writeFailed(_ error: any Error) {
    if let failure = run.outputFailed(error) { fail(failure) }
  }
}
