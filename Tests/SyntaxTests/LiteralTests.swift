import RxpSyntax
import RxpText
import Testing

@Suite struct LiteralTests {
  @Test(arguments: [
    ("0.5", 0.5), ("1.25e3", 1250), ("1e3", 1000), ("2E-2", 0.02), ("1.0", 1), ("1e-400", 0),
  ]) func doubles(_ text: String, _ expected: Double) {
    guard case .double(let value, let written) = read(text) else {
      Issue.record("no double")
      return
    }
    #expect(value == expected)
    #expect(written == text)
  }

  @Test(arguments: [
    ("500ms", 500_000_000), ("2s", 2_000_000_000), ("0.5s", 500_000_000), ("1ns", 1),
    ("1us", 1000), ("1\u{B5}s", 1000), ("5m", 300_000_000_000), ("1h", 3_600_000_000_000),
    ("1d", 86_400_000_000_000), ("0.1ms", 100_000), ("0.4ns", 0), ("0.5ns", 1), ("1.5ns", 2),
    ("0.3333333333333333333333333333s", 333_333_333), ("0.00000000001d", 864),
    ("9223372036854775807ns", Int.max), ("0.0000000005s", 1), ("0s", 0),
  ]) func durations(_ text: String, _ expected: Int) {
    guard case .duration(let nanoseconds, let written) = read(text) else {
      Issue.record("no duration")
      return
    }
    #expect(nanoseconds == expected)
    #expect(written == text)
  }

  @Test(arguments: [
    (#""a\n\t\r\0\\\"\'b""#, "a\n\t\r\0\\\"'b"), (#""\u{e9}\u{1F600}""#, "\u{e9}\u{1F600}"),
    ("'a\\n'", "a\\n"), ("\"a\\\nb\"", "ab"), ("\"a\\\r\nb\"", "ab"), ("\"\"", ""), ("''", ""),
    (#""\e""#, "\u{1B}"), ("\"-a#|\"", "-a#|"),
  ]) func strings(_ text: String, _ expected: String) {
    guard case .string(let value, _) = read(text) else {
      Issue.record("no string")
      return
    }
    #expect(value == expected)
  }

  @Test func interpolationsNest() {
    let (expression, diagnostics) = parseExpression(
      SourceText(name: "t", #""\(.user) took \(.ms + f("\(a)", ')')) ms""#))
    #expect(diagnostics.isEmpty)
    #expect(
      dump(expression) == #"(string .user " took " (+ .ms (call f (string a) ")")) " ms")"#)
  }

  private func read(_ text: String) -> Expression.Kind {
    let (expression, diagnostics) = parseExpression(SourceText(name: "t", text))
    #expect(diagnostics == [])
    return expression.kind
  }
}
