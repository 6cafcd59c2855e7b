import Foundation
import TestSupport
import Testing

/// Every example does what its `.out` says.
@Suite struct ExampleTests {
  static let scripts = Repository.files(in: "examples", ending: ".rxp").filter { !$0.contains("/") }

  @Test(arguments: scripts)
  func writesWhatItSays(_ script: String) throws {
    let text = try Repository.text("examples/" + script)
    let first = text.split(separator: "\n").first.map(String.init) ?? ""
    // A first line `# run: rxp …` says how; without one the script runs as it is.
    var arguments = ["examples/" + script]
    if let command = first.split(separator: ":", maxSplits: 1).last, first.hasPrefix("# run: rxp ")
    {
      arguments = command.split(separator: " ").dropFirst().map(String.init)
    }
    // An argument PORT is that of a server.
    let server = arguments.contains("PORT") ? ExampleTests.server() : nil
    defer { server?.stop() }
    arguments = arguments.map { $0 == "PORT" ? "\(server?.port ?? 0)" : $0 }
    let result = try RxpProcess.run(arguments)
    let wanted = try Repository.text(
      "examples/" + script.replacingOccurrences(of: ".rxp", with: ".out"))
    #expect(result.output == wanted)
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  /// Answers `/search?q=…` with the films of the examples whose title contains it; "star" is too much.
  private static func server() -> HTTPServer? {
    setenv("no_proxy", "*", 1)
    let films = (try? Repository.text("examples/data/films.jsonl")) ?? ""
    return HTTPServer { request, answer in
      let wanted = request.query("q")?.lowercased() ?? ""
      if wanted.hasPrefix("star") {
        return answer.send(status: "429 Too Many Requests", body: "later\n")
      }
      answer.send(
        body: films.split(separator: "\n").filter { $0.lowercased().contains(wanted) }
          .map { $0 + "\n" }.joined())
    }
  }

  @Test(arguments: scripts)
  func isFormattedAndWithoutWarnings(_ script: String) throws {
    let formatted = try RxpProcess.run(["fmt", "--check", "examples/" + script])
    #expect(formatted.status == 0, "rxp fmt changes it")
    let checked = try RxpProcess.run(["check", "examples/" + script])
    #expect(checked.errors == "")
    #expect(checked.status == 0)
  }

  /// The tests that stand in examples pass, where there are some.
  @Test(arguments: scripts)
  func passesItsTests(_ script: String) throws {
    guard try Repository.text("examples/" + script).contains("\ntest \"") else { return }
    let result = try RxpProcess.run(["test", "examples/" + script])
    #expect(result.output.contains(" passed, 0 failed"))
    #expect(result.status == 0)
  }

  /// `examples/README.md` has one line for each example and no other lines of a table.
  @Test func isInTheList() throws {
    let list = try Repository.text("examples/README.md").split(separator: "\n")
    let named = list.filter { $0.hasPrefix("| [") }.compactMap { line in
      line.split(separator: "`").dropFirst().first.map(String.init)
    }
    #expect(named.sorted() == Self.scripts.sorted())
  }
}
