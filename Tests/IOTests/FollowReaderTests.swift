import RxpEngine
import Testing

@testable import RxpIO

extension Outside {
  /// Each step changes the files, then the reader is asked until it has nothing more.
  @Suite struct FollowReaderTests {
    private let directory = TemporaryDirectory()

    private func follow(_ name: String, isWatched: Bool = true) throws -> FollowReader {
      let path = directory(name)
      let file = try? Descriptor(reading: path)
      return FollowReader(path, file: file, watch: isWatched ? FileWatch(path) : nil)
    }

    @Test(arguments: [false, true])
    func growsByteByByte(isWatched: Bool) throws {
      directory.append("log", "")
      let reader = try follow("log", isWatched: isWatched)
      #expect(reader.mayBlock)
      #expect(drain(reader) == "")
      for byte in "é\r\n\0x" {
        directory.append("log", String(byte))
        #expect(drain(reader) == String(byte))
      }
      for size in [1, 255, 256, 257, 10_000] {
        let text = String(repeating: "0123456789", count: size)
        directory.append("log", text)
        #expect(drain(reader, piece: 300) == text)
      }
      #expect(drain(reader) == "")
    }

    @Test(arguments: [false, true])
    func renamedAndMadeAnew(isWatched: Bool) throws {
      directory.append("log", "one\n")
      let reader = try follow("log", isWatched: isWatched)
      #expect(drain(reader) == "one\n")
      directory.append("log", "two\n")
      directory.rename("log", to: "log.1")
      // The old one is read to its end, by whatever name.
      #expect(drain(reader) == "two\n")
      directory.append("log.1", "three\n")
      #expect(drain(reader) == "three\n")
      // An empty new one may be there before the writer has let go of the old one.
      directory.append("log", "")
      #expect(drain(reader) == "")
      directory.append("log.1", "four\n")
      #expect(drain(reader) == "four\n")
      directory.append("log.1", "five\n")
      directory.append("log", "six\n")
      #expect(drain(reader) == "five\n«next»six\n")
      #expect(drain(reader) == "")
    }

    @Test(arguments: [false, true])
    func deletedAndMadeAnew(isWatched: Bool) throws {
      directory.append("log", "one\n")
      let reader = try follow("log", isWatched: isWatched)
      directory.delete("log")
      #expect(drain(reader) == "one\n")
      #expect(drain(reader) == "")
      for round in 1...5 {
        directory.append("log", "round \(round)\n")
        #expect(drain(reader) == "«next»round \(round)\n")
        directory.delete("log")
        #expect(drain(reader) == "")
      }
    }

    @Test(arguments: [false, true])
    func replacedByRenaming(isWatched: Bool) throws {
      directory.append("log", "one\n")
      let reader = try follow("log", isWatched: isWatched)
      #expect(drain(reader) == "one\n")
      directory.append("new", "two\n")
      directory.append("log", "last of one\n")
      directory.rename("new", to: "log")
      #expect(drain(reader) == "last of one\n«next»two\n")
    }

    @Test(arguments: [false, true])
    func movedAwayAndBack(isWatched: Bool) throws {
      directory.append("log", "one\n")
      let reader = try follow("log", isWatched: isWatched)
      #expect(drain(reader) == "one\n")
      directory.rename("log", to: "aside")
      directory.rename("aside", to: "log")
      directory.append("log", "two\n")
      #expect(drain(reader) == "two\n")
      directory.rename("log", to: "log.1")
      directory.append("log", "three\n")
      #expect(drain(reader) == "«next»three\n")
    }

    @Test(arguments: [false, true])
    func cut(isWatched: Bool) throws {
      directory.append("log", "one\ntwo\n")
      let reader = try follow("log", isWatched: isWatched)
      #expect(drain(reader) == "one\ntwo\n")
      directory.cut("log")
      #expect(drain(reader) == "«cut»")
      directory.cut("log")
      #expect(drain(reader) == "")
      directory.append("log", "three\n")
      #expect(drain(reader) == "three\n")
      // Cut and grown again between two looks: to less, as much and more than before.
      for text in ["4\n", "fi\n", "six, and longer\n", "seven and longer\n", "8\n"] {
        directory.cut("log")
        directory.append("log", text)
        #expect(drain(reader) == "«cut»" + text)
      }
    }

