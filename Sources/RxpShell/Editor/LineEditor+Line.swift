import CEdit

/// The line as libedit holds it.
extension LineEditor {
  /// The code points of the line, valid until it changes, and where the cursor stands.
  var line: (codePoints: UnsafeBufferPointer<UInt32>, cursor: Int) {
    guard let handle else { return (UnsafeBufferPointer(start: nil, count: 0), 0) }
    var text: UnsafePointer<UInt32>?
    var length = 0
    var cursor = 0
    cedit_line(handle, &text, &length, &cursor)
    return (UnsafeBufferPointer(start: text, count: length), cursor)
  }

  /// The line as it stands.
  var text: String { Self.string(line.codePoints[...]) }

  func replaceLine(_ text: String, cursor: Int? = nil) {
    guard let handle else { return }
    let codePoints = Self.codePoints(text)
    cedit_replace_line(handle, codePoints, cursor ?? codePoints.count - 1)
  }

  static func string(_ codePoints: some Sequence<UInt32>) -> String {
    var scalars = String.UnicodeScalarView()
    for codePoint in codePoints { scalars.append(Unicode.Scalar(codePoint) ?? "\u{FFFD}") }
    return String(scalars)
  }

  /// The code points of a text, ended by 0; libedit cannot hold a NUL.
  static func codePoints(_ text: String) -> [UInt32] {
    var codePoints = text.unicodeScalars.map { $0.value == 0 ? 0xFFFD : $0.value }
    codePoints.append(0)
    return codePoints
  }

  func setPrompt(_ prompt: PromptText) {
    self.prompt = prompt
    promptStorage?.deallocate()
    let storage = UnsafeMutablePointer<UInt32>.allocate(capacity: prompt.codePoints.count)
    storage.initialize(from: prompt.codePoints, count: prompt.codePoints.count)
    promptStorage = storage
  }
}
