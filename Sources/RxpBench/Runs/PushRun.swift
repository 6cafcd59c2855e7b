/// Runs the cases in memory. Two lengths are measured in turn and the difference is divided by the
/// difference of the lengths, so that the start of the program does not count.
struct PushRun {
  let options: Options
  let runner: Runner
  let rxp: Rxp
  let report: Report

  /// Nanoseconds an event, or why there is no figure.
  enum Outcome {
    case cost(nanoseconds: Double, events: Int)
    case none(String)
  }

  func run() throws {
    var table = Table([
      "in memory", "ns an event", "RxJS 7*", "x RxJS 7*", "at most", "events", "remarks",
    ])
    for item in PushCase.all {
      report.note("pushes: \(item.name)")
      let reference = item.reference.map(brief) ?? ""
      let limit = item.limit.map(brief) ?? ""
      switch try cost(of: item) {
      case .none(let why):
        table.add([item.name, "-", reference, "", limit, "", why])
        report.keep([Self.command(item, events: 1_000)], of: item.name)
      case .cost(let nanoseconds, let events):
        let ratio = item.reference.map { "\(brief($0 / nanoseconds))" } ?? ""
        let mark =
          item.limit.map {
            report.judge(
              nanoseconds <= $0, "\(item.name): \(brief(nanoseconds)) ns of \(brief($0))")
          } ?? ""
        table.add([
          item.name, brief(nanoseconds), reference, ratio, limit, grouped(events), mark,
        ])
        report.keep([Self.command(item, events: events)], of: item.name)
        report.add(Row(name: "pushes/\(item.name)", unit: "ns", value: nanoseconds))
      }
    }
    report.show(
      """

      Operators in memory: CPU time of an event of the source, from two lengths (a quarter of the \
      events, and all)
      \(table.text)
      * A constant: RxJS 7 on Node.js, measured on another machine of the kind that the bars were \
      set on.
      """)
  }

  /// The command line of a case.
  static func command(_ item: PushCase, events: Int) -> String {
    "rxp --virtual -e '\(item.program(events))'"
  }

  /// What an event costs.
  func cost(of item: PushCase) throws -> Outcome {
    // A first guess, from lengths that end soon whatever they cost.
    let first = 10_000
    let second = 100_000
    guard let few = try measure(item, first) else { return .none(try refusal(item, first)) }
    guard let more = try measure(item, second) else { return .none(try refusal(item, second)) }
    let guess = max((more.cpu - few.cpu) / Double(second - first), 1e-9)
    let wanted = Int((options.isQuick ? 0.3 : 1.0) / guess) / 4_000 * 4_000
    let events = min(max(wanted, second), 40_000_000)
    var long: [Double] = []
    var short: [Double] = []
    for _ in 0..<options.rounds {
      guard let quarter = try measure(item, events / 4), let whole = try measure(item, events)
      else { return .none(try refusal(item, events)) }
      short.append(quarter.cpu)
      long.append(whole.cpu)
    }
    let seconds = (long.median - short.median) / Double(events - events / 4)
    return .cost(nanoseconds: seconds * 1e9, events: events)
  }

  /// One run, its answer looked at; nil where rxp cannot run it.
  private func measure(_ item: PushCase, _ events: Int) throws -> Measurement? {
    let measurement = try runner.run(rxp.command(Self.command(item, events: events)))
    guard measurement.isSuccess else { return nil }
    let output = String(decoding: runner.lastOutput, as: UTF8.self)
    let expected = item.answer(events)
    if output != expected + "\n" {
      report.wrong(
        "pushes \(item.name), \(events) events: \(output.prefix(80)) instead of \(expected.prefix(80))"
      )
    }
    return measurement
  }

  /// Why the last run has no figure.
  private func refusal(_ item: PushCase, _ events: Int) throws -> String {
    let measurement = try runner.run(rxp.command(Self.command(item, events: events)))
    guard let refusal = runner.refusal(measurement) else { return "no figure" }
    if !refusal.isRefused {
      report.wrong("pushes \(item.name), \(events) events: \(refusal.text)")
    }
    return refusal.text
  }
}
