/// A request of HTTP.
public struct HTTPRequest: Sendable, Equatable {
  public var url: String
  /// nil: GET, or POST where there is a body.
  public var method: String?
  /// Lines `Name: value`.
  public var headers: [String] = []
  public var body: [UInt8]?
  /// Nanoseconds for the whole of it; nil for no limit.
  public var timeout: Int?

  public init(url: String) { self.url = url }
}

/// What stands before the body of an answer.
public struct HTTPResponse: Sendable, Equatable {
  public var status: Int
  /// Names in small letters, in the order in which they came; those of a name that came several times
  /// are joined by commas.
  public var headers: [(name: Text, value: Text)]

  public init(status: Int, headers: [(name: Text, value: Text)]) {
    self.status = status
    self.headers = headers
  }

  /// From the lines of an answer as they came: the status line, then headers.
  public init(status: Int, lines: some Sequence<UInt8>) {
    self.init(status: status, headers: [])
    for line in Array(lines).split(separator: 0x0A) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = Text(Array(line[..<colon])).string.lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == 0x20 || $0 == 0x09 }
      var end = value.endIndex
      while end > value.startIndex, [0x0D, 0x20, 0x09].contains(value[end - 1]) { end -= 1 }
      add(Text(name), Text(Array(value[..<end])))
    }
  }

  private mutating func add(_ name: Text, _ value: Text) {
    if let at = headers.firstIndex(where: { $0.name == name }) {
      headers[at].value = headers[at].value + ", " + value
    } else {
      headers.append((name, value))
    }
  }

  public static func == (a: HTTPResponse, b: HTTPResponse) -> Bool {
    a.status == b.status && a.headers.elementsEqual(b.headers) { $0 == $1 }
  }
}

/// A request under way, as the reader of the body that answers it. Its failures have kinds: `url`,
/// `dns`, `connect`, `timeout`, `tls`, `dropped`, `redirect`, `http`. Closing it lets go of it at once.
public protocol HTTPExchange: ByteReader {
  /// What stands before the body, once `read` has given a part of it or its end.
  var response: HTTPResponse? { get }
}
