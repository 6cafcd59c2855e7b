import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A small HTTP server on the loopback, on a port that was free. Each connection has a thread and
/// serves one request.
public final class HTTPServer: @unchecked Sendable {
  public struct Request: Sendable {
    public var method = ""
    /// As it was sent: `/search?q=a`.
    public var target = ""
    /// Lines `name: value`, the name in small letters.
    public var headers: [String] = []
    public var body: [UInt8] = []

    /// The value of `name=value` in the query, or nil.
    public func query(_ name: String) -> String? {
      target.split(separator: "?").dropFirst().first?.split(separator: "&")
        .first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
  }

  /// The other end of a request.
  public struct Answer {
    fileprivate let connection: Int32

    /// Whether all could be sent.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          #if canImport(Glibc)
            Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          #else
            Darwin.send(connection, $0.baseAddress, $0.count, 0)
          #endif
        }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }

    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// A whole answer.
    public func send(status: String = "200 OK", headers: String = "", body: String) {
      send(
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n"
          + "\(headers)\r\n\(body)")
    }

    public func sendChunk(_ text: String) -> Bool {
      send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// Waits until the client closes the connection.
    public func awaitEnd() {
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) > 0 { continue }
    }
  }

  private let listener: Int32
  public let port: UInt16
  private let serve: @Sendable (Request, Answer) -> Void
  private let changed = NSCondition()
  private var open = 0

  public init?(_ serve: @escaping @Sendable (Request, Answer) -> Void) {
    self.serve = serve
    listener = HTTPServer.socket()
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else {
      close(listener)
      return nil
    }
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        count(1)
        Thread.detachNewThread { [self] in
          if let request = HTTPServer.read(connection) {
            serve(request, Answer(connection: connection))
          }
          shutdown(connection, Int32(SHUT_RDWR))
          close(connection)
          count(-1)
        }
      }
    }
  }

  public func url(_ target: String) -> String { "http://127.0.0.1:\(port)\(target)" }

  /// Nobody can connect any more.
  public func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Waits until no connection is open; false where that does not come.
  public func awaitQuiet() -> Bool {
    changed.lock()
    defer { changed.unlock() }
    let limit = Date(timeIntervalSinceNow: 20)
    while open > 0 { if !changed.wait(until: limit) { return false } }
    return true
  }

  private func count(_ difference: Int) {
    changed.lock()
    open += difference
    changed.broadcast()
    changed.unlock()
  }

  private static func socket() -> Int32 {
    #if canImport(Glibc)
      let made = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let made = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    _ = fcntl(made, F_SETFD, FD_CLOEXEC)
    return made
  }

  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    let separator = Array("\r\n\r\n".utf8)
    func more() -> Bool {
      let count = recv(connection, &block, block.count, 0)
      if count > 0 { bytes += block[..<count] }
      return count > 0
    }
    var head = 0
    while true {
      if let found = bytes.indices.first(where: { bytes[$0...].starts(with: separator) }) {
        head = found
        break
      }
      if !more() { return nil }
      // TLS, which is not spoken here.
      if bytes.first == 0x16 {
        Answer(connection: connection).send("HTTP/1.1 400 Bad Request\r\n\r\n")
        return nil
      }
    }
    var request = Request()
    let lines = String(decoding: bytes[..<head], as: UTF8.self).split(separator: "\r\n")
    let first = (lines.first ?? "").split(separator: " ").map(String.init)
    guard first.count == 3 else { return nil }
    (request.method, request.target) = (first[0], first[1])
    request.headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts[0].lowercased() + ":" + parts.dropFirst().joined()
    }
    let length =
      request.headers.first { $0.hasPrefix("content-length: ") }
      .flatMap { Int($0.dropFirst("content-length: ".count)) } ?? 0
    while bytes.count < head + 4 + length { if !more() { return nil } }
    request.body = Array(bytes[(head + 4)..<(head + 4 + length)])
    return request
  }
}

extension HTTPServer {
  /// A server that does by its paths what servers do.
  public static func forTests() -> HTTPServer? {
    HTTPServer { request, answer in
      switch request.target.split(separator: "?").first.map(String.init) ?? "" {
      case "/hello": answer.send(headers: "X-Two: a\r\nX-Two:  b \r\n", body: "hello\n")
      case "/missing": answer.send(status: "404 Not Found", body: "nothing here\n")
      case "/broken": answer.send(status: "503 Service Unavailable", body: "{\"why\":\"tired\"}")
      case "/redirect": answer.send(status: "302 Found", headers: "Location: /hello\r\n", body: "x")
      case "/loop": answer.send(status: "302 Found", headers: "Location: /loop\r\n", body: "")
      case "/file":
        answer.send(status: "302 Found", headers: "Location: file:///etc/passwd\r\n", body: "")
      case "/echo":
        let headers = request.headers.filter { !$0.hasPrefix("host") }.sorted()
        answer.send(
          body: "\(request.method)\n\(headers.joined(separator: "\n"))\n"
            + String(decoding: request.body, as: UTF8.self))
      case "/length": answer.send(body: "\(request.body.count)")
      case "/json": answer.send(body: "{\"a\":[1,2]}")
      case "/slow": answer.awaitEnd()
      case "/half":
        answer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun\n")
      case "/begun":
        answer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun\n")
        answer.awaitEnd()
      case "/empty": break
      case "/chunked":
        answer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for piece in ["one\ntw", "o\n", "{\"a\":", "1}\nlast"] { _ = answer.sendChunk(piece) }
        answer.send("0\r\n\r\n")
      case "/jsonl": answer.send(body: "{\"n\":1}\n\nbad\n{\"n\":2}\n")
      case "/endless":
        answer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        let piece = String(repeating: "0123456789abcde\n", count: 4096)
        while answer.sendChunk(piece) { continue }
      default: answer.send(status: "400 Bad Request", body: "")
      }
    }
  }
}
