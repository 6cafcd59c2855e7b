/// The keys pressed on the terminal, or the characters of an input that is none, for all who listen.
///
/// As the lines of standard input they are hot: each goes to those who listen when it is read, and
/// while nobody listens nothing is read. The terminal is held while somebody does.
final class InputKeys: InputUser {
  /// After an escape byte the rest of what a key sends follows at once; nothing for so long means
  /// that it was the key of that name.
  private static let escapeWait = 50 * Time.millisecond

  private enum Item {
    case key(Text)
    case end
  }

  private unowned let run: Run
  private let bytes: InputBytes
  private var splitter: any InputSplitter = CharacterSplitter()
  private var hold: (any KeyHold)?
  private var listeners: [KeysStage] = []
  private var waiting = Fifo<Item>()
  /// Grows with each read, so that a timer for what was there before does nothing.
  private var reads = 0
  private weak var alarmed: KeysStage?

  init(_ run: Run, _ bytes: InputBytes) {
    self.run = run
    self.bytes = bytes
  }

  let what = "keys"
  var isListenedTo: Bool { !listeners.isEmpty }

  func giveBack() -> [UInt8] {
    var rest: [UInt8] = []
    while let item = waiting.popFirst() {
      // Of a terminal a key has no bytes any more; nobody asks for those of the past.
      if case .key(let text) = item, splitter.keepsBytes { rest += text.bytes }
    }
    return rest + splitter.giveBack()
  }

  func add(_ listener: KeysStage) throws {
    try bytes.use(by: self)
    if listeners.isEmpty {
      hold = try run.host.holdKeys()
      if splitter.keepsBytes != (hold == nil) {
        splitter = hold == nil ? CharacterSplitter() : KeySplitter()
      }
    }
    listeners.append(listener)
  }

  func remove(_ listener: KeysStage) {
    if listeners.isEmpty { return }
    listeners.removeAll { $0 === listener }
    if alarmed === listener { alarmed = nil }
    if listeners.isEmpty {
      hold?.release()
      hold = nil
    }
  }

  /// What to wait on: for the first listener, who reads for all.
  func source(for listener: KeysStage) -> (any ByteReader)? {
    listeners.first === listener ? bytes.source : nil
  }

  /// Reads for all; nothing for those who are not the first listener.
  func turn(of listener: KeysStage) -> SourceStage.Turn {
    guard listeners.first === listener else { return .nothing }
    var left = Limits.turnRows
    var hasRead = false
    while left > 0, !listeners.isEmpty {
      if let item = waiting.popFirst() {
        deliver(item)
        left -= 1
        hasRead = true
      } else if !read() {
        return hasRead ? .progressed : .nothing
      }
    }
    return .progressed
  }

  /// A timer set by `settleLater`.
  func settle(_ token: Int) {
    alarmed = nil
    if token == reads { take(splitter.settle()) }
    while !listeners.isEmpty, let item = waiting.popFirst() { deliver(item) }
  }

  private func deliver(_ item: Item) {
    run.origin = nil
    for listener in listeners {
      switch item {
      case .key(let text): listener.receive(key: text)
      case .end: listener.complete()
      }
    }
  }

  /// Whether there is something now.
  private func read() -> Bool {
    let result = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { block in
      let result = bytes.read(into: block)
      if case .bytes(let count) = result {
        reads += 1
        take(splitter.feed(UnsafeRawBufferPointer(rebasing: block[..<count])))
      }
      return result
    }
    switch result {
    case .bytes, .restarted: return true
    case .wouldBlock: return settleLater()
    case .end:
      take(splitter.finish())
      waiting.append(.end)
      return true
    case .failed(let error):
      for listener in listeners { listener.fail(error) }
      return true
    }
  }

  /// What the last bytes mean if nothing follows them: at once, where that cannot be mistaken, or
  /// where no real time passes. Whether there was something.
  private func settleLater() -> Bool {
    guard splitter.isOpen else { return false }
    if !splitter.keepsBytes, !run.options.isVirtual {
      guard alarmed == nil, let first = listeners.first else { return false }
      alarmed = first
      first.wake(at: Time.sum(run.now, InputKeys.escapeWait), token: reads)
      return false
    }
    take(splitter.settle())
    return !waiting.isEmpty
  }

  private func take(_ keys: [Text]) {
    for key in keys {
      // On a terminal Ctrl-D is the end of input.
      waiting.append(!splitter.keepsBytes && key == "ctrl-d" ? .end : .key(key))
    }
  }
}

/// Makes keys or characters of bytes as they come.
protocol InputSplitter {
  /// Whether what it makes is the bytes themselves.
  var keepsBytes: Bool { get }
  /// Whether it holds bytes that what follows may belong to.
  var isOpen: Bool { get }
  mutating func feed(_ bytes: UnsafeRawBufferPointer) -> [Text]
  /// What it holds, if nothing follows for now.
  mutating func settle() -> [Text]
  /// What it holds, since nothing follows any more.
  mutating func finish() -> [Text]
  mutating func giveBack() -> [UInt8]
}