    @Test func cutToSomethingStartsAnew() throws {
      directory.append("log", "one\ntwo\n")
      let reader = try follow("log")
      #expect(drain(reader) == "one\ntwo\n")
      directory.cut("log", to: 4)
      #expect(drain(reader) == "«cut»one\n")
    }

    @Test func cutAndGrownPastTheOldPlaceByMuch() throws {
      let old = (0..<1000).map { "old line \($0)\n" }.joined()
      let new = (0..<9000).map { "new line \($0)\n" }.joined()
      directory.append("log", old)
      let reader = try follow("log")
      #expect(drain(reader) == old)
      directory.cut("log")
      directory.append("log", new)
      #expect(drain(reader) == "«cut»" + new)
    }

    /// A writer without O_APPEND goes on at its old place, and what was cut off becomes zeros.
    @Test(arguments: [6, 5000, 3_000_000])
    func holesAreLeftOut(size: Int) throws {
      directory.append("log", String(repeating: "x", count: size))
      let reader = try follow("log")
      #expect(drain(reader, piece: 65_536).utf8.count == size)
      directory.cut("log")
      directory.put("log", "two\n", at: size)
      #expect(drain(reader) == "«cut»two\n")
      directory.put("log", "th\0ree\n", at: size + 4)
      #expect(drain(reader) == "th\0ree\n")
    }

    @Test(arguments: [false, true])
    func notThereYet(isWatched: Bool) throws {
      let reader = try follow("log", isWatched: isWatched)
      #expect(drain(reader) == "")
      directory.append("log", "one\n")
      #expect(drain(reader) == "one\n")
      directory.rename("log", to: "log.1")
      directory.append("log", "two\n")
      #expect(drain(reader) == "«next»two\n")
    }

    /// What came and went between two looks is not passed over in silence.
    @Test func severalFilesAtOnce() throws {
      directory.append("log", "one\n")
      let reader = try follow("log")
      #expect(drain(reader) == "one\n")
      for number in 2...3 {
        directory.rename("log", to: "log.\(number)")
        directory.append("log", "\(number)\n")
      }
      #expect(drain(reader) == "«cut»3\n")
      // Also before a first look at the end.
      directory.append("log", "3b\n")
      for number in 4...5 {
        directory.delete("log")
        directory.append("log", "\(number)\n")
      }
      #expect(drain(reader) == "3b\n«cut»5\n")
      directory.delete("log")
      directory.append("log", "6\n")
      #expect(drain(reader) == "«next»6\n")
    }

    @Test func severalFilesBeforeTheFirst() throws {
      let reader = try follow("log")
      for number in 1...2 {
        directory.delete("log")
        directory.append("log", "\(number)\n")
      }
      #expect(drain(reader) == "«cut»2\n")
    }

    @Test func replacedByWhatIsNoFile() throws {
      directory.append("log", "one\n")
      let reader = try follow("log")
      #expect(drain(reader) == "one\n")
      directory.delete("log")
      directory.makeDirectory("log")
      let path = directory("log")
      #expect(drain(reader) == "«cannot follow \(path): it is no regular file now»")
    }

    @Test func whatIsFollowed() throws {
      let host = SystemHost(catchingInterrupts: false)
      directory.makeDirectory("d")
      directory.append("file", "x")
      for (name, reason) in [("d", "is a directory"), ("file/x", "not a directory")] {
        let path = directory(name)
        #expect(message { _ = try host.follow(path) } == "cannot read \(path): \(reason)")
      }
      // Without a directory there is nothing to watch, but to look for.
      let reader = try host.follow(directory("later/log"))
      #expect(drain(reader) == "")
      directory.makeDirectory("later")
      directory.append("later/log", "one")
      #expect(drain(reader) == "one")
      // A pipe has no name to come back to.
      directory.makeFIFO("pipe")
      let pipe = try host.follow(directory("pipe"))
      #expect(drain(pipe) == "")
    }

    @Test func closing() throws {
      directory.append("log", "one\n")
      let reader = try follow("log")
      reader.close()
      reader.close()
      #expect(drain(reader) == "«end»")
    }

    @Test func looksFromTimeToTime() throws {
      directory.append("log", "")
      #expect(try follow("log").recheckInterval == 1_000_000_000)
      let unwatched = try follow("log", isWatched: false)
      #expect(unwatched.recheckInterval == 250_000_000)
      #expect(unwatched.descriptor == -1)
    }
  }
}
