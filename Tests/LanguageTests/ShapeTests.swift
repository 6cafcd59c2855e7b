import RxpEngine
import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport
import Testing

/// What is warned of, and above all what is not: programs with the ids of their warnings.
@Suite struct ShapeTests {
  struct Case: Sendable, CustomStringConvertible {
    let text: String
    let ids: [String]
    init(_ text: String, _ ids: String...) {
      self.text = text
      self.ids = ids
    }
    var description: String { text }
  }

  static let ends = [
    Case("interval 1 | collect", "W0602"),
    Case("interval 1 | take 3 | collect"),
    Case("interval 1 | takeWhile it < 3 | collect"),
    Case("interval 1 | takeUntil (timer 5) | collect"),
    Case("interval 1 | takeUntil never | collect", "W0602"),
    Case("interval 1 | filter it > 3 | reduce acc + it", "W0602"),
    Case("interval 1 | try it < 5 | collect"),
    Case("lines | collect"),
    Case("text | last"),
    Case("subject s\ns | collect"),
    Case("var name = \"\"\nname | collect"),
    Case("timer 1, every: 2 | sum", "W0602"),
    Case("timer 1 | sum"),
    Case("interval 1 | countBy it % 2", "W0602"),
    Case("interval 1 | countBy it % 2, sends: each"),
    Case("interval 1 | sortBy", "W0602"),
    Case("interval 1 | sortBy window: 5"),
    Case("interval 1 | top 3", "W0602"),
    Case("interval 1 | top 3, sends: changes"),
    Case("cold \"-a-\" | collect", "W0602"),
    Case("cold \"-a-#\" | collect"),
    Case("hot \"-a-|\" | collect"),
    Case("fail \"why\" | collect"),
    Case("interval 1 | timeout 5 | collect"),
    Case("interval 1 | collect | map len | print", "W0602"),
    Case("concat (just 1), (interval 1)"),
    Case("concat (interval 1), (just 1)", "W0602"),
    Case("concat [interval(1), just(1)]", "W0602"),
    Case("merge (interval 1), (just 1) | then (just 2)", "W0602"),
    Case("race (interval 1), (timer 3) | then (just 2)"),
    Case("forkJoin {a: interval(1), b: just(1)}", "W0602"),
    Case("just 1 | repeat delay: 1s | count", "W0602"),
    Case("just 1 | repeat 3 | count"),
    Case("let f(s) = s | collect\nf(interval(1))", "W0615"),
    Case("let ticks(n) = interval n | map it\nticks(1) | collect", "W0602"),
    Case("let doubles = map it * 2 | collect\ninterval 1 | doubles", "W0602"),
    Case("let either(c) = if c then interval(1) else interval(2)\neither(true) | collect", "W0602"),
    Case("let either(c) = if c then interval(1) else timer(2)\neither(true) | collect"),
    Case("interval 1 | groupBy it % 3 | flatMap g => (g | take 2 | collect)"),
    Case("interval 1 | groupBy it % 3, duration: g => timer(5) | flatMap g => (g | collect)"),
    Case("interval 1 | groupBy it % 3 | flatMap g => (g | collect)", "W0602"),
    Case("interval 1 | take 9 | groupBy it % 3 | flatMap g => (g | collect)"),
  ]

  static let inners = [
    Case("lines | flatMap x => (interval 1)", "W0603"),
    Case("lines | flatMap x => (interval 1 | take 3)"),
    Case("lines | flatMap x => (interval 1 | takeUntil (timer 3))"),
    Case("lines | switchMap x => (interval 1)"),
    Case("lines | exhaustMap x => (interval 1)"),
    Case("just 1, 2 | flatMap x => (interval 1)"),
    Case("lines | take 3 | flatMap x => (interval 1)"),
    Case("lines | flatMap x => (interval 1) | take 3"),
    Case("lines | flatMap search"),
    Case("lines | flatMap x => (if len(x) > 1 then interval(1) else just(1))"),
    Case("lines | concatMap x => (interval 1)", "W0604"),
    Case("just 1 | concatMap x => (interval 1)"),
    Case("lines | flatMap (x => interval(1)), 3", "W0604"),
    Case("just 1, 2 | flatMap (x => interval(1)), 3"),
    Case("lines | map x => (interval 1) | flatten", "W0603"),
    Case("lines | map x => (interval 1) | switchToLatest"),
    Case("subject s\nlines | flatMap x => s"),
    Case("subject s\nlines | takeUntil s | switchMap x => (interval 1)", "W0617"),
    Case("subject s\nlines | takeUntil s | switchMap x => (interval 1) | takeUntil s"),
    Case("subject s\nlines | takeUntil s | switchMap x => (interval 1 | take 3)"),
    Case("subject s\nlines | takeUntil s | take 1 | switchMap x => (timer 1)"),
  ]

