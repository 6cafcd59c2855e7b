import RxpSyntax
import RxpText
import Testing

/// A text and the tree it must have, as `dump` prints it.
struct Reading: CustomTestStringConvertible, Sendable {
  var text: String
  var tree: String
  init(_ text: String, _ tree: String) {
    self.text = text
    self.tree = tree
  }
  var testDescription: String { text }
}

@Suite struct TreeTests {
  @Test(arguments: [
    Reading("text", "(show text)"),
    Reading("a | b | c", "(show (| a b c))"),
    Reading("a\n  | b\n\n  # why\n  | c", "(show (| a b c))"),
    Reading("a |\n b", "(show (| a b))"),
    Reading("a\nb", "(show a)\n(show b)"),
    Reading("a | take 3 &", "(show& (| a (stage take 3)))"),
    Reading("#!/usr/bin/env rxp\na", "(show a)"),
    Reading("\u{FEFF}a", "(show a)"),
    Reading("a\r\n  | b\r\nc\r\n", "(show (| a b))\n(show c)"),
    Reading("", ""),
    Reading("# nothing", ""),
    Reading(
      "let clean = filter len > 3 | throttle 0.5",
      "(let clean (| (stage filter (> len 3)) (stage throttle 0.5)))"),
    Reading("let big(n) = filter len > n", "(let big (n) (stage filter (> len n)))"),
    Reading("let f() = 1", "(let f () 1)"),
    Reading("let f =\n  1", "(let f 1)"),
    Reading("subject clicks", "(subject clicks)"),
    Reading("subject s, replay: 2, window: 5s", "(subject s replay: 2 window: 5s)"),
    Reading("subject()", "(show (call subject))"),
    Reading("clicks <- \"left\"", "(send clicks \"left\")"),
    Reading("a.b <- -1", "(send (. a b) (- 1))"),
    Reading("var name = \"\"", "(var name \"\")"),
    Reading("var n = 0, nilValue: 1", "(var n 0 nilValue: 1)"),
    Reading("channel c", "(channel c)"),
    Reading("channel c, over: name", "(channel c over: name)"),
    Reading("channel | take 3", "(show (| channel (stage take 3)))"),
    Reading("a <~> b", "(bind2 a b)"),
    Reading("a <~>\n  c.following", "(bind2 a (. c following))"),
    Reading(
      "c.leading <~> b, from: it * 2, to: it / 2",
      "(bind2 (. c leading) b from: (* it 2) to: (/ it 2))"),
    Reading("at 1s a <~> b", "(at 1s (bind2 a b))"),
    Reading("name = \"ann\"", "(set name \"ann\")"),
    Reading("name == \"ann\"", "(show (== name \"ann\"))"),
    Reading("enabled <~ name | map len > 0", "(bind enabled (| name (stage map (> len 0))))"),
    Reading(
      "command login(user) when enabled = signIn(user)",
      "(command login (user) when enabled (call signIn user))"),
    Reading("command go = a | b", "(command go () (| a b))"),
    Reading(
      "command go, concurrent: true = a | b", "(command go () concurrent: true (| a b))"),
    Reading(
      "command go(x) when a, concurrent: b == c =\n  f(x)",
      "(command go (x) when a concurrent: (== b c) (call f x))"),
    Reading("go.concurrent = a == b", "(set. go concurrent (== a b))"),
    Reading("at 1 go.concurrent = true", "(at 1 (set. go concurrent true))"),
    Reading("execute login, \"ann\"", "(execute! login \"ann\")"),
    Reading("execute login", "(execute! login)"),
    Reading("execute login, 1 | b", "(show (| (stage execute login 1) b))"),
    Reading("execute login, 1\n  | b", "(show (| (stage execute login 1) b))"),
    Reading("execute login | b", "(show (| (stage execute login) b))"),
    Reading("execute login, 1 &", "(show& (stage execute login 1))"),
    Reading("at 2 execute login, 1 | b", "(at 2 (show (| (stage execute login 1) b)))"),
    Reading("let r = execute login, 1", "(let r (stage execute login 1))"),
    Reading("let r = execute(login, 1)", "(let r (call execute login 1))"),
    Reading("at 0.3 name = \"ann\"", "(at 0.3 (set name \"ann\"))"),
    Reading("at 3ms connect c", "(at 3ms (connect! c))"),
    Reading("at t + 1 s <- 1", "(at (+ t 1) (send s 1))"),
    Reading("at 1 at 2 a | b", "(at 1 (at 2 (show (| a b))))"),
    Reading("at 3 | b", "(show (| (stage at 3) b))"),
    Reading("at 3", "(show (stage at 3))"),
    Reading("at(list, 1) | b", "(show (| (call at list 1) b))"),
    Reading("import \"lib.rxp\"", "(import \"lib.rxp\")"),
    Reading("import 'lib.rxp'", "(import \"lib.rxp\")"),
  ]) func statements(_ reading: Reading) { check(reading) }

