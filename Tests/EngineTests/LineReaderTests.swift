import CSystem
import TestSupport
import Testing

@testable import RxpEngine

/// Lines are the same however the bytes come, and whatever the batches.
@Suite struct LineReaderTests {
  /// What a reader gives, in order.
  enum Item: Equatable {
    case line(Int, [UInt8])
    case tooLong(Int, offset: Int)
    case restarted(lost: Bool)
    case failed
  }

  /// By the book: bytes up to each newline.
  static func reference(_ bytes: [UInt8], limit: Int) -> [Item] {
    var items: [Item] = []
    var start = 0
    var number = 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var line = bytes[start..<end]
      if line.last == 0x0D { line = line.dropLast() }
      items.append(
        line.count > limit ? .tooLong(number, offset: start) : .line(number, Array(line)))
      number += 1
      start = end + 1
    }
    return items
  }

  static func read(
    _ pieces: [ScriptedHost.Piece], limit: Int = Limits.lineBytes, batch most: Int = 1024,
    readSize: Int = .max
  ) throws -> [Item] {
    let host = ScriptedHost()
    host.files["f"] = pieces
    host.readSize = readSize
    let reader = LineReader(try host.openForReading("f"), limit: limit)
    let batch = Batch()
    var items: [Item] = []
    while true {
      switch reader.read(into: batch, most: most) {
      case .rows:
        #expect(batch.count > 0 && batch.count <= most)
        for row in 0..<batch.count {
          let (start, count) = (batch.room.starts[row], batch.room.lengths[row])
          #expect(start[count] == 0x0A || start[count] == 0x0D, "what is behind a line is its end")
          items.append(
            .line(
              batch.origin?.place(of: row).line ?? 0,
              Array(UnsafeBufferPointer(start: start, count: count))))
        }
      case .blocked, .unfinished: #expect(batch.count == 0)
      case .end: return items
      case .restarted(let lost): items.append(.restarted(lost: lost))
      case .tooLong(let line, let offset): items.append(.tooLong(line, offset: offset))
      case .failed:
        items.append(.failed)
        return items
      }
    }
  }

  static let texts = [
    "", "\n", "\r\n", "a", "a\n", "a\r", "a\r\n", "a\r\r\n", "a\rb\n", "\n\n", "a\n\nb", "\r\n\r\n",
    "ab\ncd\r\nef", "a\0b\n\0\n", "ünï\ncödé\n", "abcd\nabcde\nx\n", "abcd\r\nabcde\r\n", "abcd\r",
    "abcd\r\r", "abcde\r", "abcd\rx\n", "abcdefgh", "abcdefgh\n\nabcdefgh\r\nab",
  ]

  @Test(arguments: texts, batchLimits)
  func everySplitGivesTheSameLines(_ text: String, _ most: Int) throws {
    let bytes = Array(text.utf8)
    let wanted = LineReaderTests.reference(bytes, limit: 4)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let pieces: [ScriptedHost.Piece] = [
          .bytes(Array(bytes[..<first])), .silence, .bytes(Array(bytes[first..<second])), .silence,
          .bytes(Array(bytes[second...])),
        ]
        #expect(try LineReaderTests.read(pieces, limit: 4, batch: most) == wanted)
      }
    }
    let whole: [ScriptedHost.Piece] = [.bytes(bytes)]
    #expect(try LineReaderTests.read(whole, limit: 4, batch: most, readSize: 1) == wanted)
  }

  @Test func badBytesPassUnchanged() throws {
    let bytes = (0...255).map { UInt8($0) } + [0xFF, 0x0A, 0xC3, 0x28, 0x0A]
    #expect(
      try LineReaderTests.read([.bytes(bytes)])
        == LineReaderTests.reference(bytes, limit: Limits.lineBytes))
  }

  @Test(arguments: 0..<60)
  func randomSchedules(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var bytes: [UInt8] = []
    // Some have lines around the length of a block, most around that of a mask or a limit.
    let hasLongOnes = seed % 12 == 0
    for _ in 0..<random.below(200) {
      let length =
        switch random.below(40) {
        case 0 where hasLongOnes: LineReader.blockBytes + random.below(5) - 2
        case 0...8: random.pick([62, 63, 64, 65, 127, 128, 199, 200, 201, 202])
        default: random.below(12)
        }
      let filling = random.pick([UInt8(ascii: "a"), 0, 0xFF, 0x0D])
      bytes.append(contentsOf: repeatElement(filling, count: length))
      bytes.append(contentsOf: random.pick([[0x0A], [0x0A], [0x0D, 0x0A], [0x0D]]))
    }
    var pieces: [ScriptedHost.Piece] = []
    var at = 0
    while at < bytes.count {
      let size = min(
        bytes.count - at,
        1 + random.below(random.pick(hasLongOnes ? [5_000, 300_000] : [3, 100, 5_000])))
      pieces.append(.bytes(Array(bytes[at..<at + size])))
      if random.below(4) == 0 { pieces.append(.silence) }
      at += size
    }
    let limit = random.pick([200, LineReader.blockBytes, Limits.lineBytes])
    let wanted = LineReaderTests.reference(bytes, limit: limit)
    for most in batchLimits {
      let got = try LineReaderTests.read(pieces, limit: limit, batch: most)
      let isSame = got == wanted
      let first = zip(got, wanted).first { $0 != $1 }
      #expect(isSame, "limit \(limit), batch \(most): \(String(describing: first).prefix(400))")
    }
  }

  @Test func lineAtTheLimitAndOneBeyond() throws {
    let longest = [UInt8](repeating: UInt8(ascii: "x"), count: Limits.lineBytes)
    let bytes = longest + [0x0D, 0x0A] + longest + [UInt8(ascii: "x"), 0x0A, UInt8(ascii: "y")]
    let items = try LineReaderTests.read([.bytes(bytes)])
    #expect(items.count == 3)
    let isWhole = items.first == .line(1, longest)
    #expect(isWhole)
    #expect(items.dropFirst().first == .tooLong(2, offset: Limits.lineBytes + 2))
    #expect(items.last == .line(3, [UInt8(ascii: "y")]))
  }

  @Test func lineWithoutAnEndHoldsUpNobody() throws {
    let host = ScriptedHost()
    let block = [UInt8](repeating: 0, count: LineReader.blockBytes)
    host.files["zeros"] = Array(repeating: .bytes(block), count: 200)
    let reader = LineReader(try host.openForReading("zeros"))
    let batch = Batch()
    var outcomes: [LineReader.Outcome] = []
    while outcomes.last != .end { outcomes.append(reader.read(into: batch, most: 1)) }
    #expect(
      outcomes == [
        .unfinished, .tooLong(line: 1, offset: 0), .unfinished, .unfinished, .end,
      ])
  }

  @Test func restartsEndTheLineAndCountAnew() throws {
    let pieces: [ScriptedHost.Piece] = [
      .text("a\nb"), .restart(lost: false), .text("c\nlonger"), .silence, .restart(lost: true),
      .restart(lost: true), .text("d\n"), .silence, .text("toolong\nx"),
    ]
    #expect(
      try LineReaderTests.read(pieces, limit: 4) == [
        .line(1, Array("a".utf8)), .line(2, Array("b".utf8)), .restarted(lost: false),
        .line(1, Array("c".utf8)), .tooLong(2, offset: 2), .restarted(lost: true),
        .restarted(lost: true), .line(1, Array("d".utf8)), .tooLong(2, offset: 2),
        .line(3, Array("x".utf8)),
      ])
  }

  @Test func failuresComeBehindTheLinesBeforeThem() throws {
    #expect(
      try LineReaderTests.read([.text("a\nb"), .failure]) == [.line(1, Array("a".utf8)), .failed])
  }

  /// Rows given back come again, also those before a line that is too long.
  @Test(arguments: [1, 2, 3, 4])
  func rowsCanBeGivenBack(_ kept: Int) throws {
    let host = ScriptedHost()
    host.files["f"] = [.text("a\nb\r\nc\nd\ntoolong\ne")]
    let reader = LineReader(try host.openForReading("f"), limit: 4)
    let batch = Batch()
    #expect(reader.read(into: batch, most: 10) == .rows)
    #expect(batch.count == 4)
    reader.unread(batch, from: kept)
    var lines: [String] = []
    loop: while true {
      switch reader.read(into: batch, most: 10) {
      case .rows:
        for row in 0..<batch.count {
          lines.append("\(batch.origin?.place(of: row).line ?? 0) \(batch[row].display())")
        }
      case .tooLong(let line, _): lines.append("\(line) !")
      default: break loop
      }
    }
    #expect(lines == Array(["1 a", "2 b", "3 c", "4 d", "5 !", "6 e"].dropFirst(kept)))
  }
}
