import Foundation
import TestSupport
import Testing

/// exec in the program itself: exit status, permissions, folders, interrupts.
@Suite struct ExecProcessTests {
  /// What is run, what comes out, a part of the message, and the exit status.
  @Test(arguments: [
    ("exec 'printf', '%s\\n', 'a b', 3", "a b\n3\n", "", 0),
    ("exec shell: 'echo $1 | tr a-z A-Z; exit 3'", "\n", "/bin/sh ended with status 3", 1),
    ("exec 'echo', 'x', shell: 'echo $2 $1'", "x echo\n", "", 0),
    ("exec 'nosuchprogram'", "", "cannot run nosuchprogram: no such file or directory", 1),
    ("exec shell: 'echo why >&2; kill -9 $$', stderr: gather", "", "signal 9: why", 1),
    ("exec 'sort', input: ['b', 'a'] | collect", "[\"a\",\"b\"]\n", "", 0),
    ("exec 'sort', '-n', input: (from 1..3 | map 10 - it)", "7\n8\n9\n", "", 0),
    ("from 1..3 | concatMap n => exec('echo', n)", "1\n2\n3\n", "", 0),
    ("exec('false') | catch e => just(e.kind, e.value.status)", "exit\n1\n", "", 0),
    ("exec 'yes' | take 2", "y\ny\n", "", 0),
    ("exec 'sleep', '1000' | timeout 20ms | catch e => just(e.kind)", "timeout\n", "", 0),
    ("exec 'cat' | count", "0\n", "", 0),
  ])
  func runsPrograms(_ pipeline: String, _ output: String, _ errors: String, _ status: Int32) throws
  {
    let result = try RxpProcess.run(["-e", pipeline], input: Data("not for it\n".utf8))
    #expect(result.output == output)
    #expect(
      errors.isEmpty ? result.errors == "" : result.errors.contains(errors), "\(result.errors)")
    #expect(result.status == status)
  }

  /// On the virtual clock a program takes no time, however long it takes.
  @Test func onTheVirtualClockAProgramTakesNoTime() throws {
    let result = try RxpProcess.run([
      "--virtual", "-e",
      "merge (exec shell: 'sleep 0.1; echo late'), (timer 1ms | map 'early') | log | ignoreValues",
    ])
    #expect(result.output == "0ns next late\n1ms next early\n1ms completed\n")
  }

  @Test func errorsPassThrough() throws {
    let result = try RxpProcess.run(["-e", "exec shell: 'echo out; echo err >&2'"])
    #expect(result.output == "out\n")
    #expect(result.errors == "err\n")
  }

  // MARK: Scripts

  private func script(_ text: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rxp-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("data\n".utf8).write(to: folder.appendingPathComponent("data.txt"))
    let file = folder.appendingPathComponent("script.rxp")
    try Data(text.utf8).write(to: file)
    return file
  }

  @Test func aScriptNeedsTheFlag() throws {
    let file = try script("exec 'cat', 'data.txt'\n")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let refused = try RxpProcess.run([file.path])
    #expect(refused.status == 1)
    #expect(refused.output == "")
    #expect(refused.errors.contains("cannot run cat: a script may not without --allow-run"))
    // A program starts where the script's relative paths start.
    let allowed = try RxpProcess.run(["--allow-run", file.path])
    #expect(allowed.output == "data\n")
    #expect(allowed.status == 0)
    // The flag that lets it reach the network does not.
    #expect(try RxpProcess.run(["--allow-net", file.path]).status == 1)
  }

  @Test func aTestNeedsTheFlagToo() throws {
    let file = try script("test \"t\" {\n  expect exec('echo', 'a') is \"[a|]\"\n}\n")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    #expect(try RxpProcess.run(["test", file.path]).status == 1)
    #expect(try RxpProcess.run(["--allow-run", "test", file.path]).status == 0)
  }

  // MARK: Interrupts

  /// The number of its program is the first line; after the interrupt nobody has it any more, also
  /// where the program does not listen.
  @Test(arguments: ["exec sleep 1000", "trap '' TERM INT; while :; do sleep 1000; done"])
  func anInterruptLeavesNothingBehind(_ rest: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let line = "echo $$ > \(file.path); echo begun; \(rest)"
    let status = try RxpProcess.interrupted(
      ["-e", "exec shell: \"\(line.escaped)\""], after: "begun")
    #expect(status == 130)
    let text = try String(contentsOf: file, encoding: .utf8)
    let process = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(process, 0) == -1)
  }
}

extension String {
  fileprivate var escaped: String {
    replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
  }
}
