/// Whether costs grow as they should: an event costs the same after ten thousand times as many, in a
/// long chain as in a short one, among many groups as among few. Each point of the curves is a row,
/// and the row behind them compares their ends.
struct GrowthRun {
  /// Measured figures scatter; beyond this they grow.
  private static let tolerance = 1.5
  /// Fewer events are over too soon to be measured: they are sent several times.
  private static let fewestEvents = 10_000_000
  /// Many groups do not fit into the processor's caches, and each has to be made.
  private static let groupTolerance = 3.0

  let options: Options
  let runner: Runner
  let rxp: Rxp
  let report: Report

  private var push: PushRun {
    PushRun(options: options, runner: runner, rxp: rxp, report: report)
  }

  func run() throws {
    guard let first = PushCase.all.first else { return }
    for item in [first, first.oneByOne] { try addEvents(item) }
    for isOneByOne in [false, true] { try addStages(isOneByOne) }
    try addGroups()
  }

  /// Nanoseconds an event from 10^4 to 10^8 events.
  private func addEvents(_ item: PushCase) throws {
    let powers = options.isQuick ? 4...7 : 4...8
    var costs: [Double] = []
    for power in powers {
      let events = grown(10, power)
      let times = max(1, Self.fewestEvents / events)
      let repeated = item.repeated(times)
      let row = Row(
        name: "growth/events, \(item.name), 10^\(power)", unit: .nanoseconds, got: nil,
        command: PushRun.command(repeated, events: events))
      do {
        // The start of the program is measured among the runs, and taken off.
        var whole: [Double] = []
        var start: [Double] = []
        for _ in 0..<max(options.rounds, 3) {
          start.append(try push.measure(item, 4).cpu)
          whole.append(try push.measure(repeated, events).cpu)
        }
        let seconds = (whole.min() ?? 0) - (start.min() ?? 0)
        let cost = seconds / Double(events * times) * 1e9
        costs.append(cost)
        report.add(row.with(cost, beside: times > 1 ? "\(grouped(times)) times" : ""))
      } catch let reason as NoFigure {
        report.add(row, without: reason)
      }
    }
    guard costs.count == powers.count, let early = costs.first, let late = costs.last, early > 0
    else { return }
    add(
      "growth/events, \(item.name)", late / early, Self.tolerance,
      "10^\(powers.upperBound) to 10^\(powers.lowerBound)")
  }

  /// Nanoseconds an event takes in each stage of chains of 2 to 50.
  private func addStages(_ isOneByOne: Bool) throws {
    func item(_ stages: Int) -> PushCase {
      isOneByOne ? .chain(of: stages).oneByOne : .chain(of: stages)
    }
    let suffix = isOneByOne ? ", one by one" : ""
    var costs: [(stages: Int, whole: Double)] = []
    for stages in [1, 2, 5, 10, 20, 50] {
      let row = Row(
        name: "growth/stages, \(stages)\(suffix)", unit: .nanoseconds, got: nil,
        command: PushRun.command(item(stages), events: 1_000_000))
      do {
        let whole = try push.nanoseconds(item(stages))
        costs.append((stages, whole))
        let first = costs[0].whole
        let each = stages > 1 ? (whole - first) / Double(stages - 1) : 0
        report.add(
          row.with(whole, beside: stages > 1 ? "\(brief(each)) ns for each beyond 1" : ""))
      } catch let reason as NoFigure {
        report.add(row, without: reason)
        return
      }
    }
    // What the stages from 10 to 50 cost, against those from 1 to 10.
    let early = (costs[3].whole - costs[0].whole) / 9
    let late = (costs[5].whole - costs[3].whole) / 40
    guard early > 0 else { return }
    add("growth/stages\(suffix)", late / early, Self.tolerance, "a stage beyond 10 to one before")
  }

  /// Nanoseconds an event among 10 to 10^6 groups, 10 events in each of the most.
  private func addGroups() throws {
    let powers = options.isQuick ? 1...4 : 1...6
    let events = options.isQuick ? 400_000 : 10_000_000
    var costs: [Double] = []
    for power in powers {
      let item = PushCase.groupBy(keys: Int(grown(10, power)))
      let row = Row(
        name: "growth/groups, 10^\(power)", unit: .nanoseconds, got: nil,
        wanted: costs.first.map { .atMost($0 * Self.groupTolerance) },
        command: PushRun.command(item, events: events))
      do {
        let start = try (0..<3).map { _ in try push.measure(item, 4).cpu }.min() ?? 0
        let whole =
          try (0..<max(options.rounds, 3)).map { _ in try push.measure(item, events).cpu }.min()
          ?? 0
        let cost = (whole - start) / Double(events) * 1e9
        costs.append(cost)
        report.add(row.with(cost))
      } catch let reason as NoFigure {
        report.add(row, without: reason)
      }
    }
  }

  private func add(_ name: String, _ growth: Double, _ most: Double, _ what: String) {
    report.add(
      Row(name: name, unit: .growth, got: growth, wanted: .atMost(most), peer: what))
  }

  private func grown(_ base: Int, _ power: Int) -> Int {
    (0..<power).reduce(1) { product, _ in product * base }
  }
}
