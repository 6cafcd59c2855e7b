import TestSupport
import Testing

@testable import RxpEngine

@Suite struct FormatTests {
  static let formats: [FunctionCase] = [
    FunctionCase("format", [3.14159, ".2f"], "\"3.14\""),
    FunctionCase("format", [3.14159, 3], "\"3.142\""),
    FunctionCase("format", [3.0, 0], "\"3\""),
    FunctionCase("format", [3, 2], "\"3.00\""),
    FunctionCase("format", [3.5, ".1"], "\"3.5\""),
    FunctionCase("format", [1.5, "f"], "\"1.500000\""),
    FunctionCase("format", [1.005, ".2f"], "\"1.00\""),
    FunctionCase("format", [2.5, ".0f"], "\"3\""),
    FunctionCase("format", [-0.001, ".2f"], "\"0.00\""),
    FunctionCase("format", [-0.005, ".2f"], "\"-0.01\""),
    FunctionCase("format", [999.996, ".2f"], "\"1000.00\""),
    FunctionCase("format", [9.99, ".1f"], "\"10.0\""),
    FunctionCase("format", [1_234_567, ","], "\"1,234,567\""),
    FunctionCase("format", [123, ","], "\"123\""),
    FunctionCase("format", [-1234.5, ",.1f"], "\"-1,234.5\""),
    FunctionCase("format", [1_234_567.25, "_.2f"], "\"1_234_567.25\""),
    FunctionCase("format", [1e21, ",.0f"], "\"1,000,000,000,000,000,000,000\""),
    FunctionCase("format", [1e21, ","], "\"1e+21\""),
    FunctionCase("format", [7, "03"], "\"007\""),
    FunctionCase("format", [-7, "05"], "\"-0007\""),
    FunctionCase("format", [7, "+d"], "\"+7\""),
    FunctionCase("format", [7, " d"], "\" 7\""),
    FunctionCase("format", [7, "6"], "\"     7\""),
    FunctionCase("format", [7, "<6"], "\"7     \""),
    FunctionCase("format", [7, "*^6"], "\"**7***\""),
    FunctionCase("format", [7, "é>3"], "\"éé7\""),
    FunctionCase("format", [2.7, "d"], "\"3\""),
    FunctionCase("format", [0.1234, ".1%"], "\"12.3%\""),
    FunctionCase("format", [0.5, "%"], "\"50%\""),
    FunctionCase("format", [2, "%"], "\"200%\""),
    FunctionCase("format", [0, ".1%"], "\"0.0%\""),
    FunctionCase("format", [1e308, "%"], "\"inf%\""),
    FunctionCase("format", [255, "x"], "\"ff\""),
    FunctionCase("format", [255, "04X"], "\"00FF\""),
    FunctionCase("format", [-10, "b"], "\"-1010\""),
    FunctionCase("format", [.least, "x"], "\"-8000000000000000\""),
    FunctionCase("format", [8.0, "b"], "\"1000\""),
    FunctionCase(
      "format", [1.5, "x"],
      "type: format needs a whole number for \"x\" and \"b\": got a number, 1.5"),
    FunctionCase("format", [.double(.infinity), "+6.1f"], "\"  +inf\""),
    FunctionCase("format", [.double(.nan), ".1f"], "\"nan\""),
    FunctionCase("format", [1.5, ""], "\"1.5\""),
    FunctionCase("format", ["abc", "5"], "\"abc  \""),
    FunctionCase("format", ["abc", ">5"], "\"  abc\""),
    FunctionCase("format", ["añc", ".2"], "\"añ\""),
    FunctionCase("format", [true, "6"], "\"true  \""),
    FunctionCase("format", [nil, ".2f"], "null"),
    FunctionCase("format", [.double(.leastNonzeroMagnitude), ".5f"], "\"0.00000\""),
  ]

  @Test(arguments: formats)
  func table(_ row: FunctionCase) { row.check() }

  @Test(arguments: [
    ".", "z", ".2fx", "..", "65537", ".1075f", "99999999999999999999", "2.f", "é",
  ])
  func formsThatAreNone(_ form: String) {
    #expect(
      outcome(of: "format", [1, .string(form)])
        == "type: format needs such as \".2f\", \"8d\" or \"+,.1f\", or a count of digits, at most "
        + "1074 of them and a width of 65536, as form: got a string, "
        + Value.string(form).excerpt())
  }

  @Test func formsAtTheirLimits() throws {
    let smallest = Value.double(.leastNonzeroMagnitude)
    #expect(try call("len", [call("format", [1, "65536"])]) == 65536)
    #expect(try call("len", [call("format", [smallest, ".1074f"])]) == 1076)
    #expect(try call("len", [call("format", [1, 1074])]) == 1076)
    #expect(outcome(of: "format", [1, 1075]).hasPrefix("type: "))
    #expect(outcome(of: "format", [1, -1]).hasPrefix("type: "))
  }

  /// Forms of numbers out of the signs that forms are made of.
  @Test func randomFormsNeverTrap() {
    var random = SeededRandom(seed: 6)
    let signs = [
      "<", ">", "^", "*", "+", "-", " ", "0", "3", "12", ",", "_", ".", ".2", "f", "d", "%", "x",
      "b", "é",
    ]
    let numbers: [Value] = [
      0, -1, 1_234_567, .least, 0.1, -12345.678, 1e22, 1e308, .double(.nan), "text",
    ]
    for _ in 0..<5_000 {
      let form = Value.string((0..<random.below(6)).map { _ in random.pick(signs) }.joined())
      for number in numbers {
        do { _ = try call("format", [number, form]) } catch { #expect(error is Failure) }
      }
    }
  }
}