  @Test(arguments: [
    Reading("complete s", "(complete! s)"),
    Reading("fail s, \"why\"", "(fail! s \"why\")"),
    Reading("disconnect c # done", "(disconnect! c)"),
    Reading("fail \"why\"", "(show (stage fail \"why\"))"),
    Reading("fail \"why\" | retry 2", "(show (| (stage fail \"why\") (stage retry 2)))"),
    Reading("fail why | retry 2", "(show (| (stage fail why) (stage retry 2)))"),
    Reading("fail why\n  | retry 2", "(show (| (stage fail why) (stage retry 2)))"),
    Reading("fail (why)", "(show (stage fail why))"),
    Reading("fail s.why", "(show (stage fail (. s why)))"),
    Reading("fail", "(show fail)"),
    Reading("complete", "(show complete)"),
    Reading("let f = fail s", "(let f (stage fail s))"),
    Reading("fail = 1", "(set fail 1)"),
    Reading("at 1s complete s", "(at 1s (complete! s))"),
    Reading("test \"t\" { complete s }", "(test \"t\" (complete! s))"),
  ]) func verbs(_ reading: Reading) { check(reading) }

  @Test(arguments: [
    Reading("test \"t\", frame: 1ms {\n  a\n  b\n}", "(test \"t\" frame: 1ms (show a) (show b))"),
    Reading("test \"t\" {}", "(test \"t\")"),
    Reading("test \"t\" { expect a is \"-a|\" }", "(test \"t\" (expect a \"-a|\"))"),
    Reading(
      "expect a | take 2 is \"-a|\", a: 1, subscribe: 4ms",
      "(expect (| a (stage take 2)) \"-a|\" a: 1 subscribe: 4ms)"),
    Reading(
      "expect subscriptions(a) is [\"^--!\", \"---^!\"]",
      "(expect (call subscriptions a) (list \"^--!\" \"---^!\"))"),
    Reading("expect a is b | take 2, by: 1", "(expect a (| b (stage take 2 by: 1)))"),
    Reading(
      "expect a is (b | take 2), subscribe: 1s",
      "(expect a (pipeline (| b (stage take 2))) subscribe: 1s)"),
    Reading("expect (a is) is \"|\"", "(expect (pipeline (stage a is)) \"|\")"),
    Reading("is | a", "(show (| is a))"),
    Reading("expect | a", "(show (| expect a))"),
  ]) func tests(_ reading: Reading) { check(reading) }

