import RxpSyntax
import RxpText
import Testing

@Suite struct IncompleteTests {
  @Test(arguments: [
    "a |", "a | ", "a | # why", "a |\n", "merge a,", "f(1,", "f(1", "f(", "(a", "[1, 2", "{a: 1",
    "{", "let x =", "let f(x) =\n", "x =>", "map x =>", "a +", "a ==", "a and", "a ..",
    "if a then", "if", "(if a", "test \"t\" {", "test \"t\" {\n  a", "name =", "s <-", "s <~",
    "expect a is", "complete s,", "subject s,", "\"abc\\\n", "var x =", "a | (b |", "f(a\n",
    "command c when", "test \"t\" {\n expect a is \"|\"\n",
  ]) func asksOn(_ text: String) { #expect(isIncomplete(SourceText(name: "t", text))) }

  @Test(
    arguments: [
      "", "a", "a | b", "f(1)", "let x", "let x = 1", "\"abc", "'abc", "/abc", "a ) (", "a | | b |",
      "if a then b", "test \"t\" {}", "[1)", "a |\n|", "\"\\(a",
    ]) func asksNoMore(_ text: String)
  {
    #expect(!isIncomplete(SourceText(name: "t", text)))
  }
}
