import CHttp
import RxpEngine
import Synchronization

/// All that is asked of the network, on one thread of libcurl's, which is loaded for the first request.
/// Several threads may ask, each for itself.
final class HTTPClient: @unchecked Sendable {
  /// For all that follows.
  private let lock = Mutex(())
  private var handle: OpaquePointer?
  private var readers: [ObjectIdentifier: Reference] = [:]

  private struct Reference: @unchecked Sendable { weak var reader: HTTPReader? }

  init() throws(HostError) {
    var reason: UnsafePointer<CChar>?
    guard let handle = chttp_open(&reason) else {
      throw HostError(
        operation: "use", subject: "the network", code: 0,
        reason: reason.map { String(cString: $0) } ?? "", kind: "http")
    }
    self.handle = handle
  }

  deinit { close() }

  func start(_ request: HTTPRequest) throws(HostError) -> HTTPReader {
    try lock.withLock { _ throws(HostError) in try startLocked(request) }
  }

  private func startLocked(_ request: HTTPRequest) throws(HostError) -> HTTPReader {
    guard let handle else {
      throw HostError(
        operation: "reach", subject: request.url, code: 0, reason: "this process ends", kind: "http"
      )
    }
    let milliseconds = request.timeout.map { min(($0 - 1) / Time.millisecond + 1, Int(Int32.max)) }
    let strings = [request.url, request.method ?? ""] + request.headers
    let started = CStrings.with(strings.map { Array($0.utf8) }) { strings -> OpaquePointer? in
      strings.withUnsafeBufferPointer { strings in
        (request.body ?? []).withUnsafeBytes { body in
          var options = chttp_options()
          options.url = strings[0].map { UnsafePointer($0) }
          options.method = request.method == nil ? nil : strings[1].map { UnsafePointer($0) }
          options.headers = strings.baseAddress.map { $0 + 2 }
          // An empty body is one too.
          options.body = request.body == nil ? nil : body.baseAddress ?? UnsafeRawPointer(handle)
          options.body_count = body.count
          options.timeout = Int64(milliseconds ?? 0)
          return chttp_start(handle, &options)
        }
      }
    }
    guard let started else { throw .system("reach", request.url, code: lastError) }
    let reader = HTTPReader(started, self, request)
    readers[ObjectIdentifier(reader)] = Reference(reader: reader)
    return reader
  }

  fileprivate func forget(_ reader: HTTPReader) {
    let key = ObjectIdentifier(reader)
    lock.withLock { _ in readers[key] = nil }
  }

  /// Lets go of all requests and ends the thread.
  func close() {
    let open = lock.withLock { _ in Array(readers.values) }
    for reference in open { reference.reader?.close() }
    lock.withLock { _ in
      if let handle { chttp_close(handle) }
      handle = nil
    }
  }
}

/// A request under way; for one thread.
final class HTTPReader: HTTPExchange, @unchecked Sendable {
  let name: String
  private var handle: OpaquePointer?
  private let client: HTTPClient
  private(set) var response: HTTPResponse?

  fileprivate init(_ handle: OpaquePointer, _ client: HTTPClient, _ request: HTTPRequest) {
    self.handle = handle
    self.client = client
    name = request.url
    DescriptorCount.counter.add(2, ordering: .relaxed)
  }

  deinit { close() }

  var descriptor: Int32 { handle.map { chttp_descriptor($0) } ?? -1 }
  var mayBlock: Bool { true }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    guard let handle else { return .end }
    let count = chttp_read(handle, buffer.baseAddress, buffer.count)
    if count == Int(CHTTP_WAIT) { return .wouldBlock }
    if count == Int(CHTTP_FAILED) { return .failed(failure(handle)) }
    if response == nil {
      var size = 0
      let head = chttp_headers(handle, &size)
      response = HTTPResponse(
        status: chttp_status(handle), lines: UnsafeRawBufferPointer(start: head, count: size))
    }
    return count > 0 ? .bytes(count) : .end
  }

  private func failure(_ handle: OpaquePointer) -> HostError {
    var text: UnsafePointer<CChar>?
    let reason = chttp_reason(handle, &text)
    let words = text.map { String(cString: $0) } ?? ""
    let (kind, why) =
      switch reason {
      case CHTTP_URL: ("url", "it is no URL of http or https")
      case CHTTP_DNS: ("dns", "its host is not known")
      case CHTTP_CONNECT: ("connect", "there is no connection to be had")
      case CHTTP_TIMEOUT: ("timeout", "no whole answer came in time")
      case CHTTP_TLS: ("tls", words)
      case CHTTP_DROPPED: ("dropped", "the connection was lost before the end of the answer")
      case CHTTP_TOO_MANY_REDIRECTS: ("redirect", "more than \(CHTTP_REDIRECTS) redirects")
      default: ("http", words)
      }
    return HostError(operation: "reach", subject: name, code: 0, reason: why, kind: kind)
  }

  func close() {
    guard let handle else { return }
    self.handle = nil
    chttp_release(handle)
    DescriptorCount.counter.subtract(2, ordering: .relaxed)
    client.forget(self)
  }
}
