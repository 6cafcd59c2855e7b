/// A script as people write them, long enough for its checking to be measured: definitions that use
/// each other, pipelines, tests, comments.
enum CheckedScript {
  static func lines(_ count: Int) -> [String] {
    var lines: [String] = []
    var number = 0
    while lines.count < count {
      lines += part(number)
      number += 1
    }
    return Array(lines.prefix(count / partLength * partLength))
      + Array(repeating: "# the end", count: count % partLength)
  }

  private static let partLength = part(0).count

  /// Whole statements.
  private static func part(_ number: Int) -> [String] {
    [
      "# Part \(number)",
      "let limit\(number) = \(number) + 10",
      "let squares\(number)(n) = from 1..n",
      "  | filter it % 2 == 0 and it < limit\(number)",
      "  | map { value: it, text: \"no \\(it)\" }",
      "  | distinctUntilChanged .value",
      "subject clicks\(number)",
      "squares\(number) limit\(number)",
      "  | flatMap row => (just row.value, row.value + 1 | map \"\\(upper(row.text)) \\(it)\")",
      "  | scan [], slice(acc + [it], -10)",
      "  | map { last: it[0], count: len(it) }",
      "  | filter .count > 2 or .last contains(\"4\")",
      "  | print \"part \(number)\"",
      "clicks\(number) | throttle 300ms | map it * 2 | take 3",
      "at 1s clicks\(number) <- \(number)",
      "at 2s complete clicks\(number)",
      "test \"squares \(number)\" {",
      "  expect squares\(number) 4 | map .value is \"(ab|)\", a: 2, b: 4",
      "}",
      "",
    ]
  }
}
