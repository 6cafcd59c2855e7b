@testable import RxpEngine

/// An answer that plays a script.
final class ScriptedAnswer {
  let status: Int
  let headers: [(name: Text, value: Text)]
  let pieces: [ScriptedHost.Piece]
  fileprivate(set) var request: HTTPRequest?
  fileprivate(set) var wasReleased = false

  convenience init(_ pieces: [ScriptedHost.Piece]) { self.init(200, pieces) }

  init(_ status: Int, _ pieces: [ScriptedHost.Piece], headers: [(Text, Text)] = []) {
    self.status = status
    self.pieces = pieces
    self.headers = headers.map { (name: $0.0, value: $0.1) }
  }
}

extension ScriptedHost {
  func request(_ request: HTTPRequest) throws -> any HTTPExchange {
    guard let answer = answers[request.url] else {
      throw HostError(
        operation: "reach", subject: request.url, code: 0, reason: "nobody there", kind: "connect")
    }
    answer.request = request
    openFiles += 1
    return ScriptedExchange(answer, ScriptedReader(self, request.url, answer.pieces))
  }
}

private final class ScriptedExchange: HTTPExchange {
  private let answer: ScriptedAnswer
  private let body: ScriptedReader
  private(set) var response: HTTPResponse?

  init(_ answer: ScriptedAnswer, _ body: ScriptedReader) {
    self.answer = answer
    self.body = body
  }

  var name: String { body.name }
  let descriptor: Int32 = 0
  let mayBlock = true

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    let result = body.read(into: buffer)
    switch result {
    case .bytes, .end: response = HTTPResponse(status: answer.status, headers: answer.headers)
    default: break
    }
    return result
  }

  func close() {
    answer.wasReleased = true
    body.close()
  }
}
