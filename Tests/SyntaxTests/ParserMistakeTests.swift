import RxpSyntax
import RxpText
import Testing

/// What is told about how tokens stand together; the ids E02xx.
@Suite struct ParserMistakeTests {
  @Test(arguments: [
    Telling(
      #""\()""#,
      "E0201 [)] an expression is missing before `)`"),
    Telling(
      "x + then",
      "E0201 [then] `then` cannot stand here"),
    Telling(
      "f(x) => x",
      "E0201 [=>] `=>` follows something that is no parameter"),
    Telling(
      "(a, b)",
      "E0201 [,] `,` separates nothing in parentheses"),
    Telling(
      "()",
      "E0201 [()] nothing stands between the parentheses"),
    Telling(
      "a <~ ",
      "E0201 [] after `<~` an expression must follow"),
    Telling(
      "x.y <~ a",
      "E0201 [<~] `<~` stands in a statement of its own"),
    Telling(
      "map a <~ b",
      "E0201 [<~] `<~` stands in a statement of its own"),
    Telling(
      "a : b",
      "E0201 [:] `:` follows something that is no name"),
    Telling(
      "map x =>",
      "E0201 [] after `=>` an expression must follow"),
    Telling(
      "map (x, y) =>",
      "E0201 [] after `=>` an expression must follow"),
    Telling(
      "let x = \nlet y = 3",
      "E0201 [] after `=` an expression or a pipeline must follow"),
    Telling(
      "(a",
      "E0202 [(] `(` is not closed"),
    Telling(
      "[1, 2",
      "E0202 [[] `[` is not closed"),
    Telling(
      "{a: 1",
      "E0202 [{] `{` is not closed"),
    Telling(
      "{",
      "E0202 [{] `{` is not closed"),
    Telling(
      #""\(a" | b"#,
      #"E0202 [\(] `\(` is not closed"#),
    Telling(
      "let f(x = 3",
      "E0202 [(] `(` is not closed"),
    Telling(
      "let a = (b\nlet c = 3\nd",
      "E0202 [(] `(` is not closed"),
    Telling(
      "from [1, 2\n  | map it\nb",
      "E0202 [[] `[` is not closed"),
    Telling(
      "from [1, 2\n  | map [it]\nb",
      "E0202 [[] `[` is not closed"),
    Telling(
      "a)",
      "E0203 [)] `)` closes nothing"),
    Telling(
      "a | b] | c",
      "E0203 []] `]` closes nothing"),
    Telling(
      "}",
      "E0203 [}] `}` closes nothing"),
    Telling(
      "a | ) b",
      "E0203 [)] `)` closes nothing"),
    Telling(
      "f(a]",
      "E0204 []] `]` cannot close `(`"),
    Telling(
      "[1)",
      "E0204 [)] `)` cannot close `[`"),
    Telling(
      "f([1)",
      "E0204 [)] `)` cannot close `[`"),
    Telling(
      "a |",
      "E0205 [|] after `|` an operator must follow"),
    Telling(
      "| a",
      "E0205 [|] nothing stands before `|`"),
    Telling(
      "a | | b",
      "E0205 [|] an operator is missing between two `|`"),
    Telling(
      "text || filter len > 3",
      "E0206 [||] `||` is not an operator here"),
    Telling(
      "filter a || b",
      "E0206 [||] `||` is not an operator here"),
    Telling(
      "text | filter !.done",
      "E0206 [!] `!` is not an operator here"),
    Telling(
      "interval 1; interval 2",
      "E0206 [;] `;` ends nothing here"),
    Telling(
      "interval 1;",
      "E0206 [;] `;` ends nothing here"),
    Telling(
      "x += 1",
      "E0206 [+=] `+=` is not an operator here"),
    Telling(
      "a ? b : c",
      "E0206 [?] `?` is not an operator here"),
    Telling(
      "a ? b",
      "E0206 [?] `?` is not an operator here"),
    Telling(
      "{a = 1}",
      "E0206 [=] a field is written with `:`"),
    Telling(
      "a & b",
      "E0206 [&] `&` stands at the end of a pipeline only"),
    Telling(
      "& a",
      "E0206 [&] `&` stands at the end of a pipeline only"),
    Telling(
      "a b & c",
      "E0206 [&] `&` stands at the end of a pipeline only"),
    Telling(
      "text | filter it = 3",
      "E0207 [=] `=` compares nothing"),
    Telling(
      "merge a,, b",
      "E0208 [,] nothing stands between two commas"),
    Telling(
      "merge a,",
      "E0208 [,] after `,` an argument must follow"),
    Telling(
      "[1,,2]",
      "E0208 [,] nothing stands between two commas"),
    Telling(
      "f(,1)",
      "E0208 [,] nothing stands between two commas"),
    Telling(
      "complete s,",
      "E0208 [,] after `,` an argument must follow"),
  ]) func told(_ telling: Telling) { check(telling) }
}
