extension Operator {
  static let http = Operator(
    "http", .input, role: .source,
    "Asks a server and sends its answer: a record of status, headers and body, or what the body holds.",
    takes: [
      .required("url", .text, "what is asked: http://… or https://…"),
      .named("method", .text, "GET, POST, PUT, …", else: "GET, or POST with a body"),
      .named("headers", .value, "a record of headers", else: "none of one's own"),
      .named("body", .value, "a string as it is, or any value as JSON", else: "none"),
      .named(
        "timeout", .period, "how long the whole of it may take; inf for no limit", else: "30s"),
      .named(
        "as", .word(HTTPStage.Form.allCases.map(\.rawValue)),
        "a record of the whole answer, or of its body the lines, the values of JSON lines (both as they "
          + "come) or the one JSON value", else: "response"),
      .named(
        "status", .word(["any", "ok"]),
        "whether another status than 200 to 299 is an error",
        else: "any for a response, ok otherwise"
      ),
      BadRecordTally.parameter,
    ],
    types: .always(.any), atEnd: .ends, effects: true,
    shape: .asking,
    examples: []
  ) { args in
    try HTTPStage(args)
  }
}

extension ShapeRule {
  /// One value, unless the body is sent as it comes.
  fileprivate static let asking = ShapeRule { context in
    var shape = SignalShape.file
    if context.has("method") || context.has("body") { shape.work = .acts }
    if !["lines", "jsonl"].contains(context.word("as")) { shape.most = 1 }
    return shape
  }
}

/// The request starts with the subscription; who lets go of it lets go of the request.
final class HTTPStage: StreamStage {
  enum Form: String, CaseIterable { case response, lines, jsonl, json }

  private static let timeout = 30 * Time.second
  /// Bytes read at once.
  private static let blockSize = 65_536
  /// Blocks of one turn.
  private static let blocksPerTurn = 16

  private let request: HTTPRequest
  private let form: Form
  /// Whether a status that is no success is an error.
  private let wantsSuccess: Bool
  private var exchange: (any HTTPExchange)?
  private var body: [UInt8] = []
  private var isJudged = false
  private let decoder = JSONDecoder()