  static let startingOver = [
    Case("cold \"-#\" | retry", "W0605"),
    Case("cold \"-#\" | retry 3"),
    Case("cold \"-#\" | retry delay: 1s"),
    Case("cold \"-a-#\" | retry | take 3"),
    Case("lines | retry", "W0605"),
    Case("interval 1 | retry", "W0619"),
    Case("interval 1 | map 10 / it | catch e => just(0)"),
    Case("empty | repeat", "W0606"),
    Case("empty | repeat delay: 1s", "W0615"),
    Case("empty | repeat 5"),
    Case("just 1 | repeat | take 5"),
    Case("just 1 | map it + 1 | repeat | first"),
    Case("just 1 | repeat | takeUntil (timer 1)", "W0606"),
    Case("from 1..3 | delay 1 | repeat"),
    Case("timer 1 | repeat"),
    Case("lines | repeat"),
    Case("lines | flatMap x => (just x | repeat)", "W0606"),
    Case("lines | flatMap x => (just x | repeat | take 3)"),
    Case("range 1, inf | map it * 2"),
    Case("interval 1 | replay\nlines", "W0607"),
    Case("interval 1 | replay 5"),
    Case("interval 1 | replayLast"),
    Case("interval 1 | shareReplay window: 5s"),
    Case("lines | replay"),
    Case("interval 1 | bufferOn never", "W0607"),
    Case("interval 1 | bufferOn (interval 5)"),
    Case("lines | bufferOn never"),
    Case("interval 1 | take 5 | bufferOn never"),
    Case("interval 1 | bufferWhen (never | map it)", "W0610", "W0607"),
    Case("interval 1 | bufferWhen (timer 5)"),
    Case("interval 1 | buffer inf", "W0607"),
    Case("interval 1 | buffer 10"),
    Case("lines | buffer inf"),
    Case("interval 1 | take 5 | replay"),
  ]

  static let sharing = [
    Case("subject s\ncombineLatest (s | map it), (s | map -it)", "W0608"),
    Case("subject s\ncombineLatest s, s", "W0608"),
    Case("subject s\ncombineLatest {a: s, b: (s | map it)}", "W0608"),
    Case("subject s\ns | combineLatest (s | scan acc + it)", "W0608"),
    Case("var n = 1\ncombineLatest (n | map it), (n | map -it)", "W0608"),
    Case("subject s\nlet a = s | map it\nlet b = s | map -it\ncombineLatest a, b", "W0608"),
    Case("let t = interval 1\ncombineLatest (t | map it), (t | map -it)", "W0608"),
    Case("combineLatest (interval 1), (interval 1)"),
    Case("subject s\ncombineLatest (s | filter it > 1), (s | filter it < 1)"),
    Case("subject s\ncombineLatest s, (s | throttle 1)"),
    Case("subject s\ncombineLatest s, (s | distinctUntilChanged)"),
    Case("subject s\ncombineLatest s, (s | delay 1)"),
    Case("subject s\nsubject r\ncombineLatest s, r"),
    Case("subject s\nzip s, (s | skip 1)"),
    Case("subject s\nmerge (s | map it), (s | map -it)"),
    Case("subject s\ns | withLatestFrom (s | map -it)"),
    Case("let n = from 1..3\nn | withLatestFrom (n | map -it)", "W0608"),
    Case("let n = from 1..3\nzip n, (n | skip 1)"),
    Case("let n = from 1..3\nmerge n, n"),
    Case("let r = jsonl \"a\"\nmerge (r | map .a), (r | map .b)", "W0609"),
    Case("let r = jsonl \"a\" | share\nmerge (r | map .a), (r | map .b)"),
    Case("let r = jsonl \"a\"\nr | map .a\nr | map .b"),
    Case("let r = jsonl \"a\"\nconcat (r | map .a), (r | map .b)"),
    Case("let r = timer 1 | do len(str(it))\nr | print\nr | map it", "W0609"),
    Case("let r = timer 1 | do len(str(it)) | share\nr | print\nr | map it"),
    Case("let r = timer 1 | do len(str(it))\nr | print\nat 5 r | map it"),
    Case("let r = timer 1 | do len(str(it))\nr | print"),
    Case("let r = timer 1 | log\nr | print\nr | map it"),
    Case("let p = lines | publish\np | map len", "W0613"),
    Case("let p = lines | publish\np | map len\nconnect p"),
    Case("let p = lines | publish\np | map len\nat 3 connect p"),
    Case("let p = lines | publish\nmerge p, (timer 1)", "W0613"),
    Case("let p = lines | publish\nmerge (p | refCount), (timer 1)"),
    Case("lines | publish | autoconnect"),
    Case("lines | multicast subject()", "W0613"),
    Case("from 1..3 | share", "W0616"),
    Case("from 1..3 | delay 1 | share"),
    Case("from 1..3 | shareReplay"),
    Case("lines | share"),
  ]

