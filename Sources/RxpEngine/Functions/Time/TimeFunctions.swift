extension Builtin {
  static let now = Builtin(
    "now",
    "The time of day, in seconds since 1970 in UTC; in virtual time the seconds since the run's "
      + "start.",
    [], gives: .number,
    examples: [("now() >= 0", "true"), ("type(now())", "\"number\"")]
  ) { call in
    // Outside a run there is no host to ask.
    guard let run = call.machine.run else { return .null }
    return .double(Double(run.options.isVirtual ? run.now : run.host.wallNow()) / 1e9)
  }

  static let date = Builtin(
    "date",
    "Seconds since 1970 as a date and time in UTC, or such a text as seconds; nil where it is none.",
    [.any],
    gives: ResultRule { types in
      switch types.first {
      case .int, .number: .text
      case .text: .number
      default: .any
      }
    },
    examples: [
      ("date(0)", "\"1970-01-01T00:00:00Z\""), ("date(1.5)", "\"1970-01-01T00:00:01.500Z\""),
      ("date(\"2024-02-29T12:00:00+01:00\")", "1709204400"), ("date(\"2024-02-30\")", "nil"),
    ]
  ) { call in
    switch call[0] {
    case .int(let seconds): return text(seconds, milliseconds: 0)
    case .double(let seconds):
      guard let exact = Int(exactly: (seconds * 1000).rounded()) else { return .null }
      let (whole, milliseconds) = exact.flooredDivision(by: 1000)
      return text(whole, milliseconds: milliseconds)
    case .text(let text):
      let read = text.withBytes { CivilTime.parse(Array($0.trimmed)) }
      guard let (seconds, fraction) = read else { return .null }
      return fraction == 0 ? .int(seconds) : .double(Double(seconds) + fraction)
    default: throw call.mistake(0, "a number of seconds or a string")
    }
  }

  private static func text(_ seconds: Int, milliseconds: Int) -> Value {
    CivilTime(seconds: seconds).map { .string($0.text(milliseconds: milliseconds)) } ?? .null
  }

  static let duration = Builtin(
    "duration", "The seconds of a text such as 500ms, 1.5s or 1h30m; nil where it is none.", [.any],
    gives: .number,
    examples: [
      ("duration(\"500ms\")", "0.5"), ("duration(\"1h30m\")", "5400"), ("duration(2)", "2"),
      ("duration(\"x\")", "nil"),
    ]
  ) { call in
    switch call[0] {
    case .int, .double: return call[0]
    case .text(let text):
      if let nanoseconds = text.withBytes({ DurationText.nanoseconds(Array($0.trimmed)) }) {
        return .double(Double(nanoseconds) / 1e9)
      }
      return NumberText(text).number.map { .double($0) } ?? .null
    default: throw call.mistake(0, "a string such as \"500ms\" or a number")
    }
  }
}
