/// How values become text: strings as they are when alone, everything else as JSON.
extension Value {
  /// As a sink writes it: a string without quotes, all else as JSON on one line.
  public func display() -> String {
    var bytes: [UInt8] = []
    appendDisplay(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  public func appendDisplay(to bytes: inout [UInt8]) {
    if case .text(let text) = self {
      text.withBytes { bytes.append(contentsOf: $0) }
    } else {
      appendJSON(to: &bytes)
    }
  }

  /// A line of output: as displayed, or all as JSON.
  func appendLine(to bytes: inout [UInt8], asJSON: Bool) {
    if asJSON { appendJSON(to: &bytes) } else { appendDisplay(to: &bytes) }
    bytes.append(UInt8(ascii: "\n"))
  }

  public func json() -> String {
    var bytes: [UInt8] = []
    appendJSON(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// As JSON on one line. What JSON has no word for is shown as the language writes it, as a string:
  /// functions, signals, commands, patterns; NaN and infinities become null as in other JSON writers.
  public func appendJSON(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let x): bytes.append(contentsOf: (x ? "true" : "false").utf8)
    case .int(let x): Value.append(x, to: &bytes)
    case .double(let x): Value.append(x, to: &bytes)
    case .text(let x): x.withBytes { Value.appendQuoted($0, to: &bytes) }
    case .list(let list):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in list.items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.appendJSON(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .record(let record):
      bytes.append(UInt8(ascii: "{"))
      for index in record.values.indices {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        record.shape.keys[index].withBytes { Value.appendQuoted($0, to: &bytes) }
        bytes.append(UInt8(ascii: ":"))
        record.values[index].appendJSON(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .range(let x): Value.appendQuoted("\(x.low)..\(x.high)", to: &bytes)
    case .regex(let x): Value.appendQuoted("/\(x.pattern)/\(x.flags)", to: &bytes)
    case .function(let x): Value.appendQuoted("<function \(x.name)>", to: &bytes)
    case .signal(let x): Value.appendQuoted("<signal \(x.name)>", to: &bytes)
    case .command(let x): Value.appendQuoted("<command \(x.name)>", to: &bytes)
    case .event(let x):
      switch x.content {
      case .next(let value):
        bytes.append(contentsOf: "{\"kind\":\"next\",\"value\":".utf8)
        value.appendJSON(to: &bytes)
      case .error(let failure):
        bytes.append(contentsOf: "{\"kind\":\"error\",\"error\":".utf8)
        Value.failure(failure).appendJSON(to: &bytes)
      case .completed: bytes.append(contentsOf: "{\"kind\":\"completed\"".utf8)
      }
      bytes.append(UInt8(ascii: "}"))
    case .failure(let x):
      bytes.append(contentsOf: "{\"kind\":".utf8)
      x.kind.withBytes { Value.appendQuoted($0, to: &bytes) }
      bytes.append(contentsOf: ",\"message\":".utf8)
      x.message.withBytes { Value.appendQuoted($0, to: &bytes) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// JSON cut to what a message can hold.
  public func excerpt(_ width: Int = 40) -> String {
    let text = json()
    return text.count <= width ? text : String(text.prefix(width - 1)) + "…"
  }

  static func append(_ number: Int, to bytes: inout [UInt8]) {
    withDigits({ NumberDigits.write(number, to: $0) }) { bytes.append(contentsOf: $0) }
  }

  static func append(_ number: Double, to bytes: inout [UInt8]) {
    withDigits({ NumberDigits.write(number, to: $0) }) { bytes.append(contentsOf: $0) }
  }

  @inline(__always)
  private static func withDigits(
    _ write: (UnsafeMutablePointer<UInt8>) -> Int, _ use: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    var space: (UInt64, UInt64, UInt64) = (0, 0, 0)
    withUnsafeMutableBytes(of: &space) {
      $0.withMemoryRebound(to: UInt8.self) { bytes in
        guard let start = bytes.baseAddress else { return }
        use(UnsafeBufferPointer(start: start, count: write(start)))
      }
    }
  }

  private static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    var copy = text
    copy.withUTF8 { appendQuoted($0, to: &bytes) }
  }

  /// With JSON's escapes; bytes that are no UTF-8 are passed through.
  static func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var from = 0
    for (index, byte) in text.enumerated() {
      let escape: String
      switch byte {
      case UInt8(ascii: "\""): escape = "\\\""
      case UInt8(ascii: "\\"): escape = "\\\\"
      case 0x0A: escape = "\\n"
      case 0x0D: escape = "\\r"
      case 0x09: escape = "\\t"
      case 0x08: escape = "\\b"
      case 0x0C: escape = "\\f"
      case 0..<0x20, 0x7F:
        let hex = Array("0123456789abcdef")
        escape = "\\u00\(hex[Int(byte >> 4)])\(hex[Int(byte & 15)])"
      default: continue
      }
      bytes.append(contentsOf: text[from..<index])
      bytes.append(contentsOf: escape.utf8)
      from = index + 1
    }
    bytes.append(contentsOf: text[from...])
    bytes.append(UInt8(ascii: "\""))
  }
}
