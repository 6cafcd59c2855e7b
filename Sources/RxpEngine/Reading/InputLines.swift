/// The lines of standard input, which is read once for all who listen.
///
/// It is hot: a line goes to those who listen when it is read, in the order in which they came; who
/// comes later gets the lines after it. While nobody listens nothing is read. Where the only one
/// stops listening in the middle of a batch, the lines that it has not had are kept for the next.
final class InputLines: InputUser {
  private unowned let run: Run
  private let bytes: InputBytes
  private let reader: LineReader
  private var listeners: [LineSourceStage] = []
  private let batch = Batch()
  /// The only listener, while it is given a batch, and the line at which it left.
  private var served: LineSourceStage?
  private var lastLine: Int?

  init(_ run: Run, _ bytes: InputBytes) {
    self.run = run
    self.bytes = bytes
    reader = LineReader(bytes, closesSource: false)
  }

  var name: String { reader.name }
  let what = "lines"
  var isListenedTo: Bool { !listeners.isEmpty }

  func giveBack() -> [UInt8] {
    // In the middle of a batch, whose only listener has just left.
    if served != nil { _ = keepRest() }
    return reader.giveBack()
  }

  func add(_ listener: LineSourceStage) throws {
    try bytes.use(by: self)
    listeners.append(listener)
  }

  func remove(_ listener: LineSourceStage) {
    listeners.removeAll { $0 === listener }
    if listener === served, let origin = run.origin, origin.name == name {
      lastLine = listener.lastLine(ofRecordAt: origin.line)
    }
  }

  /// What to wait on: for the first listener, who reads for all.
  func source(for listener: LineSourceStage) -> (any ByteReader)? {
    listeners.first === listener ? bytes.source : nil
  }

  /// Reads for all; nothing for those who are not the first listener.
  func turn(of listener: LineSourceStage) -> SourceStage.Turn {
    guard listeners.first === listener else { return .nothing }
    var left = Limits.turnRows
    var hasRead = false
    while left > 0, !listeners.isEmpty {
      // Several would see batches.
      let most = listeners.count == 1 ? min(left, run.batchLimit) : 1
      switch reader.read(into: batch, most: most) {
      case .rows: left -= deliver()
      case .blocked: return hasRead ? .progressed : .nothing
      case let outcome:
        for listener in listeners { listener.inputHas(outcome) }
        return .progressed
      }
      hasRead = true
    }
    return .progressed
  }

  /// Gives the batch to the listeners; how many of its rows they have had.
  private func deliver() -> Int {
    let present = listeners
    served = present.count == 1 ? present[0] : nil
    lastLine = nil
    for listener in present { listener.receiveInput(batch) }
    served = nil
    return keepRest()
  }

  /// Keeps the rows that the only listener, who has left, has not had; how many it has had.
  private func keepRest() -> Int {
    guard let lastLine, let first = batch.origin?.line else { return batch.count }
    self.lastLine = nil
    let taken = min(max(lastLine - first + 1, 1), batch.count)
    reader.unread(batch, from: taken)
    return taken
  }
}
