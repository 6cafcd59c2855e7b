import CSystem
import RxpEngine

/// The terminal at standard input while keys are read from it.
final class KeyTerminal: KeyHold {
  private var isHeld = true

  /// Holds the terminal; nil where standard input is none, or is held already.
  init?() {
    guard csys_is_terminal(0) != 0, csys_keys_hold(0) == 0 else { return nil }
  }

  deinit { release() }

  func release() {
    if isHeld { csys_keys_release() }
    isHeld = false
  }
}
