extension PushCase {
  /// In memory: what can be done in bulk also one by one, then what cannot.
  static let all: [PushCase] = inBulk.flatMap { [$0, $0.oneByOne] } + pushed + timed

  static let inBulk: [PushCase] = [
    PushCase(
      "filter, map, scan", reference: 52.6, bar: .faster(3),
      program: {
        "range 1, \($0) | filter it % 2 == 0 | map it * 3 | scan 0, acc + it | last"
      },
      answer: { "\(3 * ($0 / 2) * ($0 / 2 + 1))" }),
    chain(of: 10, reference: 228, bar: .faster(3)),
    PushCase(
      "flatMap just", reference: 823, bar: .faster(10),
      program: { "range 1, \($0) | flatMap just(it) | count" },
      answer: { "\($0)" }),
    PushCase(
      "flatMap a list of two", reference: 1_005, bar: .faster(10),
      program: { "range 1, \($0) | flatMap [it, it + 1] | count" },
      answer: { "\(2 * $0)" }),
    PushCase(
      "merge of 4", reference: 29.4, bar: .faster(3),
      program: {
        let part = "(range 1, \($0 / 4))"
        return "merge \(part), \(part), \(part), \(part) | count"
      },
      answer: { "\($0)" }),
    PushCase(
      "distinctUntilChanged", reference: 41.6, bar: .faster(3),
      program: { "range 1, \($0) | map div(it, 2) | distinctUntilChanged | count" },
      answer: { "\($0 / 2 + 1)" }),
    PushCase(
      "buffer 100, sum", reference: 32.5, bar: .faster(3),
      program: { "range 1, \($0 / 100 * 100) | buffer 100 | map sum | last" },
      answer: { n in
        let last = n / 100 * 100
        return "\((last - 99 + last) * 50)"
      }),
    groupBy(keys: 10), groupBy(keys: 1_000_000),
  ]

  /// Fed by hand, event by event.
  private static let pushed: [PushCase] = [
    PushCase(
      "combineLatest, in turn", reference: 81.8, bar: .faster(1.5),
      program: {
        feeding($0, into: "combineLatest (s | filter it % 2 == 0), (s | filter it % 2 == 1)")
      },
      answer: { "\($0 - 1)" }),
    PushCase(
      "zip, in turn", reference: 81.4, bar: .faster(1.5),
      program: { feeding($0, into: "zip (s | filter it % 2 == 0), (s | filter it % 2 == 1)") },
      answer: { "\($0 / 2)" }),
    subject(subscribers: 1, reference: 39.2, bar: .faster(1.5)),
    subject(subscribers: 10, reference: 299, bar: .faster(1.5)),
    subject(subscribers: 100, reference: nil, bar: nil),
  ]

  /// On the virtual clock.
  private static let timed: [PushCase] = [
    PushCase(
      "debounce 10 ms", reference: 3_444, bar: .atMost(100),
      program: { "interval 1ms | take \($0) | debounce 10ms" },
      answer: { "\($0 - 1)" }),
    PushCase(
      "throttleFirst 10 ms", reference: 1_986, bar: .atMost(100),
      program: { "interval 1ms | take \($0) | throttleFirst 10ms | count" },
      answer: { "\(($0 + 9) / 10)" }),
    PushCase(
      "delay 10 ms",
      program: { "interval 1ms | take \($0) | delay 10ms | count" },
      answer: { "\($0)" }),
    PushCase(
      "as many timers pending",
      program: { "range 1, \($0) | flatMap (timer 1s) | count" },
      answer: { "\($0)" }),
  ]

  /// A chain of maps, each adding 1.
  static func chain(of stages: Int, reference: Double? = nil, bar: Bar? = nil) -> PushCase {
    PushCase(
      "\(stages) maps", reference: reference, bar: bar,
      program: {
        "range 1, \($0)" + String(repeating: " | map it + 1", count: stages) + " | last"
      },
      answer: { "\($0 + stages)" })
  }

  /// Counts the events of each key.
  static func groupBy(keys: Int) -> PushCase {
    PushCase(
      "groupBy, \(grouped(keys)) keys",
      program: { "range 1, \($0) | groupBy it % \(keys) | flatMap g => (g | count) | sum" },
      answer: { "\($0)" })
  }

  private static func subject(subscribers: Int, reference: Double?, bar: Bar?) -> PushCase {
    PushCase(
      subscribers == 1 ? "subject, 1 subscriber" : "subject, \(subscribers) subscribers",
      reference: reference, bar: bar,
      program: { events in
        """
        subject s
        range 1, \(subscribers) | flatMap n => (s | count) | sum
        range 1, \(events) | to s
        """
      },
      answer: { "\($0 * subscribers)" })
  }

  private static func feeding(_ events: Int, into signal: String) -> String {
    "subject s\n\(signal) | count\nrange 1, \(events) | to s"
  }
}
