import CSystem
import RxpEngine
import Synchronization

/// Descriptors that readers, writers and hosts hold open at this moment: for tests that nothing
/// leaks.
public enum DescriptorCount {
  static let counter = Atomic<Int>(0)

  public static var live: Int { counter.load(ordering: .relaxed) }
}

/// A descriptor with one owner. The standard ones are borrowed: closing them closes nothing.
final class Descriptor {
  /// -1 once closed.
  private(set) var number: Int32
  private let isOwned: Bool

  /// Takes over an open descriptor.
  init(owning number: Int32) {
    self.number = number
    isOwned = true
    DescriptorCount.counter.add(1, ordering: .relaxed)
  }

  init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  /// Opens a file for reading.
  convenience init(reading path: String) throws(HostError) {
    let number = csys_open_read(path)
    if number < 0 { throw HostError.system("read", path, code: lastError) }
    self.init(owning: number)
  }

  /// Creates, truncates or extends a file.
  convenience init(writing path: String, append: Bool) throws(HostError) {
    let number = csys_open_write(path, append ? 1 : 0)
    if number < 0 { throw HostError.system("write", path, code: lastError) }
    self.init(owning: number)
  }

  deinit { close() }

  /// What it stands for; nil where the system does not tell.
  var status: csys_status? {
    var status = csys_status()
    return csys_status_of(number, &status) < 0 ? nil : status
  }

  func close() {
    guard number >= 0 else { return }
    if isOwned {
      _ = csys_close(number)
      DescriptorCount.counter.subtract(1, ordering: .relaxed)
    }
    number = -1
  }
}