  init(_ args: Arguments) throws {
    let url = try args.text("url") ?? .empty
    guard url.withBytes({ bytes in bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F } }), !url.isEmpty
    else {
      throw Failure(
        kind: "url", Text("\(Value.text(url).excerpt()) is no URL: it has blanks, or is empty"),
        place: args.place)
    }
    try args.run.authorize(.network, url.string)
    form = Form(rawValue: try args.word("as") ?? "") ?? .response
    wantsSuccess = try args.word("status").map { $0 == "ok" } ?? (form != .response)
    request = try HTTPStage.request(args, url.string)
    super.init(args.run, bad: try BadRecordTally(args))
  }

  override func start() throws {
    let exchange = try run.host.request(request)
    self.exchange = exchange
    open(exchange, name: request.url)
    try super.start()
  }

  override func stopped() {
    super.stopped()
    exchange = nil
    body = []
  }

  // MARK: What is asked

  private static func request(_ args: Arguments, _ url: String) throws -> HTTPRequest {
    var request = HTTPRequest(url: url)
    if let method = try args.text("method") {
      guard !method.isEmpty, method.withBytes({ $0.allSatisfy(isTokenByte) }) else {
        throw args.mistake("method", "a word such as PUT", .text(method))
      }
      request.method = method.string
    }
    var hasType = false
    if let headers = try args.value("headers") {
      guard case .record(let record) = headers else {
        throw args.mistake("headers", "a record", headers)
      }
      for (name, value) in zip(record.shape.keys, record.values) {
        let text = Text(value.display())
        // A line's end in one would begin another header.
        guard !name.isEmpty, name.withBytes({ $0.allSatisfy(isTokenByte) }),
          text.withBytes({ $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } })
        else { throw args.mistake("headers", "headers of one line each", headers) }
        hasType = hasType || name.string.lowercased() == "content-type"
        // libcurl takes an empty value for the wish to send no such header, unless it ends so.
        request.headers.append(text.isEmpty ? "\(name);" : "\(name): \(text)")
      }
    }
    if let body = try args.value("body") {
      if case .text(let text) = body {
        request.body = text.bytes
        // It has none that could be known.
        if !hasType { request.headers.append("Content-Type:") }
      } else {
        request.body = Array(body.json().utf8)
        if !hasType { request.headers.append("Content-Type: application/json") }
      }
    }
    let timeout = try args.duration("timeout") ?? HTTPStage.timeout
    request.timeout = timeout == Time.forever ? nil : timeout
    return request
  }

  /// What names of methods and headers are made of (RFC 9110).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  // MARK: What is answered

  override func turn() throws -> Turn {
    switch form {
    case .lines, .jsonl: return try super.turn()
    case .response, .json: return try gather()
    }
  }

  override func take(_ batch: Batch) throws {
    try judge()
    if form == .lines { return send(batch) }
    for row in 0..<batch.count where !isDone {
      let line = UnsafeBufferPointer(
        start: batch.room.starts[row], count: batch.room.lengths[row])
      if line.allSatisfy(\.isBlank) { continue }
      let place = batch.origin?.place(of: row)
      let value: Value
      do { value = try decoder.decode(line) } catch let mistake as JSONDecoder.Mistake {
        try bad(
          "not JSON: \(mistake.message)", line: place?.line ?? 0, column: mistake.offset + 1)
        continue
      } catch {
        try bad(Failure.of(error).message.string, line: place?.line ?? 0)
        continue
      }
      run.origin = place
      send(value)
    }
  }

  override func streamEnded() throws {
    try judge()
    complete()
  }

  /// Takes in the body; at its end it is sent.
  private func gather() throws -> Turn {
    guard let exchange else { return .nothing }
    var hasRead = false
    for _ in 0..<HTTPStage.blocksPerTurn {
      let result = withUnsafeTemporaryAllocation(byteCount: HTTPStage.blockSize, alignment: 1) {
        let result = exchange.read(into: $0)
        if case .bytes(let count) = result {
          body += UnsafeRawBufferPointer(rebasing: $0[..<count])
        }
        return result
      }
      switch result {
      case .bytes:
        if body.count > Limits.httpBodyBytes {
          throw Failure(
            kind: "limit",
            Text("the body of \(request.url) has more than \(Limits.httpBodyBytes) bytes"))
        }
      case .wouldBlock: return hasRead ? .progressed : .nothing
      case .restarted: break
      case .failed(let error): throw error
      case .end:
        try judge()
        try sendGathered()
        return .progressed
      }
      hasRead = true
    }
    return .progressed
  }

  private func sendGathered() throws {
    let value: Value
    if form == .response {
      value = try record(withBody: true)
    } else {
      do { value = try decoder.decode(Text(body)) } catch let mistake as JSONDecoder.Mistake {
        throw Failure(
          kind: "format",
          Text("\(request.url) gives no JSON: \(mistake.message), at byte \(mistake.offset + 1)"))
      }
    }
    sendLast(value)
  }

  private func record(withBody: Bool) throws -> Value {
    let response = exchange?.response ?? HTTPResponse(status: 0, headers: [])
    return .record(
      try Record(
        pairs: [
          ("status", .int(response.status)),
          (
            "headers",
            .record(try Record(pairs: response.headers.map { ($0.name, .text($0.value)) }))
          ),
        ] + (withBody ? [("body", .text(Text(body)))] : [])))
  }

  /// Whether the status will do: asked once, before anything of the body is sent.
  private func judge() throws {
    if isJudged { return }
    isJudged = true
    let status = exchange?.response?.status ?? 0
    if !wantsSuccess || 200..<300 ~= status { return }
    run.origin = nil
    throw Failure(
      kind: "status", Text("\(request.url) answered with status \(status)"),
      payload: try record(withBody: form == .response || form == .json))
  }
}