  static let timeAndValues = [
    Case("from 1..9 | throttle 1", "W0611"),
    Case("just 1 | throttle 1"),
    Case("lines | throttle 1"),
    Case("from 1..9 | concatMap x => (just(x) | delay 1) | throttle 2"),
    Case("from 1..9 | sampleTime 1", "W0611"),
    Case("interval 1 | throttle 1", "W0612"),
    Case("interval 1 | map it | throttle 2", "W0612"),
    Case("interval 1 | filter it > 2 | throttle 2"),
    Case("interval 1 | throttle 0.5"),
    Case("interval 1 | take 5 | throttle 2"),
    Case("interval 1 | throttle 2, when: it > 3"),
    Case("zip (interval 1), (interval 2)", "W0620"),
    Case("zip (interval 1), (interval 1 | map it)"),
    Case("zip (interval 1), (interval 2 | take 3)"),
    Case("zip (interval 1), (interval 2) | take 3"),
    Case("zip (interval 1), (interval 2 | filter it > 3)"),
    Case("never | map it | filter it > 1", "W0610"),
    Case("never", "W0615"),
    Case("never | takeUntil (timer 1)"),
    Case("empty | map it", "W0610"),
    Case("empty | count"),
    Case("empty | defaultIfEmpty 1 | map it"),
    Case("lines | ignoreValues"),
    Case("lines | ignoreValues | concat (just 1) | map it"),
    Case("lines | ignoreValues | catch e => just(e.message)"),
    Case("fail \"why\" | catch e => just(e.message)"),
    Case("just 1 | catch e => just(2)", "W0619"),
    Case("interval 1 | takeUntil (just 1)", "W0618"),
    Case("interval 1 | takeUntil (empty)"),
    Case("interval 1 | takeUntil (subject(start: 1))"),
    Case("lines | map x => just(x)", "W0614"),
    Case("lines | groupBy len", "W0614"),
    Case("lines | map x => just(x) | print"),
    Case("lines | do x => just(x)", "W0614"),
    Case("lines | do x => len(x)"),
    Case("combineLatest (lines), never"),
    Case("combineLatest (timer 1), never", "W0615"),
    Case("merge lines, never"),
  ]

  @Test(arguments: ends + inners + startingOver + sharing + timeAndValues)
  func warnsOfThis(_ example: Case) {
    let found = Checked(example.text)
    #expect(found.mistakes == [], "\(found.rendered)")
    #expect(found.warnings.map(\.id) == example.ids, "\(found.rendered)")
  }

  /// Long and deep programs are looked at without harm.
  @Test func sizeIsNoMatter() {
    let long = "interval 1" + String(repeating: " | map it", count: 1_000) + " | collect"
    #expect(Checked(long).warnings.map(\.id) == ["W0602"])
    var deep = "just(x)"
    for _ in 0..<120 { deep = "(just(1) | flatMap x => \(deep))" }
    #expect(Checked("lines | flatMap x => \(deep)").warnings == [])
    // Each calls the one before twice, with signals.
    var calls = "let f0(s) = s | map it\n"
    for index in 1..<60 {
      calls += "let f\(index)(s) = merge f\(index - 1)(s), f\(index - 1)(s | map it)\n"
    }
    #expect(Checked(calls + "f59(interval(1))").warnings == [])
  }

