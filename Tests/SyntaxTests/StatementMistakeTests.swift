import RxpSyntax
import RxpText
import Testing

/// What is told about definitions, arguments and statements; the ids E02xx from E0209.
@Suite struct StatementMistakeTests {
  @Test(arguments: [
    Telling(
      "retry delay: 1s, 3",
      "E0209 [3] named arguments come last"),
    Telling(
      "retry delay: 1s, 3, 4",
      "E0209 [3] named arguments come last",
      "E0209 [4] named arguments come last"),
    Telling(
      #"expect a is "-|", 3"#,
      "E0209 [3] what follows an expectation is named"),
    Telling(
      "1 < 2 < 3",
      "E0210 [<] comparisons cannot be chained"),
    Telling(
      "a == b == c",
      "E0210 [==] comparisons cannot be chained"),
    Telling(
      "1..2..3",
      "E0210 [..] a range has two ends"),
    Telling(
      #"test "t" {\#n  expect a "-|"\#n}"#,
      "E0211 [] `is` is missing"),
    Telling(
      "expect a",
      "E0211 [] `is` is missing"),
    Telling(
      #"expect a == "-|""#,
      "E0211 [] `is` is missing"),
    Telling(
      #"expect a si "-|""#,
      #"E0211 ["] `is` is missing"#),
    Telling(
      "let x",
      "E0212 [] `=` is missing"),
    Telling(
      "let x 5",
      "E0212 [5] `=` is missing"),
    Telling(
      "let x == 5",
      "E0212 [==] a definition has one `=`"),
    Telling(
      "command c when = a",
      "E0222 [when] after `when` a signal must follow"),
    Telling(
      "command c when a, = b",
      "E0208 [,] after `,` an argument must follow"),
    Telling(
      "command c when a",
      "E0212 [] `=` is missing"),
    Telling(
      "let if = 3",
      "E0213 [if] `if` is a word of the language"),
    Telling(
      "if a then b",
      "E0214 [] `else` is missing"),
    Telling(
      "if a b else c",
      "E0214 [b] `then` is missing"),
    Telling(
      "if a thn b else c",
      "E0214 [thn] `then` is missing"),
    Telling(
      "if a then b els c",
      "E0214 [els] `else` is missing"),
    Telling(
      "take 3 4",
      "E0215 [4] a comma is missing before `4`"),
    Telling(
      "merge a b",
      "E0215 [b] a comma is missing before `b`"),
    Telling(
      "map x y => x",
      "E0215 [x y] several parameters stand in parentheses"),
    Telling(
      "f(a b)",
      "E0215 [b] a comma is missing before `b`"),
    Telling(
      "x => y z",
      "E0215 [z] `z` follows without a sign between"),
    Telling(
      "a | f(x) 3",
      "E0215 [3] `3` follows without a sign between"),
    Telling(
      #""a" 3"#,
      "E0215 [3] `3` follows without a sign between"),
    Telling(
      "{a b}",
      "E0215 [b] a comma is missing before `b`"),
    Telling(
      "retry 3 delay: 1s",
      "E0215 [delay] a comma is missing before `delay`"),
    Telling(
      "takeUntil timer 5",
      "E0216 [timer 5] `timer` with an argument needs parentheses"),
    Telling(
      "merge interval 1, b",
      "E0216 [interval 1] `interval` with an argument needs parentheses"),
    Telling(
      "f(a | b)",
      "E0216 [a | b] a pipeline among arguments needs parentheses"),
    Telling(
      "[a | b, c]",
      "E0216 [a | b] a pipeline among arguments needs parentheses"),
    Telling(
      "{a: b | c}",
      "E0216 [b | c] a pipeline among arguments needs parentheses"),
    Telling(
      "f(\n  a\n  | b\n)",
      "E0216 [a\n  | b] a pipeline among arguments needs parentheses"),
    Telling(
      "text | filter > 3",
      "E0219 [>] `>` has nothing on its left"),
    Telling(
      #"text | filter contains "x""#,
      "E0219 [contains] `contains` has nothing on its left"),
    Telling(
      "text | map + 1",
      "E0219 [+] `+` has nothing on its left"),
    Telling(
      "filter (> 3)",
      "E0219 [>] `>` has nothing on its left"),
    Telling(
      "f(and)",
      "E0219 [and] `and` has nothing on its left",
      "E0201 [)] an expression is missing before `)`"),
    Telling(
      "lte x = 3",
      "E0220 [lte] no statement begins with `lte`"),
    Telling(
      "const x = 3",
      "E0220 [const] no statement begins with `const`"),
    Telling(
      "vra x = 3",
      "E0220 [vra] no statement begins with `vra`"),
    Telling(
      "def f(x) = x",
      "E0220 [def] no statement begins with `def`"),
    Telling(
      "f(x) = x",
      "E0220 [f(x)] a definition begins with `let`"),
    Telling(
      #"exepct a is "|""#,
      "E0220 [exepct] no statement begins with `exepct`"),
    Telling(
      "comand c(x) = a",
      "E0220 [comand] no statement begins with `comand`"),
    Telling(
      "it.0",
      "E0221 [0] after `.` the name of a field must follow"),
    Telling(
      "it.",
      "E0221 [.] after `.` the name of a field must follow"),
    Telling(
      "map .",
      "E0221 [.] after `.` the name of a field must follow"),
    Telling(
      #"map ."a b""#,
      "E0221 [.] after `.` the name of a field must follow"),
    Telling(
      "map .[0]",
      "E0221 [.] after `.` the name of a field must follow"),
    Telling(
      "let",
      "E0221 [] the name of a definition must stand here"),
    Telling(
      "let 5 = 3",
      "E0221 [5] the name of a definition must stand here"),
    Telling(
      "let (x) = 3",
      "E0221 [(] the name of a definition must stand here"),
    Telling(
      "let f(1) = x",
      "E0221 [1] the name of a parameter must stand here"),
    Telling(
      "{.a}",
      "E0221 [.a] a field needs a name"),
    Telling(
      #"{"\(a)": 1}"#,
      #"E0221 ["\(a)"] the name of a field cannot be worked out"#),
    Telling(
      #"{"a b"}"#,
      #"E0221 ["a b"] the field `a b` has no value"#),
    Telling(
      "{1}",
      "E0221 [1] the field `1` has no value"),
    Telling(
      "{ x in x }",
      "E0221 [in] braces hold a record, not a closure"),
    Telling(
      "{ x in x * 2 } | b",
      "E0221 [in] braces hold a record, not a closure"),
    Telling(
      "map . | b",
      "E0221 [.] after `.` the name of a field must follow"),
    Telling(
      "{(b)}",
      "E0221 [(] `(` is no name of a field"),
    Telling(
      "f(k: .)",
      "E0221 [.] after `.` the name of a field must follow"),
    Telling(
      "take . , .",
      "E0221 [.] after `.` the name of a field must follow",
      "E0221 [.] after `.` the name of a field must follow"),
    Telling(
      "f(x).y = 3",
      "E0222 [f(x).y] this cannot be set"),
    Telling(
      "var x <~ a",
      "E0222 [<~] a `var` begins with a value"),
    Telling(
      "var x = a | b",
      "E0222 [|] a value stands here, not a pipeline"),
    Telling(
      "x = a | b",
      "E0222 [|] a value stands here, not a pipeline"),
    Telling(
      "s <- a | b",
      "E0222 [|] a value stands here, not a pipeline"),
    Telling(
      "test { a }",
      "E0222 [{] a test needs a title"),
    Telling(
      #"test "t""#,
      "E0222 [] `{` must follow the title of a test"),
    Telling(
      #"test "t" a"#,
      "E0222 [a] `{` must follow the title of a test"),
    Telling(
      "import lib",
      "E0222 [lib] the path of an import is written out"),
    Telling(
      #"import "a\(b)""#,
      #"E0222 ["a\(b)"] the path of an import is written out"#),
    Telling(
      "subject s = 3",
      "E0222 [=] a subject is not defined by a value"),
    Telling(
      "at 3 = 4",
      "E0222 [=] after the time a statement must follow"),
  ]) func told(_ telling: Telling) { check(telling) }
}
