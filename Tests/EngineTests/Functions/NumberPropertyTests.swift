import TestSupport
import Testing

@testable import RxpEngine

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The functions of numbers agree with slow ones, and with the C library, on random numbers.
@Suite struct NumberPropertyTests {
  /// As the C library prints it.
  static func printed(_ number: Double, _ places: Int) -> String {
    var space = [CChar](repeating: 0, count: 1600)
    _ = withVaList([Int32(places), number]) { vsnprintf(&space, space.count, "%.*f", $0) }
    return String(decoding: space.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Test func digitsAreThoseOfTheCLibrary() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<20_000 {
      let number: Double =
        switch random.below(4) {
        case 0: Double(bitPattern: random.next())
        case 1: Double(random.below(2_000_000)) / 1000
        case 2: Double(random.next()) / 1e12
        default: Double(random.below(1_000_000)) / 7
        }
      guard number.isFinite else { continue }
      let places = random.below(4) == 0 ? random.below(60) : random.below(6)
      // The C library rounds exact halves to even, rxp away from 0.
      let exact = NumberPropertyTests.printed(number.magnitude, 1100)
      let point = try #require(exact.firstIndex(of: "."))
      let rest = exact[point...].dropFirst(places + 1)
      if rest.first == "5", rest.dropFirst().allSatisfy({ $0 == "0" }) { continue }
      #expect(
        DecimalDigits(number, places: places).text
          == NumberPropertyTests.printed(number.magnitude, places), "\(number) \(places)")
    }
  }

  @Test func roundingAndFormattingAgree() throws {
    var random = SeededRandom(seed: 2)
    for _ in 0..<5_000 {
      let number = Value.double(Double(random.below(20_000_001) - 10_000_000) / 4096)
      let digits = Value.int(1 + random.below(5))
      #expect(
        try call("round", [number, digits]) == call("float", [call("format", [number, digits])]))
    }
  }

  @Test func numbersAreReadBack() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<10_000 {
      let whole = Value.int(Int(truncatingIfNeeded: random.next()) >> random.below(64))
      #expect(try call("int", [call("str", [whole])]) == whole)
      let real = Double(bitPattern: random.next())
      if real.isFinite {
        #expect(try call("float", [call("str", [.double(real)])]) == .double(real))
      }
    }
  }

  /// What is a decimal number to Swift is one here, and what has other signs in it is none.
  @Test func textsOfNumbers() throws {
    var random = SeededRandom(seed: 4)
    let signs = ["0", "1", "9", "12", "+", "-", ".", "e", "E", "x", "_", " "]
    for _ in 0..<20_000 {
      let text = (0..<random.below(6)).map { _ in random.pick(signs) }.joined()
      let inner = text.drop { $0 == " " }
      let trimmed = String(inner.reversed().drop { $0 == " " }.reversed())
      let isDecimal = !trimmed.contains { "x_ ".contains($0) }
      let read = try call("float", [.string(text)])
      if !isDecimal { #expect(read == nil, "\(text)") }
      if isDecimal, let number = Double(trimmed), number.isFinite {
        #expect(read == .double(number), "\(text)")
      }
      if isDecimal, let whole = Int(trimmed) {
        #expect(try call("int", [.string(text)]) == .int(whole), "\(text)")
      }
    }
  }

  static func interesting(_ random: inout SeededRandom) -> Int {
    switch random.below(4) {
    case 0: random.pick([Int.min, Int.max, Int.min + 1, 0, 1, -1, 1 << 32, -(1 << 31)])
    case 1: random.below(21) - 10
    default: Int(truncatingIfNeeded: random.next()) >> random.below(64)
    }
  }

  @Test func divisionNeverWraps() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<20_000 {
      let x = NumberPropertyTests.interesting(&random)
      let y = NumberPropertyTests.interesting(&random)
      guard y != 0, case (let quotient, false) = x.dividedReportingOverflow(by: y) else {
        let kind = y == 0 ? "division: " : "overflow: "
        #expect(outcome(of: "div", [.int(x), .int(y)]).hasPrefix(kind))
        continue
      }
      #expect(try call("div", [.int(x), .int(y)]) == .int(quotient))
      #expect(try call("mod", [.int(x), .int(y)]) == .int(x - quotient * y))
    }
  }

  @Test func powersNeverWrap() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<10_000 {
      let x = NumberPropertyTests.interesting(&random)
      let exponent = random.below(70)
      var power: Int? = 1
      for _ in 0..<exponent {
        power = power.flatMap {
          let (product, overflow) = $0.multipliedReportingOverflow(by: x)
          return overflow ? nil : product
        }
      }
      if let power {
        #expect(try call("pow", [.int(x), .int(exponent)]) == .int(power))
      } else {
        #expect(outcome(of: "pow", [.int(x), .int(exponent)]).hasPrefix("overflow: "))
      }
    }
  }
}
