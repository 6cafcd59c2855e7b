import Foundation
import TestSupport
import Testing

/// Whatever comes in: a right answer or a clear error, with the right exit status; never a crash.
@Suite struct HostileInputTests {
  private static func scratch(_ name: String, _ content: Data) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rxp-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try content.write(to: file)
    return file.path
  }

  @Test func randomBytesAreLines() throws {
    var random = SeededRandom(seed: 5)
    let bytes = Data((0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    let lines =
      bytes.split(separator: 10, omittingEmptySubsequences: false).count
      - (bytes.last == 10 ? 1 : 0)
    let result = try RxpProcess.run(["-e", "lines | count"], input: bytes)
    #expect(result.output == "\(lines)\n")
    #expect(result.status == 0)
  }

  @Test func invalidTextPassesUnchanged() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let bytes = Data([0x61, 0xFF, 0xFE, 0x62, 0x0A, 0x00, 0xC3, 0x28, 0x0A])
    let target = folder + "/rxp-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: target) }
    let result = try RxpProcess.run(["-e", "lines | write '\(target)'"], input: bytes)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == bytes)
  }

  @Test(arguments: ["(", "[", "{", "not ", "-", "map (", "\"\\(", "a(", "if "])
  func deepNestingIsOneMessage(_ opening: String) throws {
    let path = try HostileInputTests.scratch(
      "deep.rxp", Data(String(repeating: opening, count: 10_000).utf8))
    for arguments in [[path], ["check", path], ["fmt", "--check", path]] {
      let result = try RxpProcess.run(arguments)
      #expect(result.status == 2)
      #expect(
        result.errors.contains("error[E02") || result.errors.contains("error[E01"),
        "\(result.errors.prefix(300))")
      #expect(result.errors.split(separator: "\n").count < 110)
    }
  }

  @Test func aLongLineIsReportedAndSkipped() throws {
    var bytes = Data("first\n".utf8)
    bytes.append(Data(repeating: 0x78, count: 20_000_000))
    bytes.append(Data("\nlast\n".utf8))
    let result = try RxpProcess.run(["-e", "lines | map len"], input: bytes)
    #expect(result.output == "5\n4\n")
    #expect(result.errors.contains("16777216"), "\(result.errors)")
    #expect(result.status == 1)
  }

  @Test(arguments: [
    (["-e", "lines \"/\""], "/", Int32(1)),
    (["-e", "lines \"/no/such/file\""], "/no/such/file", 1),
    (["/no/such/script.rxp"], "/no/such/script.rxp", 2),
    (["/"], "/", 2),
    (["--frobnicate"], "--frobnicate", 2),
    (["--for", "soon", "-e", "just 1"], "--for", 2),
    (["-e"], "-e", 2),
    (["test"], "test", 2),
  ])
  func whatCannotBeReadIsNamed(_ arguments: [String], _ named: String, _ status: Int32) throws {
    let result = try RxpProcess.run(arguments)
    #expect(result.errors.contains(named), "\(result.errors)")
    #expect(result.status == status)
    #expect(result.output == "")
  }

  @Test func aFullDiskIsAnError() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    for pipeline in ["just 1 | write '/dev/full'", "from 1..100000 | write '/dev/full'"] {
      let result = try RxpProcess.run(["-e", pipeline])
      #expect(result.status == 1)
      #expect(result.errors.contains("/dev/full"), "\(result.errors)")
    }
    let shell = try RxpProcess.shell("'\(RxpProcess.path)' -e 'just 1' > /dev/full")
    #expect(shell.status == 1)
    #expect(shell.errors.contains("standard output"), "\(shell.errors)")
  }

  @Test func aClosedPipeEndsItQuietly() throws {
    let result = try RxpProcess.shell(
      "'\(RxpProcess.path)' -e 'from 1..inf' | head -n 2; echo ${PIPESTATUS[0]}")
    #expect(result.output == "1\n2\n0\n")
    #expect(result.errors == "")
  }

  @Test func closedStandardStreamsAreNoTrap() throws {
    for redirection in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
      let result = try RxpProcess.shell(
        "'\(RxpProcess.path)' -e 'lines | count' \(redirection); echo $? >&2")
      #expect(
        !result.errors.contains("13") && !result.errors.contains("crash"),
        "\(redirection): \(result.errors)")
    }
  }

  @Test func badRecordsAreToldAndLeftOut() throws {
    var text = ""
    for index in 0..<15 { text += "{\"a\":\(index)}\nbad \(index)\n" }
    let result = try RxpProcess.run(["-e", "jsonl | map .a | count"], input: Data(text.utf8))
    #expect(result.output == "15\n")
    #expect(result.status == 1)
    #expect(result.errors.contains("standard input:2:"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 11, "ten and a count: \(result.errors)")
    let silent = try RxpProcess.run(["-e", "jsonl bad: skip | count"], input: Data(text.utf8))
    #expect(silent.errors == "")
    let strict = try RxpProcess.run(["-e", "jsonl bad: fail | map .a"], input: Data(text.utf8))
    #expect(strict.output == "0\n")
    #expect(strict.status == 1)
  }

  /// The first line tells that the run has begun; then it is interrupted.
  @Test(arguments: [
    "merge (just \"begun\"), (from 1..inf | filter false)",
    "just \"begun\" | concat never | merge (interval 1h)",
    "lines | startWith \"begun\" | takeWhile true",
    "just \"begun\" | concat (just 1 | repeat | filter false)",
  ])
  func anInterruptEndsItWith130(_ pipeline: String) throws {
    let status = try RxpProcess.interrupted(["-e", pipeline], after: "begun")
    #expect(status == 130)
  }

  /// One expression that would take days does not listen; a second interrupt ends it all the same.
  @Test func aSecondInterruptEndsWhatDoesNotListen() throws {
    let pipeline = """
      just "begun" | concat (timer 1ms | map (reduce(1..16000000, 0, (a, x) => reduce(1..16000000, a, (b, y) => y))))
      """
    #expect(try RxpProcess.interrupted(["-e", pipeline], after: "begun", forced: true) == 130)
  }

  @Test func aWorkingDirectoryThatIsGoneHindersOnlyWhatNeedsIt() throws {
    let gone = "d=$(mktemp -d); cd \"$d\"; rmdir \"$d\"; '\(RxpProcess.path)'"
    let result = try RxpProcess.shell("\(gone) -e 'just 1'")
    #expect(result.output == "1\n", "\(result.errors)")
    #expect(result.status == 0)
    let relative = try RxpProcess.shell("\(gone) -e 'lines \"a.txt\"'")
    #expect(relative.status == 1, "\(relative.errors)")
    #expect(relative.errors.contains("working directory"))
  }
}
