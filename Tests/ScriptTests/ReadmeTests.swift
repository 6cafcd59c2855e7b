import Foundation
import TestSupport
import Testing

/// Each block of the README does what it shows.
@Suite struct ReadmeTests {
  @Test func sessionsShowRealOutput() throws {
    let blocks = MarkdownBlocks.all(in: try Repository.text("README.md"), language: "console")
    #expect(blocks.count == 4)
    for block in blocks {
      var commands: [(command: String, output: String)] = []
      for line in block.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("$ ") {
          commands.append((String(line.dropFirst(2)), ""))
        } else if !line.isEmpty || !commands.isEmpty {
          commands[commands.count - 1].output += line + "\n"
        }
      }
      for (command, output) in commands {
        if command.hasPrefix("bash .ci/") {
          // What builds and tests cannot run inside a test; that it is there and reads well can.
          let script = command.split(separator: " ")[1]
          let result = try RxpProcess.shell("bash -n '\(Repository.root.path)/\(script)'")
          #expect(result.status == 0, "\(script): \(result.errors)")
          continue
        }
        let real = command.replacingOccurrences(
          of: ".build/release/rxp", with: "'\(RxpProcess.path)'")
        let result = try RxpProcess.shell(real + " 2>&1")
        #expect(
          result.output.trimmingCharacters(in: .newlines)
            == output.trimmingCharacters(in: .newlines))
      }
    }
  }

  @Test func pipelinesCheck() throws {
    for block in MarkdownBlocks.all(in: try Repository.text("README.md"), language: "rxp") {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "\(UUID().uuidString).rxp")
      try block.write(to: file, atomically: true, encoding: .utf8)
      defer { try? FileManager.default.removeItem(at: file) }
      let result = try RxpProcess.run(["check", file.path])
      #expect(result.status == 0, "\(result.errors)")
    }
  }
}
