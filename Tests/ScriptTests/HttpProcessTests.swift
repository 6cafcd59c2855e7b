import Foundation
import TestSupport
import Testing

/// http in the program itself: permissions, exit status, interrupts, the virtual clock.
@Suite struct HttpProcessTests {
  private let server: HTTPServer

  init() throws {
    setenv("no_proxy", "*", 1)
    server = try #require(HTTPServer.forTests())
  }

  /// A pipeline in which URL is the server's, what comes out, a part of the message, the exit status.
  @Test(arguments: [
    ("http 'URL/hello' | map .body", "hello\n\n", "", 0),
    ("http 'URL/missing' | map .status", "404\n", "", 0),
    ("http 'URL/hello' | map .headers['x-two']", "a, b\n", "", 0),
    ("http 'URL/chunked', as: lines | take 2", "one\ntwo\n", "", 0),
    ("http 'URL/json', as: json | map .a[1]", "2\n", "", 0),
    ("http 'URL/jsonl', as: jsonl, bad: skip | map .n", "1\n2\n", "", 0),
    ("http 'URL/jsonl', as: jsonl | map .n", "1\n2\n", "/jsonl:3:1: not JSON", 1),
    ("http 'URL/endless', as: lines | take 1", "0123456789abcde\n", "", 0),
    ("http 'URL/endless', timeout: inf", "", "has more than 67108864 bytes", 1),
    ("http 'URL/missing', as: lines", "", "/missing answered with status 404", 1),
    (
      "http 'URL/broken', status: ok | catch e => just(e.value.body)", "{\"why\":\"tired\"}\n", "",
      0
    ),
    ("http 'URL/half'", "", "the connection was lost before the end of the answer", 1),
    ("http 'URL/slow', timeout: 50ms | catch e => just(e.kind)", "timeout\n", "", 0),
    ("http 'URL/slow' | timeout 50ms | catch e => just(e.kind)", "timeout\n", "", 0),
    ("http 'URL/echo', body: {a: 1} | map lines(.body)[-1]", "{\"a\":1}\n", "", 0),
    ("from 1..3 | concatMap n => (http('URL/hello') | map n + .status)", "201\n202\n203\n", "", 0),
    (
      "http('URL/hello') | combineLatest (http 'URL/missing') | map (a, b) => a.status + b.status",
      "604\n", "", 0
    ),
  ])
  func asks(_ pipeline: String, _ output: String, _ errors: String, _ status: Int32) throws {
    let text = pipeline.replacingOccurrences(of: "URL", with: server.url(""))
    let result = try RxpProcess.run(["-e", text])
    #expect(result.output == output)
    #expect(
      errors.isEmpty ? result.errors == "" : result.errors.contains(errors), "\(result.errors)")
    #expect(result.status == status)
    #expect(server.awaitQuiet())
    server.stop()
  }

  @Test func onTheVirtualClockAnAnswerTakesNoTime() throws {
    let result = try RxpProcess.run([
      "--virtual", "-e",
      "merge (http '\(server.url("/hello"))' | map .status), (timer 1ms | map 'early') | log "
        + "| ignoreValues",
    ])
    #expect(result.output == "0ns next 200\n1ms next early\n1ms completed\n")
    server.stop()
  }

  @Test func aScriptNeedsTheFlag() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      UUID().uuidString + ".rxp")
    try Data("http \"\(server.url("/hello"))\" | map .status\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let refused = try RxpProcess.run([file.path])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("a script may not without --allow-net"), "\(refused.errors)")
    #expect(try RxpProcess.run(["--allow-run", file.path]).status == 1)
    let allowed = try RxpProcess.run(["--allow-net", file.path])
    #expect(allowed.output == "200\n")
    #expect(allowed.status == 0)
    server.stop()
  }

  @Test func anInterruptEndsIt() throws {
    let status = try RxpProcess.interrupted(
      ["-e", "http '\(server.url("/begun"))', as: lines"], after: "begun")
    #expect(status == 130)
    #expect(server.awaitQuiet())
    server.stop()
  }

  @Test func argumentsAreKnownToTheProgram() throws {
    let result = try RxpProcess.run(["-e", "from args | map upper", "a", "b c"])
    #expect(result.output == "A\nB C\n")
    #expect(try RxpProcess.run(["-e", "len(args)"]).output == "0\n")
    #expect(try RxpProcess.run(["-e", "let args = 3\njust args", "x"]).output == "3\n")
  }
}
