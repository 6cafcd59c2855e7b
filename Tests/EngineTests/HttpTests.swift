import RxpText
import Testing

@testable import RxpEngine

/// http: what is asked, what becomes of an answer in each of its forms, however it is cut.
@Suite struct HttpTests {
  static let url = "http://a/"

  static func host(_ answer: ScriptedAnswer) -> ScriptedHost {
    let host = ScriptedHost()
    host.answers = [url: answer]
    return host
  }

  static func get(_ bench: Bench, _ options: [String: BoundArgument] = [:]) -> Signal {
    bench.make(.http, nil, ["url": .text(url)].merging(options) { $1 })
  }

  /// The form, the status, the body, and what comes.
  static let forms: [(form: String?, status: Int, body: String, events: [String])] = [
    (nil, 200, "a\nb", ["{\"status\":200,\"headers\":{\"x-a\":\"1\"},\"body\":\"a\\nb\"}", "|"]),
    (nil, 404, "no", ["{\"status\":404,\"headers\":{\"x-a\":\"1\"},\"body\":\"no\"}", "|"]),
    ("lines", 200, "a\r\n\nb", ["\"a\"", "\"\"", "\"b\"", "|"]),
    ("lines", 204, "", ["|"]),
    ("lines", 404, "no\n", ["# http://a/ answered with status 404"]),
    ("lines", 500, "", ["# http://a/ answered with status 500"]),
    ("jsonl", 200, "{\"a\":1}\n\n[2]\n", ["{\"a\":1}", "[2]", "|"]),
    ("json", 200, "{\"a\":\n[1]}", ["{\"a\":[1]}", "|"]),
    ("json", 500, "{}", ["# http://a/ answered with status 500"]),
    (
      "json", 200, "{",
      ["# http://a/ gives no JSON: an array or object that is not closed, at byte 2"]
    ),
  ]

  @Test(arguments: forms.indices, batchLimits)
  func everySplitGivesTheSame(_ index: Int, _ limit: Int) {
    let (form, status, body, events) = HttpTests.forms[index]
    for readSize in [1, 2, 3, Int.max] {
      let host = HttpTests.host(
        ScriptedAnswer(status, [.silence, .text(body), .silence], headers: [("x-a", "1")]))
      host.readSize = readSize
      let got = Transcript.of(host, batchLimit: limit) {
        [HttpTests.get($0, form.map { ["as": .text($0)] } ?? [:])]
      }
      if form == "json", body == "{" {
        #expect(got.events.first?.hasPrefix("# http://a/ gives no JSON") == true)
      } else {
        #expect(got.events == events)
      }
    }
  }

  @Test func linesComeAsTheyStream() {
    let host = HttpTests.host(ScriptedAnswer([.text("a\nb\n"), .failure]))
    let got = Transcript.of(host) { [HttpTests.get($0, ["as": .text("lines")])] }
    #expect(got.events == ["\"a\"", "\"b\"", "# cannot read http://a/: it is broken"])
  }

  @Test(arguments: batchLimits)
  func badRecordsAreToldAndLeftOut(_ limit: Int) {
    let answer = ScriptedAnswer([.text("{\"a\":1}\nbad\n2\n")])
    let got = Transcript.of(HttpTests.host(answer), batchLimit: limit) {
      [HttpTests.get($0, ["as": .text("jsonl")])]
    }
    #expect(got.events == ["{\"a\":1}", "2", "|"])
    #expect(got.errors.hasPrefix("http://a/:2:1: not JSON"), "\(got.errors)")
    #expect(got.hadErrors)
    let strict = Transcript.of(HttpTests.host(answer), batchLimit: limit) {
      [HttpTests.get($0, ["as": .text("jsonl"), "bad": .text("fail")])]
    }
    #expect(strict.events.count == 2)
    #expect(strict.events.last?.hasSuffix("(http://a/:2)") == true, "\(strict.events)")
  }

  @Test func theStatusMayBeAnErrorOrNot() {
    let answer = ScriptedAnswer(404, [.text("no\n")])
    let strict = Transcript.of(HttpTests.host(answer)) {
      [HttpTests.get($0, ["status": .text("ok")])]
    }
    #expect(strict.events == ["# http://a/ answered with status 404"])
    let lenient = Transcript.of(HttpTests.host(answer)) {
      [HttpTests.get($0, ["as": .text("lines"), "status": .text("any")])]
    }
    #expect(lenient.events == ["\"no\"", "|"])
  }

