import TestSupport
import Testing

@testable import RxpEngine

/// intervalJoin against all pairs of two lists.
@Suite struct IntervalJoinTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    let within: Int
    let keyed: Bool
    let kind: String
    var testDescription: String { "\(within) ms \(keyed) \(kind)" }
  }

  static let shapes = [1, 5, 20].flatMap { within in
    [false, true].flatMap { keyed in
      ["inner", "left", "outer"].map { Shape(within: within, keyed: keyed, kind: $0) }
    }
  }

  private static func key(_ value: Value, _ shape: Shape) -> Value {
    shape.keyed ? Reference.k(value) : .null
  }

  /// Two scripts whose events never fall together: those of the second are a little later.
  private static func scripts(_ random: inout SeededRandom) -> [TimedScript] {
    var scripts = [TimedScript.random(&random), TimedScript.random(&random)]
    let later = Time.millisecond / 4
    for index in scripts[1].moments.indices { scripts[1].moments[index].instant += later }
    scripts[1].end += later
    return scripts
  }

  private static func isPair(_ a: TimedScript.Moment, _ b: TimedScript.Moment, _ shape: Shape)
    -> Bool
  {
    abs(a.instant - b.instant) < shape.within * Time.millisecond
      && Reference.same(key(a.value, shape), key(b.value, shape))
  }

  private static func pair(_ side: Int, _ event: Value, _ partner: Value) -> Value {
    Reference.list(side == 0 ? [event, partner] : [partner, event])
  }

  /// All pairs, and what stays alone, with their instants; the end.
  private static func model(_ scripts: [TimedScript], _ shape: Shape) -> (
    outputs: [(instant: Instant, value: Value)], end: (instant: Instant, mark: String)?
  ) {
    let ends = scripts.map { $0.ending == .none ? Int.max : $0.end }
    var end: (instant: Instant, mark: String)?
    let failed = (0...1).filter { scripts[$0].ending == .failed }.map { ends[$0] }.min()
    if let failed {
      end = (failed, "#")
    } else if let last = ends.max(), last < Int.max {
      end = (last, "|")
    }
    var outputs: [(instant: Instant, value: Value)] = []
    for a in scripts[0].moments {
      for b in scripts[1].moments where isPair(a, b, shape) {
        outputs.append((max(a.instant, b.instant), pair(0, a.value, b.value)))
      }
    }
    for side in 0...(shape.kind == "outer" ? 1 : 0) where shape.kind != "inner" {
      for event in scripts[side].moments {
        if scripts[1 - side].moments.contains(where: { isPair($0, event, shape) }) { continue }
        // Known when the time is over, or the other side, once both are there.
        let other = scripts[1 - side].ending == .completed ? ends[1 - side] : Int.max
        let known = min(
          event.instant + shape.within * Time.millisecond, max(event.instant, other))
        outputs.append((known, pair(side, event.value, .null)))
      }
    }
    if let end { outputs.removeAll { $0.instant > end.instant } }
    return (outputs, end)
  }

  private static func build(
    _ bench: Bench, _ scripts: [TimedScript], _ shape: Shape, byEvents: Bool, seed: UInt64
  ) -> Signal {
    bench.make(
      .intervalJoin, bench.make(scripts[0].source(seed: seed)),
      [
        "other": .signal(bench.make(scripts[1].source(seed: seed &+ 1))),
        "within": .ms(Double(shape.within)), "key": shape.keyed ? Reference.key : .missing,
        "kind": .text(shape.kind), "at": byEvents ? .asked { $0.member("t") } : .missing,
      ])
  }

  @Test(arguments: shapes, batchLimits)
  func byTheClock(_ shape: Shape, _ batchLimit: Int) {
    for seed in 0..<60 {
      var random = SeededRandom(seed: UInt64(seed))
      let scripts = Self.scripts(&random)
      // Whatever came before it is the same where it is let go of.
      let limit =
        random.below(3) == 0 ? random.below(60) * Time.millisecond : 500 * Time.millisecond
      let (outputs, end) = Self.model(scripts, shape)
      let bench = Bench(batchLimit: batchLimit)
      let run = bench.run
      var got: [(instant: Instant, line: String)] = []
      let observer = Observer(run) {
        got.append((run.now, "\(Time.text(run.now)) \($0.json())"))
      } end: {
        if case .completed = $0 {
          got.append((run.now, "\(Time.text(run.now)) |"))
        } else {
          got.append((run.now, "\(Time.text(run.now)) #"))
        }
      }
      run.subscribe(
        Self.build(bench, scripts, shape, byEvents: false, seed: random.next()), observer)
      // Nothing else happens then.
      let cut = limit + Time.millisecond / 2
      run.perform(at: cut, rank: .ordinary) { observer.cancel() }
      bench.check()
      let isInOrder = zip(got, got.dropFirst()).allSatisfy { $0.instant <= $1.instant }
      #expect(isInOrder)
      let hasEnd = end.map { $0.instant < cut } ?? false
      var lines = got.map(\.line)
      if hasEnd, let last = lines.popLast() {
        lines = lines.sorted() + [last]
      } else {
        lines.sort()
      }
      let kept = Self.kept(outputs, end, until: cut)
      #expect(lines == kept, "seed \(seed)")
    }
  }

  private static func kept(
    _ outputs: [(instant: Instant, value: Value)], _ end: (instant: Instant, mark: String)?,
    until cut: Instant
  ) -> [String] {
    var lines = outputs.filter { $0.instant < cut }.map {
      "\(Time.text($0.instant)) \($0.value.json())"
    }.sorted()
    if let end, end.instant < cut { lines.append("\(Time.text(end.instant)) \(end.mark)") }
    return lines
  }

  /// It does not matter which of the two is read first.
  @Test(arguments: shapes, batchLimits)
  func byTheEventsTimes(_ shape: Shape, _ batchLimit: Int) {
    for seed in 0..<40 {
      var random = SeededRandom(seed: UInt64(seed))
      var (sent, seen): ([TimedScript], [TimedScript]) = ([], [])
      for script in Self.scripts(&random) {
        let both = script.byEvents(&random)
        sent.append(both.sent)
        seen.append(both.seen)
        sent[sent.count - 1].ending = .completed
        seen[seen.count - 1].ending = .completed
      }
      let wanted = Self.model(seen, shape).outputs.map { $0.value.json() }.sorted()
      for seed in 0..<3 as Range<UInt64> {
        let bench = Bench(batchLimit: batchLimit)
        var got: [String] = []
        var hasCompleted = false
        bench.run.subscribe(
          Self.build(bench, sent, shape, byEvents: true, seed: seed),
          Observer(bench.run, next: { got.append($0.json()) }) {
            if case .completed = $0 { hasCompleted = true }
          })
        bench.check()
        #expect(hasCompleted)
        #expect(got.sorted() == wanted)
      }
    }
  }
}
