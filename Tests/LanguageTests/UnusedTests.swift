import RxpLanguage
import RxpSyntax
import RxpText
import Testing

/// Definitions that nothing uses, and such as are used in a statement that is wrong.
@Suite struct UnusedTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let unused: [String]
    init(_ text: String, _ unused: String...) {
      self.text = text
      self.unused = unused
    }
    var testDescription: String { text }
  }

  static let cases = [
    Case("let limit = 3\nlines", "limit"),
    Case("let limit = 3\nlines | filter len > limit"),
    Case("let limit = 3\nlet clean = filter len > limit\nlines", "clean"),
    // Behind, before or in what is wrong.
    Case("let limit = 3\nlines | fliter len > limit"),
    Case("let limit = 3\nlines | foo | filter len > limit"),
    Case("let limit = 3\nfoo limit | take 3"),
    Case("let limit = 3\nlines | take \"x\", foo: limit"),
    Case("let limit = 3\nlines | filter lne(it, limit) > 3"),
    Case("let limit = 3\nlines | flatMap upper | take limit"),
    Case("let limit = 3\nat 3 foo limit"),
    Case("let limit = 3\nat 3 lines | foo limit"),
    Case("let limit = 3\nlines | map \"\\(foo(limit))\""),
    Case("let limit = 3\nlines | foo {limit}"),
    Case("let a = hot \"-a|\"\nexpect a | take 2 is \"-a|\""),
    Case("let limit = 3\nlet f(x) = foo(limit, x)\nlines | map f"),
    Case("let ping(n) = just(n) | concat pong(n)\nlet pong(n) = ping(n + 1)\nping(1)"),
    // What is wrong elsewhere is no use.
    Case("let limit = 3\nlines | foo", "limit"),
    Case("let limit = 3\nlines | foo delimiter, unlimited", "limit"),
    Case("let limit = foo(3)\nlines", "limit"),
    // Names of a test are its own.
    Case("test \"x\" {\n  let y = 2\n  expect just(1) | foo y is \"a|\"\n}\nlines"),
    Case("test \"x\" {\n  let y = 2\n  expect just(1) is \"a|\", a: 1\n}\nlines", "y"),
    Case("test \"x\" {\n  let y = 2\n  expect foo(1) is \"a|\"\n}\nlines", "y"),
    // A file for others.
    Case("let f(x) = x + 1\nlet g = filter it > 1"),
    Case("let f(x) = x + 1\nlet g(x) = f(x)"),
    Case("subject s\nvar name = \"\""),
  ]

  @Test(arguments: cases)
  func tellsOfThese(_ example: Case) {
    let source = SourceText(name: "test", example.text)
    let compiler = Compiler(source, names: NameScope(inside: Prelude.fresh().names))
    _ = compiler.compile(parse(source).script)
    let told = compiler.diagnostics.filter { $0.id == "W0601" }.map { source[$0.primary.span] }
    #expect(told == example.unused)
  }
}
