import TestSupport
import Testing

@testable import RxpEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct TimeFunctionTests {
  static let dates: [FunctionCase] = [
    FunctionCase("date", [0], #""1970-01-01T00:00:00Z""#),
    FunctionCase("date", [-1], #""1969-12-31T23:59:59Z""#),
    FunctionCase("date", [1_709_208_000], #""2024-02-29T12:00:00Z""#),
    FunctionCase("date", [1.5], #""1970-01-01T00:00:01.500Z""#),
    FunctionCase("date", [-0.25], #""1969-12-31T23:59:59.750Z""#),
    FunctionCase("date", [0.9996], #""1970-01-01T00:00:01Z""#),
    FunctionCase("date", [253_402_300_799], #""9999-12-31T23:59:59Z""#),
    FunctionCase("date", [253_402_300_800], "null"),
    FunctionCase("date", [-62_167_219_200], #""0000-01-01T00:00:00Z""#),
    FunctionCase("date", [-62_167_219_201], "null"),
    FunctionCase("date", [.double(.infinity)], "null"),
    FunctionCase("date", [.least], "null"),
    FunctionCase("date", ["1970-01-01"], "0"),
    FunctionCase("date", [" 2024-02-29T12:00:00Z\n"], "1709208000"),
    FunctionCase("date", ["2024-02-29 12:00"], "1709208000"),
    FunctionCase("date", ["2024-02-29T12:00:00.25Z"], "1709208000.25"),
    FunctionCase("date", ["2024-02-29T12:00:00+01:00"], "1709204400"),
    FunctionCase("date", ["2024-02-29T12:00:00-0130"], "1709213400"),
    FunctionCase("date", ["2024-02-29T12:00:00+01"], "1709204400"),
    FunctionCase("date", ["2016-12-31T23:59:60Z"], "1483228800"),
    FunctionCase("date", ["2023-02-29"], "null"),
    FunctionCase("date", ["1900-02-29"], "null"),
    FunctionCase("date", ["2000-02-29"], "951782400"),
    FunctionCase("date", ["2024-04-31"], "null"),
    FunctionCase("date", ["2024-13-01"], "null"),
    FunctionCase("date", ["2024-00-01"], "null"),
    FunctionCase("date", ["2024-01-01T24:00"], "null"),
    FunctionCase("date", ["2024-01-01T10:60"], "null"),
    FunctionCase("date", ["2024-01-01T10:00:00."], "null"),
    FunctionCase("date", ["2024-01-01T10:00:00Zx"], "null"),
    FunctionCase("date", ["2024-01-01T10:00:00+1"], "null"),
    FunctionCase("date", ["2024-1-1"], "null"),
    FunctionCase("date", ["x"], "null"),
    FunctionCase("date", [""], "null"),
    FunctionCase(
      "date", [[1]], "type: date needs a number of seconds or a string: got a list, [1]"),
    FunctionCase("date", [nil], "null"),
  ]

  static let durations: [FunctionCase] = [
    FunctionCase("duration", ["500ms"], "0.5"),
    FunctionCase("duration", ["1.1ms"], "0.0011"),
    FunctionCase("duration", ["1.5s"], "1.5"),
    FunctionCase("duration", ["2m"], "120"),
    FunctionCase("duration", ["1h30m"], "5400"),
    FunctionCase("duration", ["1d 1s"], "86401"),
    FunctionCase("duration", [".5s"], "0.5"),
    FunctionCase("duration", ["7µs"], "7e-06"),
    FunctionCase("duration", ["-1s"], "-1"),
    FunctionCase("duration", ["0.5"], "0.5"),
    FunctionCase("duration", [2], "2"),
    FunctionCase("duration", ["5 m"], "null"),
    FunctionCase("duration", ["s"], "null"),
    FunctionCase("duration", ["5x"], "null"),
    FunctionCase("duration", ["5ms7"], "null"),
    FunctionCase("duration", ["."], "null"),
    FunctionCase("duration", [""], "null"),
    FunctionCase("duration", ["99999999999999999999s"], "null"),
    FunctionCase("duration", ["200000000000d"], "null"),
    FunctionCase(
      "duration", [[1]],
      "type: duration needs a string such as \"500ms\" or a number: got a list, [1]"),
  ]

  @Test(arguments: dates + durations)
  func table(_ row: FunctionCase) { row.check() }

  /// The calendar is that of the C library, and is read back as it was written.
  @Test func calendarOfTheCLibrary() throws {
    var random = SeededRandom(seed: 11)
    for _ in 0..<5_000 {
      let seconds = random.below(315_569_520_000) - 62_167_219_200
      var time = time_t(seconds)
      var parts = tm()
      gmtime_r(&time, &parts)
      let civil = try #require(CivilTime(seconds: seconds))
      let second = Int(parts.tm_hour) * 3600 + Int(parts.tm_min) * 60 + Int(parts.tm_sec)
      #expect(
        [civil.year, civil.month, civil.day, civil.second]
          == [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday), second])
      #expect(try call("date", [call("date", [.int(seconds)])]) == .int(seconds))
    }
  }

  @Test func nowIsTheRunsClock() throws {
    let now = Function(.builtin(try #require(Functions.find("now"))))
    let host = SilentHost()
    host.wall = 1_700_000_000_500_000_000
    let real = Run(host: host)
    #expect(try real.machine.call(now, [], place: nil) == 1_700_000_000.5)
    var options = Run.Options()
    options.isVirtual = true
    let virtual = Run(host: host, options: options)
    #expect(try virtual.machine.call(now, [], place: nil) == 0)
  }
}
