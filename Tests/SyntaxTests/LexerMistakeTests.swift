import RxpSyntax
import RxpText
import Testing

/// What is told about single tokens; the ids E01xx.
@Suite struct LexerMistakeTests {
  @Test(arguments: [
    Telling(
      "a @ b",
      "E0101 [@] `@` means nothing here"),
    Telling(
      "a $1",
      "E0101 [$1] `$` means nothing here"),
    Telling(
      "a `b`",
      "E0101 [`] ``` means nothing here",
      "E0101 [`] ``` means nothing here"),
    Telling(
      #"a\"#,
      #"E0101 [\] `\` means nothing here"#),
    Telling(
      "a – b",
      "E0101 [–] `–` is not read as `-`"),
    Telling(
      "a ≤ b",
      "E0101 [≤] `≤` is not read as `<=`"),
    Telling(
      "a → b",
      "E0101 [→] `→` is not read as `=>`"),
    Telling(
      "a 🎉 b",
      "E0101 [🎉] `🎉` means nothing here"),
    Telling(
      #""a"#,
      #"E0103 ["] the string is not closed"#),
    Telling(
      #"f("a) | b"#,
      #"E0103 ["] the string is not closed"#),
    Telling(
      "'a",
      "E0103 ['] the string is not closed"),
    Telling(
      #"just "C:\d""#,
      #"E0104 [\d] `\d` is no escape"#),
    Telling(
      #""\u{110000}""#,
      #"E0104 [\u] an unfinished or impossible `\u` escape"#),
    Telling(
      #""\u{}""#,
      #"E0104 [\u] an unfinished or impossible `\u` escape"#),
    Telling(
      "99999999999999999999",
      "E0105 [99999999999999999999] the number is too large for a whole number"),
    Telling(
      "9223372036854775808",
      "E0105 [9223372036854775808] the number is too large for a whole number"),
    Telling(
      "1e999",
      "E0105 [1e999] the number is too large"),
    Telling(
      "300000d",
      "E0105 [300000d] the duration is too long"),
    Telling(
      "5sec",
      "E0107 [sec] `sec` is no unit of time"),
    Telling(
      "5parsecs",
      "E0107 [parsecs] `parsecs` is no unit of time"),
    Telling(
      "1e3s",
      "E0107 [1e3s] a duration is written without an exponent"),
    Telling(
      "/a",
      "E0108 [/] the regular expression is not closed"),
    Telling(
      "a ~ /x",
      "E0108 [/] the regular expression is not closed"),
    Telling(
      "/a/iq",
      "E0109 [q] a regular expression has no flag `q`"),
    Telling(
      "“a”",
      "E0110 [“a”] curly quotes hold no string"),
    Telling(
      "map ‘a’",
      "E0110 [‘a’] curly quotes hold no string"),
    Telling(
      "a “b",
      "E0110 [“] a curly quote begins no string"),
    Telling(
      #"“a"b”"#,
      #"E0110 [“a"b”] curly quotes hold no string"#),
    Telling(
      "// a comment",
      "E0111 [//] `//` begins no comment here"),
    Telling(
      "a // why",
      "E0111 [//] `//` begins no comment here"),
    Telling(
      ".5",
      "E0112 [.] a number begins with a digit"),
    Telling(
      "filter .5",
      "E0112 [.] a number begins with a digit"),
    Telling(
      "1_000",
      "E0112 [_000] digits are written without `_`"),
    Telling(
      "text | filter len > 3 && .a",
      "E0113 [&&] `&&` is not an operator here"),
    Telling(
      "x := 3",
      "E0113 [:=] `:=` is not an operator here"),
    Telling(
      "map x -> x * 2",
      "E0113 [->] `->` is not an operator here"),
    Telling(
      "a === b",
      "E0113 [===] `===` is not an operator here"),
    Telling(
      "a !== b",
      "E0113 [!==] `!==` is not an operator here"),
    Telling(
      "a <> b",
      "E0113 [<>] `<>` is not an operator here"),
    Telling(
      "a =~ /x/",
      "E0113 [=~] `=~` is not an operator here"),
    Telling(
      "1...5",
      "E0113 [...] `...` is not an operator here"),
    Telling(
      "0..<5",
      "E0113 [..<] `..<` is not an operator here"),
    Telling(
      "a?.b",
      "E0113 [?.] `?.` is not an operator here"),
    Telling(
      "text |> map upper",
      "E0113 [|>] `|>` is not an operator here"),
    Telling(
      "a ^ 2",
      "E0113 [^] `^` is not an operator here"),
    Telling(
      "a ** 2",
      "E0113 [**] `**` is not an operator here"),
  ]) func told(_ telling: Telling) { check(telling) }
}