  @Test(arguments: [
    Reading("take 3", "(stage take 3)"),
    Reading("take (3)", "(stage take 3)"),
    Reading("take(3)", "(call take 3)"),
    Reading("take -1", "(stage take (- 1))"),
    Reading("take - 1", "(- take 1)"),
    Reading("take-1", "(- take 1)"),
    Reading("from [1, 2]", "(stage from (list 1 2))"),
    Reading("from[1]", "(index from 1)"),
    Reading("split /,/", "(stage split /,/)"),
    Reading("split /[/]\\//i", "(stage split /[/]\\//i)"),
    Reading("a / b / c", "(/ (/ a b) c)"),
    Reading("a /b", "(/ a b)"),
    Reading("a/b/c", "(/ (/ a b) c)"),
    Reading("hot \"-a|\", a: 1", "(stage hot \"-a|\" a: 1)"),
    Reading("hot'-a|'", "(stage hot \"-a|\")"),
    Reading("map .title", "(stage map .title)"),
    Reading("map.title", "(. map title)"),
    Reading("map {a: 1}", "(stage map (record (\"a\" 1)))"),
    Reading("map not .a", "(stage map (not .a))"),
    Reading("map if a then b else c", "(stage map (if a b c))"),
    Reading("map x => x * 2", "(stage map (=> (x) (* x 2)))"),
    Reading("map (x, y) => x + y", "(stage map (=> (x y) (+ x y)))"),
    Reading("map () => 1", "(stage map (=> () 1))"),
    Reading("rx.throttleTime 1s", "(stage (. rx throttleTime) 1s)"),
    Reading("rx.take(1)", "(call (. rx take) 1)"),
    Reading("timeout each: 30s", "(stage timeout each: 30s)"),
    Reading("switch s, {a: b}, default: d", "(stage switch s (record (\"a\" b)) default: d)"),
    Reading("scan 0, acc + it", "(stage scan 0 (+ acc it))"),
    Reading("merge a,\n  b", "(stage merge a b)"),
    Reading("filter contains(\"x\")", "(stage filter (call contains \"x\"))"),
    Reading("name contains \"x\"", "(contains name \"x\")"),
    Reading("(search(q) | retry 3)", "(pipeline (| (call search q) (stage retry 3)))"),
    Reading("takeUntil (timer 5)", "(stage takeUntil (pipeline (stage timer 5)))"),
    Reading(
      "a | not | and | or | then b | in | contains", "(| a not and or (stage then b) in contains)"),
    Reading("not a | b", "(| (not a) b)"),
    Reading("not | b", "(| not b)"),
    Reading("a <-1", "(send a 1)"),
    Reading("filter .a <-1", "(stage filter (< .a (- 1)))"),
    Reading("(\n  a\n  | b\n)", "(pipeline (| a b))"),
    Reading("from [\n  1,\n  2,\n]", "(stage from (list 1 2))"),
  ]) func stages(_ reading: Reading) {
    check(
      Reading(
        reading.text, reading.tree.hasPrefix("(send") ? reading.tree : "(show \(reading.tree))"))
  }

  @Test(arguments: [
    Reading("1 + 2 * 3 - 4", "(- (+ 1 (* 2 3)) 4)"),
    Reading("a ?? b ?? c", "(?? a (?? b c))"),
    Reading("a or b and not c == d", "(or a (and b (not (== c d))))"),
    Reading("a or b ?? c", "(?? (or a b) c)"),
    Reading("1..n + 1", "(.. 1 (+ n 1))"),
    Reading("it in 1..5", "(in it (.. 1 5))"),
    Reading("a ~ /x/ and b !~ /y/i", "(and (~ a /x/) (!~ b /y/i))"),
    Reading("-a.b[0](c)", "(- (call (index (. a b) 0) c))"),
    Reading("not not a", "(not (not a))"),
    Reading("- -a", "(- (- a))"),
    Reading("(a + b) * c", "(* (+ a b) c)"),
    Reading("x => y => x + y ?? 1", "(=> (x) (=> (y) (?? (+ x y) 1)))"),
    Reading("if a then b else c + 1", "(if a b (+ c 1))"),
    Reading("if a then if b then c else d else e", "(if a (if b c d) e)"),
    Reading("f(x, k: y => y, z: 1)", "(call f x k: (=> (y) y) z: 1)"),
    Reading(".a.b", "(. .a b)"),
    Reading(".in", ".in"),
    Reading(
      "{n, \"a b\": 1, in: 2, 7: x, 'r': 3}",
      "(record (\"n\") (\"a b\" 1) (\"in\" 2) (\"7\" x) (\"r\" 3))"),
    Reading("[]", "(list)"),
    Reading("[1, [2, 3]]", "(list 1 (list 2 3))"),
    Reading("a %\n b", "(% a b)"),
    Reading("nil ?? true", "(?? nil true)"),
    Reading("it -1", "(- it 1)"),
  ]) func expressions(_ reading: Reading) {
    let source = SourceText(name: "t", reading.text)
    let (expression, diagnostics) = parseExpression(source)
    #expect(dump(expression) == reading.tree)
    #expect(DiagnosticRenderer().render(diagnostics, in: source) == "")
  }

  private func check(_ reading: Reading) {
    let source = SourceText(name: "t", reading.text)
    let (script, diagnostics) = parse(source)
    #expect(dump(script) == reading.tree)
    #expect(DiagnosticRenderer().render(diagnostics, in: source) == "")
    #expect(!isIncomplete(source))
  }
}
