import TestSupport

@testable import RxpEngine

/// Events at instants, in nanoseconds, with an end: what a source sends in a test on random inputs.
struct TimedScript: Sendable {
  enum Ending: Sendable { case completed, failed, none }

  struct Moment: Sendable {
    var instant: Instant
    var value: Value
  }

  var moments: [Moment] = []
  var ending = Ending.completed
  /// When it is subscribed to; nil by the events' own times, where nothing is known before the first.
  var start: Instant? = 0
  /// When it ends, or is let go of.
  var end: Instant = 0

  /// Records `{i, k, n, t}`: their number, a key, a number and their time in seconds. Instants are
  /// whole milliseconds and often equal.
  static func random(_ random: inout SeededRandom) -> TimedScript {
    var script = TimedScript()
    var now = 0
    let pace = random.pick([1, 2, 3, 6])
    // One of them: both are written in the same way.
    let odd: Value = random.pick([.null, .double(.nan)])
    for index in 0..<random.below(24) {
      now += random.pick([0, 0, 1, 1, 2, 3, random.below(8)]) * pace * Time.millisecond
      let key: Value = random.pick([
        .string("a"), .string("a"), .string("b"), .int(1), .double(1), odd,
      ])
      let number: Value = random.pick([
        .int(random.below(5)), .int(random.below(9) - 4), .double(Double(random.below(8)) / 4),
        .null,
      ])
      script.moments.append(Moment(instant: now, value: record(index, key, number, now)))
    }
    script.end = now + random.below(12) * pace * Time.millisecond
    script.ending = random.pick([.completed, .completed, .failed, .none])
    return script
  }

  static func record(_ index: Int, _ key: Value, _ number: Value, _ instant: Instant) -> Value {
    let pairs: [(Text, Value)] = [
      ("i", .int(index)), ("k", key), ("n", number), ("t", .double(Double(instant) / 1e9)),
    ]
    return (try? Record(pairs: pairs)).map { .record($0) } ?? .null
  }

  /// The same by the events' own times: all events come at once, some out of order; and as an
  /// operator is to see them, which never goes back.
  func byEvents(_ random: inout SeededRandom) -> (sent: TimedScript, seen: TimedScript) {
    var (sent, seen) = (self, self)
    var latest: Instant?
    for index in moments.indices {
      var own = moments[index].instant
      if random.below(4) == 0 { own -= random.below(9) * Time.millisecond }
      let value = moments[index].value
      let renewed = TimedScript.record(index, value.member("k"), value.member("n"), own)
      sent.moments[index] = Moment(instant: 0, value: renewed)
      latest = max(latest ?? own, own)
      seen.moments[index] = Moment(instant: latest ?? own, value: renewed)
    }
    sent.end = 0
    seen.end = latest ?? 0
    seen.start = nil
    return (sent, seen)
  }

  /// A source that sends it: the events of an instant in batches of random lengths.
  func source(seed: UInt64) -> Operator {
    Operator(
      "scripted", .testing, role: .source, "", types: .always(.any), shape: .each, examples: []
    ) { args in
      ScriptedStage(args.run, self, seed: seed)
    }
  }
}

private final class ScriptedStage: Stage {
  private let script: TimedScript
  private var random: SeededRandom
  private var instants: [Instant] = []

  init(_ run: Run, _ script: TimedScript, seed: UInt64) {
    self.script = script
    random = SeededRandom(seed: seed)
    super.init(run)
  }

  override func start() {
    instants = Array(Set(script.moments.map(\.instant) + [script.end])).sorted()
    let rank: Run.Rank = random.below(2) == 0 ? .given : .ordinary
    for (token, instant) in instants.enumerated() {
      if instant == 0, random.below(2) == 0 {
        timer(token)
      } else {
        run.schedule(self, at: instant, token: token, rank: rank)
      }
    }
  }

  override func timer(_ token: Int) {
    if isDone { return }
    var rest = script.moments.filter { $0.instant == instants[token] }.map(\.value)[...]
    while !rest.isEmpty, !isDone {
      let batch = Batch()
      for value in rest.prefix(1 + random.below(min(run.batchLimit, 9))) { batch.append(value) }
      rest = rest.dropFirst(batch.count)
      send(batch)
    }
    if isDone || instants[token] != script.end { return }
    switch script.ending {
    case .completed: complete()
    case .failed: fail(Failure(kind: "user", "the source's error"))
    case .none: break
    }
  }
}