  /// Each level of brackets takes as long as the one in it, not twice as long.
  @Test(arguments: ["merge(X, just(1))", "combineLatest(X)", "combineLatest {a: X}", "zip [X]"])
  func nestedSignalsAreQuicklyChecked(_ form: String) {
    var text = "just(0)"
    for _ in 0..<60 {
      text = form.split(separator: "X", omittingEmptySubsequences: false).joined(
        separator: "(\(text))")
    }
    #expect(Checked(text).mistakes == [])
  }

  /// A test may well show what is of no use.
  @Test func saysNothingOfTests() {
    let found = Checked("test \"it waits\" {\n  expect interval(1) | collect is \"-\"\n}")
    #expect(found.warnings == [])
  }

  @Test(arguments: Repository.files(in: "examples/warnings", ending: ".rxp"))
  func theWayOutIsOne(_ file: String) throws {
    let text = try Repository.text("examples/warnings/" + file)
    let before = Checked(text)
    #expect(before.warnings.count == 1)
    let warning = try #require(before.warnings.first)
    #expect(!warning.primary.text.isEmpty)
    let help = try #require(warning.help)
    #expect(!help.isEmpty)
    guard let fix = warning.fix else {
      // Where there is more than one way the text names them.
      #expect(["W0604"].contains(warning.id), "no fix")
      return
    }
    let bytes = Array(text.utf8)
    let fixed =
      bytes[..<fix.span.start] + Array(fix.text.utf8) + bytes[fix.span.end...]
    let after = Checked(String(decoding: fixed, as: UTF8.self))
    #expect(after.mistakes == [], "\(after.rendered)")
    #expect(!after.warnings.contains { $0.id == warning.id }, "\(after.rendered)")
  }

  /// Every warning has a script, and stands in grammar.md.
  @Test func everyWarningIsShownAndWrittenDown() throws {
    let grammar = try Repository.text("grammar.md")
    var shown: Set<String> = ["W0601"]
    for file in Repository.files(in: "examples/warnings", ending: ".rxp") {
      for warning in Checked(try Repository.text("examples/warnings/" + file)).warnings {
        shown.insert(warning.id)
      }
    }
    let written = Set(
      grammar.split(separator: "\n").filter { $0.hasPrefix("| `W06") }.map {
        String($0.dropFirst(3).prefix(5))
      })
    #expect(shown == written)
    let source = try Repository.text("Sources/RxpLanguage/Messages/Messages+Shapes.swift")
    for part in source.split(separator: "\"W06").dropFirst() {
      #expect(shown.contains("W06" + part.prefix(2)))
    }
  }

  static let allowing = [
    Case("never # allow W0615"),
    Case("never # allow W0615: on purpose"),
    Case("# allow W0615\nnever"),
    Case("# allow W0601, W0615\n# a word more\nnever"),
    Case("never # allow W0601", "W0615"),
    Case("# allow W0615\n\nnever", "W0615"),
    Case("# allow W0615\n1\nnever", "W0615"),
    Case("interval 1\n  | map it # allow W0602\n  | collect", "W0602"),
    Case("interval 1\n  # allow W0602\n  | collect"),
    Case("never # allowed W0615", "W0615"),
    Case("never # allow all", "W0615"),
  ]

  @Test(arguments: allowing)
  func aCommentAllows(_ example: Case) {
    let found = Checked(example.text)
    let allowances = Allowances(in: found.source)
    let told = found.warnings.filter { !allowances.allow($0) }
    #expect(told.map(\.id) == example.ids)
  }
}

/// A text with what is told of it.
struct Checked {
  let source: SourceText
  let mistakes: [Diagnostic]
  let warnings: [Diagnostic]

  init(_ text: String) {
    source = SourceText(name: "test", text)
    let (script, unread) = parse(source)
    var options = Compiler.Options()
    options.warnsOfUnused = false
    let prelude = Prelude.fresh()
    let compiler = Compiler(
      source, names: NameScope(inside: prelude.names), options: options)
    let steps = compiler.compile(script)
    mistakes = (unread + compiler.diagnostics).filter { $0.severity == .error }
    let analysis = ShapeAnalysis()
    analysis.learn(prelude.steps)
    warnings = analysis.check(steps, in: source, isWhole: true)
  }

  var rendered: String {
    DiagnosticRenderer().render(mistakes + warnings, in: source)
  }
}
