import CSystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How far the reading of files has come: one line at the bottom of a terminal, drawn anew a few
/// times a second, wiped before anything else is written there and at the end.
///
/// Readers count what they read, on whatever thread. Drawn is only on the thread that made this: when
/// it reads a block, before it waits and while it waits. Nothing is shown of what ends soon.
public final class Progress {
  /// Until the line is drawn first, in nanoseconds.
  static let patience = 1_000_000_000
  /// Between two drawings.
  static let interval = 250_000_000
  /// What a pipe must have given: less is a log that grows or somebody who types.
  static let streamBytes = 1 << 20
  /// The rate is that of so many drawings.
  private static let rateSamples = 12

  private let terminal: Int32
  private let isDumb: Bool
  private let clock: () -> Int
  private let owner = pthread_self()
  private let bytesRead = Atomic<Int>(0)
  /// Files given on the command line, until it shows whether they are what is read.
  private var operands: [String]
  /// Those that are still to come, with their sizes.
  private var awaited: [FileIdentity: Int] = [:]
  private var openReaders = 0
  private var start: Int?
  /// The bytes of all that was and will be read; nil where something has no size.
  private var total: Int? = 0
  private var lastDrawing: Int?
  /// Times and bytes of the last drawings, and of the start.
  private var samples: [(time: Int, bytes: Int)] = []
  /// What stands on the terminal.
  private var shown = ""
  /// Whether the cursor stands at the start of a line.
  private var isAtLineStart = true
  private var isOff = false

  /// - Parameters:
  ///   - terminal: the descriptor of the terminal to draw on.
  ///   - files: what will be read one after the other, if its first one is.
  ///   - isDumb: the terminal knows nothing but characters.
  ///   - clock: monotonic nanoseconds.
  public init(
    terminal: Int32, files: [String] = [], isDumb: Bool = false,
    clock: @escaping () -> Int = { Int(csys_monotonic_now()) }
  ) {
    self.terminal = terminal
    self.isDumb = isDumb
    self.clock = clock
    operands = files
  }

  // MARK: What readers tell

  /// Something will be read: `size` is what there is of it, nil where nobody knows.
  func began(_ file: Descriptor, size: Int?) {
    let identity = file.status.map(FileIdentity.init)
    if openReaders == 0, awaited.isEmpty { begin() }
    openReaders += 1
    if let identity {
      awaitRest(after: identity)
      awaited[identity] = nil
    }
    if let size, let sum = total { total = sum + size } else { total = nil }
  }

  /// It is at its end, or is left.
  func ended() {
    openReaders -= 1
    if openReaders == 0, awaited.isEmpty { hide() }
  }

  /// Counts bytes that were read.
  func add(_ count: Int) { bytesRead.add(count, ordering: .relaxed) }

  private func begin() {
    bytesRead.store(0, ordering: .relaxed)
    total = 0
    let now = clock()
    start = now
    samples = [(now, 0)]
  }

  /// Where the first file of the command line is read, the others are going to be.
  private func awaitRest(after first: FileIdentity) {
    guard let head = operands.first else { return }
    defer { operands = [] }
    guard FileIdentity.of(head)?.identity == first else { return }
    for path in operands.dropFirst() {
      guard let (identity, size) = FileIdentity.of(path) else { continue }
      awaited[identity] = size
    }
  }

  // MARK: Drawing

  /// When the line is to be drawn next, on the clock; nil where there is nothing to show.
  var nextDrawing: Int? {
    guard !isOff, let start, openReaders > 0, isWorthShowing else { return nil }
    return max(start + Self.patience, lastDrawing.map { $0 + Self.interval } ?? start)
  }

  private var isWorthShowing: Bool {
    total != nil || bytesRead.load(ordering: .relaxed) >= Self.streamBytes
  }

  /// Draws the line if it is time to.
  func drawWhenDue() {
    guard let due = nextDrawing, pthread_equal(pthread_self(), owner) != 0 else { return }
    let now = clock()
    if now >= due { draw(now) }
  }

  private func draw(_ now: Int) {
    lastDrawing = now
    let done = bytesRead.load(ordering: .relaxed)
    guard isAtLineStart, isInForeground, let oldest = samples.first else { return }
    let time = Double(now - oldest.time) / 1e9
    let rate = time > 0 ? Double(done - oldest.bytes) / time : 0
    samples.append((now, done))
    if samples.count > Self.rateSamples { samples.removeFirst() }
    let awaited = awaited.values.reduce(0, +)
    let text = ProgressText.line(
      done: done, total: total.map { max($0 + awaited, done) }, rate: rate, columns: columns)
    let rest = isDumb ? String(repeating: " ", count: max(0, shown.count - text.count)) : "\u{1B}[K"
    put("\r" + text + rest)
    shown = text
    if !isDumb { csys_wipe_when_forced(terminal) }
  }

  /// Takes the line away.
  func hide() {
    if shown.isEmpty { return }
    csys_wipe_when_forced(-1)
    put(isDumb ? "\r\(String(repeating: " ", count: shown.count))\r" : "\r\u{1B}[K")
    shown = ""
  }

  /// Takes the line away for good.
  public func finish() {
    hide()
    isOff = true
  }

  /// Something else has been written to a terminal, behind a `hide`.
  func hasWritten(_ last: UInt8) { isAtLineStart = last == UInt8(ascii: "\n") }

  private var columns: Int {
    var columns: Int32 = 0
    var rows: Int32 = 0
    let isKnown = csys_terminal_size(terminal, &columns, &rows) == 0 && columns > 0
    return isKnown ? Int(columns) : 80
  }

  /// A program in the background leaves the terminal to others.
  private var isInForeground: Bool {
    let group = tcgetpgrp(terminal)
    return group <= 0 || group == getpgrp()
  }

  /// A terminal that takes nothing now, or nothing any more, is not waited for.
  private func put(_ text: String) {
    var wait = csys_wait(descriptor: terminal, for_writing: 1, is_ready: 0)
    guard csys_wait_for(&wait, 1, 0) > 0 else { return }
    var text = text
    text.withUTF8 { _ = csys_write(terminal, $0.baseAddress, $0.count) }
  }
}

/// A file whatever its name.
private struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ status: csys_status) {
    device = status.device
    inode = status.inode
  }

  /// What a name stands for, with its size; nil for what is no regular file.
  static func of(_ path: String) -> (identity: FileIdentity, size: Int)? {
    var status = csys_status()
    guard csys_status_at(path, &status) == 0, status.is_regular != 0 else { return nil }
    return (FileIdentity(status), Int(status.size))
  }
}

/// What one reader has to do with the progress of all.
struct ProgressPart {
  private var progress: Progress?

  /// `size`: what there is to read, nil where nobody knows.
  init(_ progress: Progress?, _ file: Descriptor, size: Int?) {
    self.progress = progress
    progress?.began(file, size: size)
  }

  /// A block has been read.
  func add(_ count: Int) {
    self.count(count)
    draw()
  }

  /// A block has been read, on whatever thread.
  func count(_ count: Int) { progress?.add(count) }

  func draw() { progress?.drawWhenDue() }

  /// There is no more; to be called once or more often.
  mutating func end() {
    progress?.ended()
    progress = nil
  }
}
