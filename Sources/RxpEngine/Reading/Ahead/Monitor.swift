import CSystem

/// A lock with a condition to wait for.
final class Monitor: @unchecked Sendable {
  private let handle: OpaquePointer

  /// nil where there is no memory.
  init?() {
    guard let handle = csys_monitor_new() else { return nil }
    self.handle = handle
  }

  deinit { csys_monitor_free(handle) }

  /// Looks at what is shared, or changes it.
  func locked<Result>(_ body: () -> Result) -> Result {
    csys_monitor_lock(handle)
    defer { csys_monitor_unlock(handle) }
    return body()
  }

  /// Inside `locked`: lets others in until somebody wakes all, or for no reason.
  func wait() { csys_monitor_wait(handle) }
  func wakeAll() { csys_monitor_wake_all(handle) }
}
