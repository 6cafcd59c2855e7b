import CSystem
import RxpEngine

/// A file that grows: after its end the reader goes on when there is more, whatever became of the
/// name meanwhile.
///
/// - Renamed or deleted, with a new file in its place: the old one is read to its end first, and is
///   not left before the new one holds something, since until then the writer may still have the
///   old one open. Nothing is lost (`restarted(lost: false)`), unless several files came and went
///   between two looks.
/// - Cut (truncated, copytruncate), also when it has grown past the old place again: reading starts
///   at its beginning. What was written between the last look and the cut cannot be known, so this
///   is `restarted(lost: true)`. Zero bytes that lead the file after a cut are the hole which a
///   writer leaves who does not append; they are left out.
/// - Not there yet, or gone: it is waited for.
///
/// Nothing is believed of what the watch says; it only ends the waiting, and a look from time to
/// time makes up for file systems that tell nothing.
public final class FollowReader: ByteReader {
  /// Between two looks without a notice: with a watch, and without one.
  private static let watchedInterval: Int64 = 1_000_000_000
  private static let unwatchedInterval: Int64 = 250_000_000

  public let name: String
  private var file: Descriptor?
  private let watch: FileWatch?
  private var isClosed = false
  /// How far the file was read.
  private var offset: Int64 = 0
  /// The last bytes before `offset`: other ones there mean that the file was cut and grew again.
  private var tail = TailWindow()
  private var skipsHole = false
  /// Files that took the name since the open one was opened.
  private var arrivals = 0
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

  /// `watch` is nil where the system has none, and in tests of that case.
  init(_ path: String, file: Descriptor?, watch: FileWatch?) {
    name = path
    self.watch = watch
    if let file { start(file) }
  }

  public var descriptor: Int32 { watch?.descriptor ?? -1 }
  public var mayBlock: Bool { true }

  /// The longest time to go without a look, in nanoseconds.
  var recheckInterval: Int64 { watch == nil ? Self.unwatchedInterval : Self.watchedInterval }

  public func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    if isClosed { return .end }
    if buffer.isEmpty { return .wouldBlock }
    // Notices go before the look: what changes after it makes a new one.
    if isIdle { noteArrivals() }
    let result: ReadResult
    if let file {
      result = readOn(file, into: buffer)
    } else {
      result = openFirst(into: buffer)
    }
    isIdle = result == .wouldBlock
    return result
  }

  public func close() {
    isClosed = true
    file?.close()
    file = nil
    watch?.close()
  }

  private func start(_ opened: Descriptor) {
    file?.close()
    file = opened
    watch?.watchFile(opened)
    offset = 0
    tail.clear()
    skipsHole = false
    // What has been told so far led to this file.
    noteArrivals()
    arrivals = 0
  }

  private func noteArrivals() {
    guard let watch else { return }
    // Bounded, since it only matters whether there were more than one.
    arrivals = min(arrivals + watch.drain(), 2)
  }

  private func readOn(
    _ file: Descriptor, into buffer: UnsafeMutableRawBufferPointer
  ) -> ReadResult {
    while true {
      let count = csys_read_at(file.number, buffer.baseAddress, buffer.count, offset)
      if count < 0 { return .failed(.system("read", name, code: lastError)) }
      // Looked at after the read: a cut between the two shows.
      if !tail.isIntact(in: file, before: offset) { return restartAfterCut() }
      if count > 0 {
        let kept = advance(buffer, count, in: file)
        if kept > 0 { return .bytes(kept) }
        continue
      }
      guard let status = file.status else {
        return .failed(.system("read", name, code: lastError))
      }
      if status.size < offset { return restartAfterCut() }
      guard isReplaced(status) else { return .wouldBlock }
      // The old file may have grown between its end and the look at the name.
      let more = csys_read_at(file.number, buffer.baseAddress, buffer.count, offset)
      if more <= 0 { return openReplacement() }
    }
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
      tail.clear()
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<kept])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[zeros..<count]))
    }
    tail.append(UnsafeRawBufferPointer(rebasing: buffer[..<kept]))
    return kept
  }

  private func restartAfterCut() -> ReadResult {
    offset = 0
    tail.clear()
    skipsHole = true
    return .restarted(lost: true)
  }

  /// Whether the name stands for another file, which holds something.
  private func isReplaced(_ open: csys_status) -> Bool {
    var named = csys_status()
    guard csys_status_at(name, &named) == 0 else { return false }
    if named.device == open.device, named.inode == open.inode {
      // Moved away and back: no other file came between.
      arrivals = 0
      return false
    }
    return named.size > 0 || named.is_regular == 0
  }

  /// Goes over from the file that was read to its end to the one that has the name now.
  private func openReplacement() -> ReadResult {
    do throws(HostError) {
      let opened = try openNamed()
      noteArrivals()
      let isLossy = arrivals > 1
      start(opened)
      return .restarted(lost: isLossy)
    } catch {
      return error.code == Errno.noEntry ? .wouldBlock : .failed(error)
    }
  }

  /// Opens the file that was not there so far.
  private func openFirst(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    do throws(HostError) {
      let opened = try openNamed()
      start(opened)
      return readOn(opened, into: buffer)
    } catch {
      return error.code == Errno.noEntry ? .wouldBlock : .failed(error)
    }
  }

  private func openNamed() throws(HostError) -> Descriptor {
    let opened = try Descriptor(reading: name)
    if opened.status?.is_regular == 1 { return opened }
    throw HostError(
      operation: "follow", subject: name, code: Errno.invalid, reason: "it is no regular file now")
  }
}
