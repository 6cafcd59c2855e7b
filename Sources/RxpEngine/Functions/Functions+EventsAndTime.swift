extension Functions {
  private static let x = Builtin.Parameter("x", .any)

  static let eventsAndTime: [Builtin] = [
    error, raise, next, failed, completed, now, date, duration,
  ]

  private static let error = Builtin(
    "error", "An error as a value.", [.init("why", .any)], returns: { _ in .failure },
    examples: [("error(\"why\").message", "\"why\""), ("error(\"why\").kind", "\"user\"")]
  ) { arguments, _ in .failure(Failure.from(arguments[0])) }

  private static let raise = Builtin(
    "raise", "Ends the signal with an error.", [.init("why", .any)], returns: { _ in .any },
    examples: []
  ) { arguments, _ in throw Failure.from(arguments[0]) }

  private static let next = Builtin(
    "next", "The event that carries a value.", [x], returns: { .event($0.first ?? .any) },
    examples: [("next(1).kind", "\"next\""), ("next(1).value", "1")]
  ) { arguments, _ in .event(try Event(.next(arguments[0]))) }

  private static let failed = Builtin(
    "failed", "The event of an error.", [.init("error", .any)], returns: { _ in .event(.any) },
    examples: [
      ("failed(error(\"why\")).kind", "\"error\""), ("failed(\"why\").error.message", "\"why\""),
    ]
  ) { arguments, _ in .event(.error(Failure.from(arguments[0]))) }

  private static let completed = Builtin(
    "completed", "The event of a completion.", [], returns: { _ in .event(.any) },
    examples: [("completed.kind", "\"completed\""), ("completed == completed", "true")]
  ) { _, _ in .event(.completed) }

  private static let now = Builtin(
    "now",
    "The time of day: seconds since 1970 in UTC; on the virtual clock the run's own seconds.", [],
    returns: { _ in .number }, examples: []
  ) { _, machine in
    guard let run = machine.run else { return .null }
    return .double(Double(run.options.isVirtual ? run.now : run.host.wallNow()) / 1e9)
  }

  private static let date = Builtin.lifted(
    "date", "Seconds since 1970 as a date in UTC, or a date as seconds; nil where it is none.", [x],
    returns: .any,
    examples: [
      ("date(0)", "\"1970-01-01T00:00:00Z\""), ("date(\"2024-02-29T12:00:00Z\")", "1709208000"),
      ("date(\"x\")", "nil"),
    ]
  ) { arguments, _ in
    if case .text(let text) = arguments[0] {
      return CivilTime.seconds(of: text.bytes).map { .int($0) } ?? .null
    }
    guard let seconds = arguments[0].number, Swift.abs(seconds) < 1e11 else { return .null }
    return .string(CivilTime.text(of: Int(seconds.rounded(.down))))
  }

  private static let duration = Builtin.lifted(
    "duration", "The seconds of a text such as 500ms; nil where it is none.", [x], returns: .number,
    examples: [
      ("duration(\"500ms\")", "0.5"), ("duration(\"2m\")", "120"), ("duration(\"x\")", "nil"),
    ]
  ) { arguments, _ in
    if arguments[0].number != nil { return arguments[0] }
    let text = try Call("duration", arguments).text(0).string
    let digits = text.prefix { $0.isNumber || $0 == "." }
    let units = ["": 1.0, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600]
    guard let number = Double(digits), let unit = units[String(text.dropFirst(digits.count))] else {
      return .null
    }
    return .double(number * unit)
  }
}

/// Dates of the Gregorian calendar in UTC, as whole days from 1970 (Hinnant's algorithms).
enum CivilTime {
  static func text(of seconds: Int) -> String {
    let days = Int((Double(seconds) / 86400).rounded(.down))
    let rest = seconds - days * 86400
    let z = days + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let padded = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
    return
      "\(padded)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
  }

  /// `YYYY-MM-DD`, with `THH:MM:SS` and `Z` or `+HH:MM` behind it or not.
  static func seconds(of text: [UInt8]) -> Int? {
    func number(_ from: Int, _ count: Int) -> Int? {
      guard from + count <= text.count else { return nil }
      var value = 0
      for byte in text[from..<from + count] {
        guard byte &- 48 < 10 else { return nil }
        value = value * 10 + Int(byte) - 48
      }
      return value
    }
    func sign(_ at: Int, _ signs: String) -> Bool {
      at < text.count && signs.utf8.contains(text[at])
    }
    guard let year = number(0, 4), sign(4, "-"), let month = number(5, 2), sign(7, "-"),
      let day = number(8, 2),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    var seconds = days(year, month, day) * 86400
    if text.count == 10 { return seconds }
    guard sign(10, "T "), let hour = number(11, 2), sign(13, ":"), let minute = number(14, 2),
      hour < 24, minute < 60
    else { return nil }
    seconds += hour * 3600 + minute * 60
    var at = 16
    if sign(at, ":") {
      guard let second = number(at + 1, 2), second < 61 else { return nil }
      seconds += second
      at += 3
      if sign(at, ".") {
        at += 1
        while at < text.count, text[at] &- 48 < 10 { at += 1 }
      }
    }
    if at == text.count || (sign(at, "Zz") && at + 1 == text.count) { return seconds }
    guard sign(at, "+-"), let hours = number(at + 1, 2),
      let minutes = number(at + (sign(at + 3, ":") ? 4 : 3), 2)
    else { return nil }
    let shift = hours * 3600 + minutes * 60
    return text[at] == UInt8(ascii: "-") ? seconds + shift : seconds - shift
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
