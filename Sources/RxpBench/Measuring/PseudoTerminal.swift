import Glibc

/// A new terminal without a window, for a program that wants one.
struct PseudoTerminal {
  // Neither the requests nor the flag are in what Swift sees of the C library.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// The end on which the user would sit.
  let descriptor: Int32
  /// The name of the program's end.
  let path: String

  init?() {
    descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if descriptor < 0 { return nil }
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard ioctl(descriptor, Self.unlock, &isLocked) == 0,
      ioctl(descriptor, Self.getNumber, &number) == 0
    else {
      close(descriptor)
      return nil
    }
    path = "/dev/pts/\(number)"
  }
}
