/// Runs the cases in memory. Two lengths are measured in turn and the difference is divided by the
/// difference of the lengths, so that the start of the program does not count.
struct PushRun {
  let options: Options
  let runner: Runner
  let rxp: Rxp
  let report: Report

  func run() throws {
    for item in PushCase.all {
      report.note("memory: \(item.name)")
      try add(item)
    }
  }

  private func add(_ item: PushCase) throws {
    let row = Row(
      name: "in memory/\(item.name)", unit: .nanoseconds, got: nil,
      wanted: item.limit.map(Wanted.atMost), command: Self.command(item, events: 1_000_000))
    do {
      let cost = try nanoseconds(item)
      let peer = item.reference.map { "RxJS 7* \(brief($0)) ns, \(brief($0 / cost))x" } ?? ""
      report.add(row.with(cost, beside: peer))
    } catch let reason as NoFigure {
      report.add(row, without: reason)
    }
  }

  /// The command line of a case.
  static func command(_ item: PushCase, events: Int) -> String {
    "rxp --virtual \(item.isOneByOne ? "--batch 1 " : "")-e '\(item.program(events))'"
  }

  /// What an event costs; throws `NoFigure` where rxp cannot run the case.
  func nanoseconds(_ item: PushCase) throws -> Double {
    // A first guess, from lengths that end soon whatever they cost.
    let first = 10_000
    let second = 100_000
    let few = try measure(item, first)
    let more = try measure(item, second)
    let guess = max((more.cpu - few.cpu) / Double(second - first), 1e-9)
    let wanted = Int((options.isQuick ? 0.2 : 1.0) / guess) / 4_000 * 4_000
    let events = min(max(wanted, second), 40_000_000)
    var long: [Double] = []
    var short: [Double] = []
    for _ in 0..<options.rounds {
      short.append(try measure(item, events / 4).cpu)
      long.append(try measure(item, events).cpu)
    }
    // What others on the machine take can only add to it.
    let seconds = ((long.min() ?? 0) - (short.min() ?? 0)) / Double(events - events / 4)
    return max(seconds * 1e9, 0)
  }

  /// One run, its answer looked at.
  func measure(_ item: PushCase, _ events: Int) throws -> Measurement {
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
