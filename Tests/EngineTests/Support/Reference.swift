import TestSupport
import Testing

@testable import RxpEngine

/// An operator beside its definition on lists: the same on random inputs, with errors, endings and
/// releases at random instants, at every batch size, by the clock and by the events' own times.
struct Reference: Sendable, CustomTestStringConvertible {
  /// What a definition says is sent: when, and, at one instant, in which order: what is due before
  /// what an event causes, and that in the order of the events.
  struct Output {
    var instant: Instant
    var isDue = false
    var order = 0
    var value: Value
  }

  let title: String
  let definition: Operator
  let arguments: [String: BoundArgument]
  /// Whether it goes by the clock, and whether by the events' own times.
  var takesClock = true
  var takesTime = true
  let model: @Sendable (TimedScript) throws -> [Output]
  var testDescription: String { title }

  init(
    _ title: String, _ definition: Operator, _ arguments: [String: BoundArgument],
    takesClock: Bool = true, takesTime: Bool = true,
    model: @escaping @Sendable (TimedScript) throws -> [Output]
  ) {
    self.title = title
    self.definition = definition
    self.arguments = arguments
    self.takesClock = takesClock
    self.takesTime = takesTime
    self.model = model
  }

  /// One random input, at all batch sizes.
  func check(seed: Int, at location: SourceLocation = #_sourceLocation) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let script = TimedScript.random(&random)
    if takesClock { try compare(script, script, showsTime: true, &random, location) }
    if takesTime {
      let (sent, seen) = script.byEvents(&random)
      try compare(sent, seen, showsTime: false, &random, location)
    }
  }

  private func compare(
    _ sent: TimedScript, _ seen: TimedScript, showsTime: Bool, _ random: inout SeededRandom,
    _ location: SourceLocation
  ) throws {
    var outputs = try model(seen)
    outputs.sort {
      ($0.instant, $0.isDue ? 0 : 1, $0.order) < ($1.instant, $1.isDue ? 0 : 1, $1.order)
    }
    let taken = random.below(3) == 0 ? 1 + random.below(4) : nil
    let release =
      showsTime && random.below(3) == 0
      ? random.below(max(1, seen.end / Time.millisecond)) * Time.millisecond : nil
    var events = outputs.map { (instant: $0.instant, text: $0.value.json()) }
    if let taken, outputs.count >= taken {
      events = Array(events.prefix(taken))
      events.append((outputs[taken - 1].instant, "|"))
    } else if seen.ending != .none {
      events.append((seen.end, seen.ending == .completed ? "|" : "#"))
    }
    let limit = release ?? (seen.ending == .none && showsTime ? seen.end : nil)
    if let limit { events.removeAll { $0.instant > limit } }
    let wanted = events.map { Reference.line($0.text, $0.instant, showsTime) }
    let seed = random.next()
    for batchLimit in batchLimits {
      let got = observe(
        sent, batchLimit: batchLimit, seed: seed, taken: taken, limit: limit, showsTime: showsTime,
        location)
      if got == wanted { continue }
      Issue.record(
        """
        \(title), batch \(batchLimit), \(showsTime ? "clock" : "events' times"), take \
        \(taken.map(String.init) ?? "all"), until \(limit.map { Time.text($0) } ?? "the end")
        input:
        \(sent.moments.map { "\(Time.text($0.instant)) \($0.value.json())" }.joined(separator: "\n"))
        \(Time.text(sent.end)) \(sent.ending)
        expected:
        \(wanted.joined(separator: "\n"))
        got:
        \(got.joined(separator: "\n"))
        """, sourceLocation: location)
      return
    }
  }

  private static func line(_ text: String, _ instant: Instant, _ showsTime: Bool) -> String {
    showsTime ? "\(Time.text(instant)) \(text)" : text
  }

  private func observe(
    _ script: TimedScript, batchLimit: Int, seed: UInt64, taken: Int?, limit: Instant?,
    showsTime: Bool, _ location: SourceLocation
  ) -> [String] {
    let bench = Bench(batchLimit: batchLimit)
    let run = bench.run
    var arguments = self.arguments
    if !showsTime { arguments["at"] = .asked { $0.member("t") } }
    var signal = bench.make(definition, bench.make(script.source(seed: seed)), arguments)
    if let taken { signal = bench.make(.take, signal, ["n": .int(taken)]) }
    var lines: [String] = []
    let observer = Observer(run) {
      lines.append(Reference.line($0.json(), run.now, showsTime))
    } end: { end in
      var mark = "|"
      if case .failed(let failure) = end {
        mark = failure.message == "the source's error" ? "#" : "# \(failure.message)"
      }
      lines.append(Reference.line(mark, run.now, showsTime))
    }
    run.subscribe(signal, observer)
    if let limit {
      // Half a millisecond later nothing else happens.
      let action = Releasing(run, observer)
      run.keep(action)
      run.schedule(action, at: limit + Time.millisecond / 2, token: 0)
    }
    run.runToEnd()
    run.stop(.asked)
    #expect(run.liveStages == 0, "\(title): stages are alive", sourceLocation: location)
    return lines
  }

  private final class Releasing: Stage {
    private let observer: Observer
    init(_ run: Run, _ observer: Observer) {
      self.observer = observer
      super.init(run)
    }
    override func timer(_ token: Int) {
      cancel()
      observer.cancel()
    }
  }
}

extension [TimedScript.Moment] {
  /// Split by a key: the events of each with their numbers, in the order of first occurrence.
  func grouped(_ key: (Value) -> Value) -> [(key: Value, events: [(index: Int, moment: Element)])] {
    var groups: [(key: Value, events: [(index: Int, moment: Element)])] = []
    for (index, moment) in enumerated() {
      let key = key(moment.value)
      if let at = groups.firstIndex(where: { Reference.same($0.key, key) }) {
        groups[at].events.append((index, moment))
      } else {
        groups.append((key, [(index, moment)]))
      }
    }
    return groups
  }
}

extension Reference {
  /// Whether two keys are one: NaN is one key.
  static func same(_ a: Value, _ b: Value) -> Bool {
    if case .double(let x) = a, case .double(let y) = b, x.isNaN, y.isNaN { return true }
    return a == b
  }

  static func record(_ pairs: KeyValuePairs<String, Value>) -> Value {
    (try? Record(pairs: pairs.map { (Text($0.key), $0.value) })).map { .record($0) } ?? .null
  }

  static func list(_ items: [Value]) -> Value { (try? .list(items)) ?? .null }

  static func seconds(_ instant: Instant) -> Value { .double(Double(instant) / 1e9) }

  /// The key `k` of random events.
  static let key = BoundArgument.asked { $0.member("k") }
  /// The number `n` of random events.
  static let number = BoundArgument.asked { $0.member("n") }
  static func k(_ value: Value) -> Value { value.member("k") }
  static func n(_ value: Value) -> Value { value.member("n") }
}
