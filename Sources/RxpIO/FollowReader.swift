import CSystem
import RxpEngine

/// A file that grows: after its end the reader goes on when there is more, whatever became of the
/// name meanwhile.
///
/// - Renamed or deleted, with a new file in its place: the old one is read to its end first, and is
///   not left before the new one holds something. Nothing is lost (`restarted(lost: false)`), unless
///   several files came and went between two looks.
/// - Cut (truncated, copytruncate), also when it has grown past the old place again: reading starts
///   at its beginning. What was written between the last look and the cut cannot be known, so this
///   is `restarted(lost: true)`. Zero bytes that lead the file after a cut are the hole which a
///   writer leaves who does not append; they are left out.
/// - Not there yet, or gone: it is waited for.
///
/// One loss leaves no trace: what is written to a file of which nothing was read yet, and cut off
/// again, between two looks.
///
/// The watch only ends the waiting; what has happened is always looked up. A look from time to time
/// makes up for file systems that tell nothing.
public final class FollowReader: RecheckedReader {
  /// Between two looks without a notice: with a watch, and without one.
  private static let watchedInterval: Int64 = 1_000_000_000
  private static let unwatchedInterval: Int64 = 250_000_000

  private let succession: Succession
  private var file: Descriptor?
  private var isClosed = false
  /// How far the file was read.
  private var offset: Int64 = 0
  private var landmarks = Landmarks()
  private var skipsHole = false
  /// Nothing was there at the last look.
  private var isIdle = true

  /// Follows a regular file, or one that is not there yet; a pipe or device is read as such.
  static func follow(_ path: String) throws(HostError) -> any ByteReader {
    // Watched before it is opened, so that nothing falls between the two.
    let watch = FileWatch(path)
    let file: Descriptor
    do throws(HostError) {
      file = try Descriptor(reading: path)
    } catch {
      if error.code == Errno.noEntry { return FollowReader(path, file: nil, watch: watch) }
      throw error
    }
    if file.status?.is_regular != 1 { return try SystemHost.reader(of: file, name: path) }
    return FollowReader(path, file: file, watch: watch)
  }

  /// `file` is nil for one that is not there yet, `watch` where the system has none.
  init(_ path: String, file: Descriptor?, watch: FileWatch?) {
    succession = Succession(path, watch: watch)
    self.file = file
    if let file { succession.begin(file) }
  }

  public var name: String { succession.path }
  public var descriptor: Int32 { succession.descriptor }
  public var mayBlock: Bool { true }

  /// The longest time to go without a look, in nanoseconds.
  var recheckInterval: Int64? {
    succession.isWatched ? Self.watchedInterval : Self.unwatchedInterval
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    if isClosed { return .end }
    if buffer.isEmpty { return .wouldBlock }
    if isIdle { succession.takeNotices() }
    let result: ReadResult
    do throws(HostError) {
      if let file {
        result = try readOn(file, into: buffer)
      } else {
        result = try readFirst(into: buffer)
      }
    } catch {
      result = .failed(error)
    }
    isIdle = result == .wouldBlock
    return result
  }

  public func close() {
    isClosed = true
    file?.close()
    file = nil
    succession.close()
  }

  /// Begins with a file that was not there so far.
  private func readFirst(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(HostError) -> ReadResult {
    guard case .ready(let first, let lost) = try succession.first() else { return .wouldBlock }
    file = first
    return lost ? .restarted(lost: true) : try readOn(first, into: buffer)
  }

  private func readOn(
    _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer
  ) throws(HostError) -> ReadResult {
    while true {
      let count = try readOnce(file, into: buffer)
      // Looked at after the read: a cut between the two shows.
      if !landmarks.areIntact(in: file, upTo: offset) { return restartAfterCut() }
      if count > 0 {
        let kept = advance(buffer, count, in: file)
        if kept > 0 { return .bytes(kept) }
        continue
      }
      if let status = file.status, status.size < offset { return restartAfterCut() }
      switch try succession.next(after: file) {
      case .none: return .wouldBlock
      case .found: continue
      case .ready(let successor, let lost):
        // The old file may have grown between its end and the look at the new one.
        if try readOnce(file, into: buffer) > 0 { continue }
        succession.leave(file)
        start(successor)
        return .restarted(lost: lost)
      }
    }
  }

  private func readOnce(
    _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer
  ) throws(HostError) -> Int {
    let count = csys_read_at(file.number, buffer.baseAddress, buffer.count, offset)
    if count < 0 { throw HostError.system("read", name, code: lastError) }
    return count
  }

  private func start(_ successor: Descriptor) {
    file = successor
    offset = 0
    landmarks.clear()
    skipsHole = false
  }

  private func restartAfterCut() -> ReadResult {
    offset = 0
    landmarks.clear()
    skipsHole = true
    return .restarted(lost: true)
  }

  /// Takes in what was read; returns how many bytes of it, moved to the front, are to be handed on.
  private func advance(
    _ buffer: UnsafeMutableRawBufferPointer, _ count: Int, in file: Descriptor
  ) -> Int {
    offset += Int64(count)
    var kept = count
    if skipsHole {
      let zeros = buffer[..<count].prefix { $0 == 0 }.count
      kept = count - zeros
      if kept == 0 {
        offset = csys_next_data(file.number, offset)
        return 0
      }
      skipsHole = false
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<kept])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[zeros..<count]))
    }
    landmarks.append(
      UnsafeRawBufferPointer(rebasing: buffer[..<kept]), at: offset - Int64(kept))
    return kept
  }
}
