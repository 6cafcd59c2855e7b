import RxpSyntax
import RxpText
import Testing

/// Several mistakes are told in one pass, each once, and what could be read is in the tree.
@Suite struct RecoveryTests {
  @Test func eachMistakeOfAScriptIsTold() {
    let text = """
      let x =
      let y = (3
      text | filter > 3 | take 3 4 | | map (a, b)
      fetch(a b) || take 2;
      test "t" {
        expect a "-|"
        let if = [1, 2)
        b )
      }
      if a thn b else “c”
      merge a,, b | retry delay: 1s, 3 | map x -> x
      """
    check(
      Telling(
        text,
        "E0201 [] after `=` an expression or a pipeline must follow",
        "E0202 [(] `(` is not closed",
        "E0219 [>] `>` has nothing on its left",
        "E0215 [4] a comma is missing before `4`",
        "E0205 [|] an operator is missing between two `|`",
        "E0201 [,] `,` separates nothing in parentheses",
        "E0215 [b] a comma is missing before `b`",
        "E0206 [||] `||` is not an operator here",
        "E0206 [;] `;` ends nothing here",
        "E0211 [] `is` is missing",
        "E0213 [if] `if` is a word of the language",
        "E0204 [)] `)` cannot close `[`",
        "E0203 [)] `)` closes nothing",
        "E0214 [thn] `then` is missing",
        "E0110 [“c”] curly quotes hold no string",
        "E0208 [,] nothing stands between two commas",
        "E0209 [3] named arguments come last",
        "E0113 [->] `->` is not an operator here"))
  }

  @Test(arguments: [
    Reading("a | ) | b", "(show (| a b))"),
    Reading("take 3 4 | b", "(show (| (stage take 3 4) b))"),
    Reading(
      "from [1, 2\n  | map it\nc", "(show (| (stage from (list 1 2)) (stage map it)))\n(show c)"),
    Reading("let a = (b\nlet c = 3", "(let a b)\n(let c 3)"),
    Reading("a @ b | c", "(show (| a c))"),
    Reading("let = 3\nb", "(invalid)\n(show b)"),
    Reading("f(1, , 2) | c", "(show (| (call f 1 2) c))"),
    Reading("filter it = 3", "(show (stage filter (== it 3)))"),
    Reading("a b; c", "(show (stage a b))\n(show c)"),
    Reading("test \"t\" {\n  a )\n  b\n}\nc", "(test \"t\" (show a) (show b))\n(show c)"),
    Reading("test \"t\" {\n  a\n", "(test \"t\" (show a))"),
    Reading("}\na", "(show (invalid))\n(show a)"),
  ]) func theRestIsRead(_ reading: Reading) {
    let (script, diagnostics) = parse(SourceText(name: "t", reading.text))
    #expect(dump(script) == reading.tree)
    #expect(!diagnostics.isEmpty)
  }

  @Test func badBytesAreToldOnce() {
    let bytes: [UInt8] =
      Array("a \u{22}".utf8) + [0xFF, 0xC3] + Array("\u{22} | ".utf8) + [0x80, 0x81]
    let source = SourceText(name: "t", bytes: bytes)
    let (script, diagnostics) = parse(source)
    #expect(diagnostics.map(\.id) == ["E0102", "E0102"])
    #expect(dump(script) == "(show (| (stage a \"\u{FFFD}\u{FFFD}\") (invalid)))")
  }
}
