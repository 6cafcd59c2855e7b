import CSystem
import RxpEngine

/// The files that bear a followed name one after the other.
///
/// The next one is opened as soon as it is seen, though it is not read before it holds something:
/// until then the writer may still have the old one open. So nothing is lost of it either, when it is
/// moved away in its turn.
final class Succession {
  enum Step {
    /// The name stands for the file that is being read, or for nothing, or an empty successor.
    case none
    /// A successor was found; the file being read is to be looked at once more.
    case found
    /// The successor holds something. `lost`: another one came and went unseen before it.
    case ready(Descriptor, lost: Bool)
  }

  let path: String
  private let watch: FileWatch?
  private var successor: Descriptor?
  /// What took the name since it was last looked up, as far as the watch tells.
  private var arrivals = 0
  private var isLossy = false

  init(_ path: String, watch: FileWatch?) {
    self.path = path
    self.watch = watch
  }

  var isWatched: Bool { watch != nil }
  var descriptor: Int32 { watch?.descriptor ?? -1 }

  /// Takes the notices away. To be called before looking, not after: what changes after a look has to
  /// end the waiting.
  func takeNotices() {
    guard let watch else { return }
    // Bounded, since it only matters whether there were more than one.
    arrivals = min(arrivals + watch.drain(), 2)
  }

  /// Opens the first file; nothing where there is none yet.
  func first() throws(HostError) -> Step {
    guard let file = try open() else { return .none }
    settle()
    let isLate = isLossy
    begin(file)
    return .ready(file, lost: isLate)
  }

  /// Starts with a file that is open already.
  func begin(_ file: Descriptor) {
    watch?.add(file)
    takeNotices()
    arrivals = 0
    isLossy = false
  }

  /// Looks what has become of the name while `file` was read to its end.
  func next(after file: Descriptor) throws(HostError) -> Step {
    if let successor, let status = successor.status, status.size > 0 {
      return .ready(successor, lost: isLossy)
    }
    var named = csys_status()
    guard csys_status_at(path, &named) == 0 else { return .none }
    if isSame(named, file) || isSame(named, successor) {
      settle()
      return .none
    }
    guard let opened = try open() else { return .none }
    takeNotices()
    settle()
    watch?.remove(successor)
    watch?.add(opened)
    successor?.close()
    successor = opened
    return .found
  }

  /// Goes over to the successor.
  func leave(_ file: Descriptor) {
    watch?.remove(file)
    file.close()
    successor = nil
    isLossy = false
  }

  func close() {
    successor?.close()
    successor = nil
    watch?.close()
  }

  /// One arrival led to what the name stands for now; the others have been missed.
  private func settle() {
    if arrivals > 1 { isLossy = true }
    arrivals = 0
  }

  private func isSame(_ named: csys_status, _ file: Descriptor?) -> Bool {
    guard let status = file?.status else { return false }
    return named.device == status.device && named.inode == status.inode
  }

  private func open() throws(HostError) -> Descriptor? {
    let opened: Descriptor
    do throws(HostError) {
      opened = try Descriptor(reading: path)
    } catch {
      if error.code == Errno.noEntry { return nil }
      throw error
    }
    if opened.status?.is_regular == 1 { return opened }
    throw HostError(
      operation: "follow", subject: path, code: Errno.invalid, reason: "it is no regular file now")
  }
}
