import TestSupport
import Testing

@testable import RxpEngine

/// Whatever a function is given, it answers or tells a mistake; it never traps.
@Suite struct FunctionFuzzTests {
  /// Values that have broken other programs.
  static let pool: [Value] = [
    nil, true, false, 0, 1, -1, 2, 63, .most, .least, 0.5, .double(-0.0), 1e300, 1e16,
    .double(.leastNonzeroMagnitude), .double(.infinity), .double(-.infinity), .double(.nan), "",
    "a", "añb", "e\u{301}\r\n", "12", "-9223372036854775808", ".2f", "2024-02-29", "1h30m",
    "$1${x}$", .bytes([0xFF, 0x61, 0xE2, 0x82]), [], [nil], [3, 1, 2], ["b", "a", "b"],
    [[1, 2], [3]], [1, "a", nil, [2.5]], ["a": 1], [["a": 1], ["a": 2]], .range(1, 3),
    .range(3, 1), .range(Int.min, Int.max), .regex(""), .regex("a*"), .regex("(?<x>.)(b)?"),
    .regex("(?=b)"), .function("len"), .function("type"), .function("min"), .lambda { _ in true },
    .lambda { $0 }, .lambda(2) { $0[1] }, .failure(.type("x")), .event(.completed),
  ]

  /// They would go through all of an endless range, as they are asked to.
  static let patient: Set = ["reduce", "any", "all", "find", "count"]

  static func isEndless(_ value: Value) -> Bool {
    if case .range(let range) = value { return range.count > 1_000 }
    return false
  }

  static func tryCall(_ function: Builtin, _ arguments: [Value], _ machine: Machine) {
    if patient.contains(function.name), arguments.first.map(isEndless) ?? false { return }
    do { _ = try machine.call(Function(.builtin(function)), arguments, place: nil) } catch {
      #expect(error is Failure, "\(function.name)")
    }
  }

  @Test(arguments: Functions.names)
  func neverTraps(_ name: String) throws {
    let function = try #require(Functions.find(name))
    let machine = Machine()
    let most = function.parameters.count + (function.isVariadic ? 1 : 0)
    let pool = FunctionFuzzTests.pool
    if function.required == 0 { FunctionFuzzTests.tryCall(function, [], machine) }
    if most >= 1 {
      for a in pool { FunctionFuzzTests.tryCall(function, [a], machine) }
    }
    if most >= 2 {
      for a in pool {
        for b in pool { FunctionFuzzTests.tryCall(function, [a, b], machine) }
      }
    }
    if most >= 3 {
      var random = SeededRandom(seed: 5)
      for _ in 0..<4_000 {
        FunctionFuzzTests.tryCall(
          function, [random.pick(pool), random.pick(pool), random.pick(pool)], machine)
      }
    }
  }
}