  @Test func failuresHaveKindsAndValues() {
    var seen: [String] = []
    for (options, answer) in [
      (["status": BoundArgument.text("ok")], ScriptedAnswer(404, [.text("no")])),
      (["as": .text("lines")], ScriptedAnswer(503, [.text("no")])),
    ] {
      let bench = Bench(host: HttpTests.host(answer))
      let signal = HttpTests.get(bench, options)
      bench.run.subscribe(
        signal,
        Observer(bench.run) { _ in
        } end: { end in
          if case .failed(let failure) = end {
            seen.append("\(failure.kind) \(failure.payload?.json() ?? "")")
          }
        })
      bench.run.runToEnd()
    }
    #expect(
      seen == [
        "status {\"status\":404,\"headers\":{},\"body\":\"no\"}",
        "status {\"status\":503,\"headers\":{}}",
      ])
  }

  @Test func theBodyIsBounded() {
    let piece = [UInt8](repeating: 0x61, count: 1 << 20)
    let answer = ScriptedAnswer((0..<80).map { _ in .bytes(piece) })
    let got = Transcript.of(HttpTests.host(answer)) { [HttpTests.get($0)] }
    #expect(got.events == ["# the body of http://a/ has more than 67108864 bytes"])
    #expect(answer.wasReleased)
  }

  @Test(arguments: batchLimits)
  func whoWantsNoMoreLetsGo(_ limit: Int) {
    let answer = ScriptedAnswer([.text("a\nb\nc\n"), .silence])
    let got = Transcript.of(HttpTests.host(answer), batchLimit: limit) {
      [LinesTests.take($0, 2, HttpTests.get($0, ["as": .text("lines")]))]
    }
    #expect(got.events == ["\"a\"", "\"b\"", "|"])
    #expect(answer.wasReleased)
  }

  // MARK: What is asked

  @Test func theRequestIsMadeOfItsOptions() throws {
    let answer = ScriptedAnswer([])
    let headers = try Record(pairs: [("X-A", .string("b")), ("n", .int(2)), ("e", .string(""))])
    _ = Transcript.of(HttpTests.host(answer)) { bench in
      [
        HttpTests.get(
          bench,
          [
            "method": .text("PUT"), "headers": .fixed(.record(headers)),
            "body": .fixed(.list(List(flat: [.int(1)]))), "timeout": .fixed(.int(2)),
          ])
      ]
    }
    var wanted = HTTPRequest(url: HttpTests.url)
    wanted.method = "PUT"
    wanted.headers = ["X-A: b", "n: 2", "e;", "Content-Type: application/json"]
    wanted.body = Array("[1]".utf8)
    wanted.timeout = 2 * Time.second
    #expect(answer.request == wanted)
    _ = Transcript.of(HttpTests.host(answer)) { [HttpTests.get($0, ["body": .text("a=b")])] }
    wanted = HTTPRequest(url: HttpTests.url)
    wanted.headers = ["Content-Type:"]
    wanted.body = Array("a=b".utf8)
    wanted.timeout = 30 * Time.second
    #expect(answer.request == wanted)
  }

  @Test(arguments: [
    (["url": BoundArgument.text("")], "no URL"), (["url": .text("http://a b/")], "no URL"),
    (["url": .text("http://a/\n")], "no URL"), (["url": .text("http://a/\0")], "no URL"),
    (["method": .text("GET /")], "method"), (["method": .text("")], "method"),
    (["headers": .text("a: b")], "headers"), (["timeout": .fixed(.int(0))], "timeout"),
  ])
  func whatCannotBeAsked(_ options: [String: BoundArgument], _ part: String) {
    let answer = ScriptedAnswer([])
    let got = Transcript.of(HttpTests.host(answer)) { [HttpTests.get($0, options)] }
    #expect(got.events.count == 1)
    #expect(got.events.first?.contains(part) == true, "\(got.events)")
    #expect(answer.request == nil)
  }

  @Test(arguments: [("a\r\nB", "c"), ("a", "b\r\nC: d"), ("", "b"), ("a b", "c"), ("a", "b\0")])
  func aHeaderIsOneLine(_ name: String, _ value: String) throws {
    let headers = try Record(pairs: [(Text(name), .string(value))])
    let answer = ScriptedAnswer([])
    let got = Transcript.of(HttpTests.host(answer)) {
      [HttpTests.get($0, ["headers": .fixed(.record(headers))])]
    }
    #expect(got.events.first?.contains("headers of one line") == true, "\(got.events)")
  }

  @Test func itIsAskedWhetherTheNetworkMayBeUsed() {
    let answer = ScriptedAnswer([])
    let got = Transcript.of(HttpTests.host(answer)) { bench in
      bench.run.authorize = { use, subject in
        #expect(use == .network)
        throw HostError(operation: "reach", subject: subject, code: 13, reason: "no")
      }
      return [HttpTests.get(bench)]
    }
    #expect(got.events == ["# cannot reach http://a/: no"])
    #expect(answer.request == nil)
  }

  @Test func headersAreReadAsTheyCame() {
    let lines = "HTTP/1.1 200 OK\r\nA:  b \r\nC-d:\r\nno header\r\na: c\r\nX: \t y: z\r\n\r\n"
    let response = HTTPResponse(status: 200, lines: lines.utf8)
    #expect(
      response
        == HTTPResponse(
          status: 200,
          headers: [
            (name: "a", value: "b, c"), (name: "c-d", value: ""), (name: "x", value: "y: z"),
          ]
        ))
  }
}
