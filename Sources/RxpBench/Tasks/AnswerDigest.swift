import Glibc

/// What a tool answered, in a form in which equal answers are equal.
struct AnswerDigest: Equatable {
  private(set) var lines = 0
  private(set) var hash: UInt64 = 14_695_981_039_346_656_037
  /// The first lines, for messages.
  private(set) var beginning: [String] = []

  static func == (a: AnswerDigest, b: AnswerDigest) -> Bool {
    a.lines == b.lines && a.hash == b.hash
  }

  mutating func add(_ line: UnsafeRawBufferPointer) {
    let isPlain = !line.contains(UInt8(ascii: "."))
    if isPlain {
      hashBytes(line)
      if beginning.count < 3 { beginning.append(String(decoding: line, as: UTF8.self)) }
    } else {
      var text = roundedNumbers(String(decoding: line, as: UTF8.self))
      text.withUTF8 { hashBytes(UnsafeRawBufferPointer($0)) }
      if beginning.count < 3 { beginning.append(text) }
    }
    lines += 1
  }

  private mutating func hashBytes(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    hash = (hash ^ 10) &* 1_099_511_628_211
  }
}

/// Takes bytes as they come and gives lines on.
struct LineSplitter {
  private var rest: [UInt8] = []

  mutating func add(_ bytes: UnsafeRawBufferPointer, line take: (UnsafeRawBufferPointer) -> Void) {
    var start = 0
    while let found = memchr(bytes.baseAddress! + start, 10, bytes.count - start) {
      let end = UnsafeRawPointer(found) - bytes.baseAddress!
      if rest.isEmpty {
        take(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      } else {
        rest.append(contentsOf: bytes[start..<end])
        rest.withUnsafeBytes(take)
        rest.removeAll(keepingCapacity: true)
      }
      start = end + 1
      if start == bytes.count { return }
    }
    rest.append(contentsOf: bytes[start...])
  }

  /// A last line without a newline.
  mutating func finish(line take: (UnsafeRawBufferPointer) -> Void) {
    if !rest.isEmpty { rest.withUnsafeBytes(take) }
    rest = []
  }
}

extension LineTask.Answer {
  /// The digest of a whole output of a few lines.
  func digest(of output: [UInt8]) -> AnswerDigest {
    var lines = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    switch self {
    case .inOrder: break
    case .anyOrder: lines.sort()
    case .largest: lines = withoutTies(lines)
    }
    var digest = AnswerDigest()
    for line in lines { Array(line.utf8).withUnsafeBytes { digest.add($0) } }
    return digest
  }
}

/// Drops the names that share the smallest count, and sorts.
private func withoutTies(_ lines: [String]) -> [String] {
  let counts = lines.map { $0.prefix { $0 != " " } }
  return zip(lines, counts).map { $1 == counts.last ? String($1) : $0 }.sorted()
}

/// Numbers with a point, to six digits: `12.50` and `12.5` are the same, and so are the means of
/// tools that show all digits and of those that do not.
private func roundedNumbers(_ line: String) -> String {
  line.split(separator: " ", omittingEmptySubsequences: false).map { field in
    guard field.contains("."), let first = field.first, first.isNumber || first == "-",
      let value = Double(field)
    else { return String(field) }
    return significant(value)
  }.joined(separator: " ")
}
