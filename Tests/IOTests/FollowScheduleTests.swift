import RxpEngine
import Testing

@testable import RxpIO

extension Outside {
  /// Random changes to a followed file. Its lines are numbered, so that what is read can be judged:
  /// each once and in order, and where one is missing the reader has said so.
  @Suite struct FollowScheduleTests {
    private final class Writer {
      let directory = TemporaryDirectory()
      private var random: SeededGenerator
      private var next = 0
      private var rotations = 0
      private(set) var isThere = false
      private var size = 0
      /// Whether the reader has seen something in the file that has the name.
      private(set) var isKnown = false

      init(seed: UInt64) { random = SeededGenerator(seed) }

      func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
      func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

      /// Writes a few lines, whole or byte by byte; each is its number, some with more behind it.
      func write() -> String {
        var text = ""
        for _ in 0..<number(1...4) {
          let filler = ["", " é😀", "\r", String(repeating: " x", count: number(0...400))]
          text += "\(next)" + filler.randomElement(using: &random)! + "\n"
          next += 1
        }
        if chance(20) {
          // Characters may come in parts; the reader sees bytes.
          for scalar in text.unicodeScalars { directory.append("log", String(scalar)) }
        } else {
          directory.append("log", text)
        }
        isThere = true
        size += text.utf8.count
        return text
      }

      func noteLook() { isKnown = size > 0 }

      func rotate() {
        isKnown = false
        rotations += 1
        directory.rename("log", to: "log.\(rotations)")
        isThere = false
        size = 0
        if chance(50) {
          directory.append("log", "")
          isThere = true
        }
      }

      func delete() {
        isKnown = false
        directory.delete("log")
        isThere = false
        size = 0
      }

      /// Returns whether there was something to cut.
      func cut() -> Bool {
        defer { size = 0 }
        directory.cut("log")
        return size > 0
      }
    }

    private func follow(_ writer: Writer, isWatched: Bool) -> FollowReader {
      let path = writer.directory("log")
      let file = try? Descriptor(reading: path)
      return FollowReader(path, file: file, watch: isWatched ? FileWatch(path) : nil)
    }

    /// A look after each change: what is read is known to the byte.
    @Test(arguments: UInt64(0)..<200)
    func aLookAfterEachChange(seed: UInt64) {
      let writer = Writer(seed: seed)
      let isWatched = seed % 2 == 0
      if writer.chance(50) { _ = writer.write() }
      let reader = follow(writer, isWatched: isWatched)
      let piece = writer.number(1...600)
      _ = drain(reader, piece: piece)
      var hasStarted = writer.isThere
      var isElsewhere = false
      for _ in 0..<40 {
        var expected = ""
        switch writer.number(0...9) {
        case 0 where hasStarted:
          writer.rotate()
          isElsewhere = true
        case 1 where hasStarted:
          writer.delete()
          isElsewhere = true
        case 2 where writer.isThere && !isElsewhere:
          if writer.cut() { expected = "«cut»" }
        case 3 where writer.isThere && !isElsewhere:
          if writer.cut() { expected = "«cut»" }
          expected += writer.write()
        default:
          expected = (hasStarted && isElsewhere ? "«next»" : "") + writer.write()
          isElsewhere = false
          hasStarted = true
        }
        let output = drain(reader, piece: piece)
        #expect(Array(output.utf8) == Array(expected.utf8), "\(output)")
      }
    }

    /// Several changes between two looks: nothing twice, nothing out of order, no gap in silence.
    @Test(arguments: UInt64(0)..<60)
    func looksNowAndThen(seed: UInt64) {
      let writer = Writer(seed: seed &+ 1000)
      let reader = follow(writer, isWatched: true)
      var output = drain(reader)
      for _ in 0..<150 {
        switch writer.number(0...11) {
        case 0: writer.rotate()
        case 1: writer.delete()
        // What is cut off a file that was never read leaves no trace.
        case 2 where writer.isKnown: _ = writer.cut()
        default: _ = writer.write()
        }
        if writer.chance(40) {
          output += drain(reader, piece: writer.number(1...2000))
          writer.noteLook()
        }
      }
      // So that the last of it can be judged.
      _ = writer.write()
      output += drain(reader)
      judge(output)
    }

    private func judge(_ output: String) {
      var expected = 0
      var mayMiss = false
      // To Swift a carriage return and a newline are one character, and no newline.
      let lines = String(String.UnicodeScalarView(output.unicodeScalars.filter { $0 != "\r" }))
      for line in lines.split(separator: "\n") {
        let parts = line.split(separator: "»", omittingEmptySubsequences: false)
        if parts.dropLast().contains(where: { $0.hasSuffix("cut") }) { mayMiss = true }
        guard let text = parts.last, let number = Int(text.prefix { $0.isNumber }) else { continue }
        #expect(number >= expected, "line \(number) after \(expected - 1)")
        #expect(
          number == expected || mayMiss, "lines \(expected)..<\(number) are missing in silence")
        expected = number + 1
        mayMiss = false
      }
      #expect(expected > 0)
    }
  }
}
