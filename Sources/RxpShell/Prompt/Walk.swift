import RxpEngine
import RxpText

/// A run of a pipeline on the virtual clock, gone through event by event, forwards and backwards.
struct Walk {
  /// Steps of one run: what goes on for ever is stopped there.
  static let mostSteps = 10_000

  /// The stages as they were written, the source first.
  let stages: [String]
  let steps: [Trace.Step]
  /// How many have been shown.
  private var place = 0

  init(_ stages: [Signal], _ trace: Trace) {
    self.stages = stages.map { signal in signal.place.map { $0.source[$0.span] } ?? signal.name }
    steps = trace.steps
  }

  /// The numbered stages, and how many steps there are.
  var heading: String {
    let lines = stages.enumerated().map { "  \($0 + 1)  \($1)" }
    let count =
      steps.count == Walk.mostSteps
      ? "the first \(steps.count) steps"
      : steps.count == 1 ? "1 step" : "\(steps.count) steps"
    return
      (lines + ["\(count); Return shows the next, :step back the one before, :step all the rest"])
      .joined(separator: "\n")
  }

  mutating func next() -> String {
    if place == steps.count { return "  that was the last step" }
    place += 1
    return line(place - 1)
  }

  mutating func back() -> String {
    if place < 2 { return "  there is none before" }
    place -= 1
    return line(place - 1)
  }

  mutating func go(to number: Int) -> String {
    if steps.isEmpty { return "  there are no steps" }
    place = min(max(number, 1), steps.count)
    return line(place - 1)
  }

  mutating func rest() -> String {
    if place == steps.count { return next() }
    defer { place = steps.count }
    return (place..<steps.count).map(line).joined(separator: "\n")
  }

  private func line(_ index: Int) -> String {
    let step = steps[index]
    let number = "\(index + 1)/\(steps.count)".padded(to: 2 * "\(steps.count)".count + 1)
    let thread = step.isOnBackground ? "background " : ""
    let sent =
      switch step.content {
      case .next(let value): "next \(value.shown)"
      case .error(let failure): "error \(VisibleText.escaping(failure.message.string))"
      case .completed: "completed"
      }
    return
      "  \(number)  \(Time.text(step.instant))  \(step.stage + 1) \(stages[step.stage])  \(thread)\(sent)"
  }
}

extension Value {
  /// As it is displayed, made safe for a terminal.
  var shown: String { VisibleText.escaping(display()) }
}
