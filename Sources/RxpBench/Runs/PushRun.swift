/// Runs the cases in memory. Two lengths are measured in turn and the difference is divided by the
/// difference of the lengths, so that the start of the program does not count.
struct PushRun {
  let options: Options
  let runner: Runner
  let rxp: Rxp
  let report: Report

  func run() throws {
    var table = Table([
      "in memory", "ns an event", "RxJS 7*", "x RxJS 7*", "at most", "events", "remarks",
    ])
    for item in PushCase.all {
      report.note("pushes: \(item.name)")
      let reference = item.reference.map(brief) ?? ""
      let limit = item.limit.map(brief) ?? ""
      do {
        let (cost, events) = try nanoseconds(item)
        let ratio = item.reference.map { brief($0 / cost) } ?? ""
        let mark =
          item.limit.map {
            report.judge(cost <= $0, "\(item.name): \(brief(cost)) ns of \(brief($0))")
          } ?? ""
        table.add([item.name, brief(cost), reference, ratio, limit, grouped(events), mark])
        report.keep([Self.command(item, events: events)], of: item.name)
        report.add(Row(name: "pushes/\(item.name)", unit: "ns", value: cost))
      } catch let reason as NoFigure {
        report.note(reason, of: "pushes \(item.name)")
        table.add([item.name, "-", reference, "", limit, "", reason.text])
        report.keep([Self.command(item, events: 1_000)], of: item.name)
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

  /// What an event costs; throws `NoFigure` where rxp cannot run the case.
  func nanoseconds(_ item: PushCase) throws -> (each: Double, events: Int) {
    // A first guess, from lengths that end soon whatever they cost.
    let first = 10_000
    let second = 100_000
    let few = try measure(item, first)
    let more = try measure(item, second)
    let guess = max((more.cpu - few.cpu) / Double(second - first), 1e-9)
    let wanted = Int((options.isQuick ? 0.3 : 1.0) / guess) / 4_000 * 4_000
    let events = min(max(wanted, second), 40_000_000)
    var long: [Double] = []
    var short: [Double] = []
    for _ in 0..<options.rounds {
      short.append(try measure(item, events / 4).cpu)
      long.append(try measure(item, events).cpu)
    }
    let seconds = (long.median - short.median) / Double(events - events / 4)
    return (seconds * 1e9, events)
  }

  /// One run, its answer looked at.
  private func measure(_ item: PushCase, _ events: Int) throws -> Measurement {
    let measurement = try runner.figure(rxp.command(Self.command(item, events: events)))
    let output = String(decoding: runner.lastOutput, as: UTF8.self)
    let expected = item.answer(events)
    if output != expected + "\n" {
      throw NoFigure(
        isFailure: true,
        text: "wrong for \(events) events: \(output.prefix(60)) instead of \(expected.prefix(60))")
    }
    return measurement
  }
}
