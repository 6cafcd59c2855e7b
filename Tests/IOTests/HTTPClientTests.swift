import RxpEngine
import TestSupport
import Testing

@testable import RxpIO

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Outside {
  /// Real requests over the loopback: answers, failures by their kinds, bounds, letting go; nothing is
  /// left open afterwards.
  @Suite struct HTTPClientTests {
    private let server: HTTPServer
    private let host = SystemHost(catchingInterrupts: false)

    init() throws {
      setenv("no_proxy", "*", 1)
      server = try #require(HTTPServer.forTests())
    }

    /// The body, or the failure; each wait as the loop does it.
    private func finish(_ exchange: any HTTPExchange, most: Int = .max) -> String {
      var text = ""
      while text.utf8.count < most {
        let piece = drain(exchange, piece: 65_536)
        text += piece
        if piece.hasSuffix("»") { return text }
        host.wait(for: [exchange], until: nil)
      }
      return text
    }

    private func get(_ target: String, timeout: Int? = nil) throws -> any HTTPExchange {
      var request = HTTPRequest(url: server.url(target))
      request.timeout = timeout
      return try host.request(request)
    }

    private func end() {
      host.close()
      #expect(server.awaitQuiet(), "a connection is left")
      server.stop()
    }

    @Test(arguments: [
      ("/hello", 200, "hello\n"), ("/missing", 404, "nothing here\n"),
      ("/redirect", 200, "hello\n"), ("/chunked", 200, "one\ntwo\n{\"a\":1}\nlast"),
    ])
    func answers(target: String, status: Int, body: String) throws {
      let exchange = try get(target)
      #expect(exchange.response == nil)
      #expect(finish(exchange) == body + "«end»")
      #expect(exchange.response?.status == status)
      exchange.close()
      #expect(drain(exchange) == "«end»")
      end()
    }

    @Test func headersAreThoseOfTheLastAnswer() throws {
      let exchange = try get("/redirect")
      #expect(finish(exchange) == "hello\n«end»")
      let headers = try #require(exchange.response?.headers)
      #expect(headers.map(\.name) == ["content-length", "connection", "x-two"])
      #expect(headers.map(\.value) == ["6", "close", "a, b"])
      exchange.close()
      end()
    }

    @Test func whatIsSent() throws {
      func echo(_ change: (inout HTTPRequest) -> Void) throws -> [String] {
        var request = HTTPRequest(url: server.url("/echo"))
        change(&request)
        let exchange = try host.request(request)
        defer { exchange.close() }
        return finish(exchange).split(separator: "\n").map(String.init)
          .filter { !$0.hasPrefix("accept") }
      }
      #expect(try echo { _ in } == ["GET", "user-agent: rxp", "«end»"])
      #expect(
        try echo {
          $0.method = "PUT"
          $0.headers = ["X-A: b", "Content-Type: text/plain"]
          $0.body = Array("b\0dy".utf8)
        } == [
          "PUT", "content-length: 4", "content-type: text/plain", "user-agent: rxp", "x-a: b",
          "b\0dy«end»",
        ])
      #expect(
        try echo {
          $0.headers = ["Content-Type:"]
          $0.body = []
        } == ["POST", "content-length: 0", "user-agent: rxp", "«end»"])
      #expect(try echo { $0.method = "DELETE" } == ["DELETE", "user-agent: rxp", "«end»"])
      end()
    }

    @Test func aLargeBodyIsSentWhole() throws {
      var request = HTTPRequest(url: server.url("/length"))
      request.body = [UInt8](repeating: 0x78, count: 5_000_000)
      let exchange = try host.request(request)
      #expect(finish(exchange) == "5000000«end»")
      exchange.close()
      end()
    }

    /// What becomes of a request, and the kind of its failure.
    @Test(arguments: [
      ("/loop", "redirect", "more than 10 redirects"),
      // Redirects do not lead to files of this machine.
      ("/file", "url", "it is no URL of http or https"),
      ("/empty", "dropped", "the connection was lost before the end of the answer"),
      ("/half", "dropped", "the connection was lost before the end of the answer"),
      ("/slow", "timeout", "no whole answer came in time"),
      ("/begun", "timeout", "no whole answer came in time"),
    ])
    func failures(target: String, kind: String, reason: String) throws {
      let exchange = try get(target, timeout: kind == "timeout" ? 50 * Time.millisecond : nil)
      var block = [UInt8](repeating: 0, count: 100)
      while true {
        let result = block.withUnsafeMutableBytes { exchange.read(into: $0) }
        if case .failed(let error) = result {
          #expect(error.kind == kind)
          #expect(error.message == "cannot reach \(server.url(target)): \(reason)")
          break
        }
        if result == .end {
          Issue.record("it ends well")
          break
        }
        if result == .wouldBlock { host.wait(for: [exchange], until: nil) }
      }
      exchange.close()
      end()
    }

    @Test(arguments: [
      ("http://no-such-host.invalid/", "dns"), ("ftp://127.0.0.1/", "url"),
      ("file:///etc/passwd", "url"), ("http://", "url"), ("http://127.0.0.1:99999/", "url"),
    ])
    func whatCannotBeReached(url: String, kind: String) throws {
      let exchange = try host.request(HTTPRequest(url: url))
      var block = [UInt8](repeating: 0, count: 100)
      var result = block.withUnsafeMutableBytes { exchange.read(into: $0) }
      while result == .wouldBlock {
        host.wait(for: [exchange], until: nil)
        result = block.withUnsafeMutableBytes { exchange.read(into: $0) }
      }
      guard case .failed(let error) = result else {
        Issue.record("\(result)")
        return
      }
      #expect(error.kind == kind, "\(error.message)")
      exchange.close()
      end()
    }

    @Test func aRefusedConnection() throws {
      let other = try #require(HTTPServer.forTests())
      other.stop()
      let exchange = try host.request(HTTPRequest(url: other.url("/")))
      #expect(
        finish(exchange)
          == "«cannot reach \(other.url("/")): there is no connection to be had»")
      exchange.close()
      end()
    }

    /// Something that speaks no TLS.
    @Test func noTLS() throws {
      let url = "https" + server.url("/hello").dropFirst(4)
      let exchange = try host.request(HTTPRequest(url: url))
      var block = [UInt8](repeating: 0, count: 100)
      var result = block.withUnsafeMutableBytes { exchange.read(into: $0) }
      while result == .wouldBlock {
        host.wait(for: [exchange], until: nil)
        result = block.withUnsafeMutableBytes { exchange.read(into: $0) }
      }
      guard case .failed(let error) = result else {
        Issue.record("\(result)")
        return
      }
      #expect(error.kind == "tls", "\(error.message)")
      exchange.close()
      end()
    }

    /// What is not read is not held: the answer never ends, and the server waits.
    @Test func theQueueIsBounded() throws {
      let exchange = try get("/endless")
      #expect(finish(exchange, most: 20_000_000).utf8.count >= 20_000_000)
      exchange.close()
      end()
    }

    @Test(arguments: ["/slow", "/begun", "/endless"])
    func lettingGoIsQuickAndFinal(target: String) throws {
      let exchange = try get(target)
      if target != "/slow" { host.wait(for: [exchange], until: nil) }
      let before = host.monotonicNow()
      exchange.close()
      #expect(host.monotonicNow() - before < Time.second)
      #expect(drain(exchange) == "«end»")
      #expect(server.awaitQuiet(), "the connection is closed without the end of the client")
      end()
    }

    @Test func theEndOfTheHostEndsAll() throws {
      let exchanges = try (0..<20).map { _ in try get("/slow") }
      host.close()
      for exchange in exchanges { #expect(drain(exchange) == "«end»") }
      #expect(server.awaitQuiet())
      server.stop()
    }

    @Test func manyAtOnce() throws {
      let exchanges = try (0..<50).map { _ in try get("/chunked") }
      for exchange in exchanges {
        #expect(finish(exchange) == "one\ntwo\n{\"a\":1}\nlast«end»")
        exchange.close()
      }
      end()
    }
  }
}
