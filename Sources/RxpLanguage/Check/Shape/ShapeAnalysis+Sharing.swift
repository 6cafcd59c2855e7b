import RxpEngine
import RxpText

/// What several subscriptions to one signal make of each other.
extension ShapeAnalysis {
  private typealias Pair = (first: SignalShape.Stem, second: SignalShape.Stem)

  /// A name that two of several signals are both made from, in a way that matters; the nearest one.
  private func common(
    _ inputs: [(shape: SignalShape, expr: Expr)],
    where matters: (SignalShape.Stem, SignalShape.Stem) -> Bool
  ) -> Pair? {
    for (index, input) in inputs.enumerated() {
      for stem in input.shape.stems {
        for other in inputs[(index + 1)...] {
          if let twin = other.shape.stems.first(where: { $0.cell === stem.cell }),
            matters(stem, twin)
          {
            return (stem, twin)
          }
        }
      }
    }
    return nil
  }

  /// Branches of one signal put together by their latest values. `areMixed`: at each event of any.
  func warnOfBranches(
    _ around: Surroundings, _ parameter: String, areMixed: Bool, instead: String
  ) {
    guard let place = around.place else { return }
    let inputs = around.inputs(parameter)
    let pair = common(inputs) { a, b in
      // What is read twice has a warning of its own.
      if a.isStarted, b.isStarted, a.work != .nothing { return false }
      let isOver = a.isStarted && b.isStarted && a.timing == .atOnce
      return a.isEachAtOnce && b.isEachAtOnce && (areMixed || isOver)
    }
    guard let pair else { return }
    let isOver = pair.first.isStarted && pair.first.timing == .atOnce
    let name = pair.first.cell.name
    let labels =
      label(pair.first.use, "from \(name)", butNot: place)
      + label(
        pair.second.use, isOver ? "starts \(name) anew" : "also from \(name)",
        butNot: pair.first.use)
    warn(
      .mixedBranches(
        place.source[head(place)], head(place), labels, name, isOver: isOver, areMixed: areMixed,
        instead),
      at: place)
  }

  /// One cold signal that does something outside, started twice at the same time.
  func warnOfSecondStart(_ around: Surroundings, _ parameter: String) {
    let pair = common(around.inputs(parameter)) { a, b in
      a.isStarted && b.isStarted && a.work != .nothing
    }
    if let pair { warnOfSecondStart(pair.first, pair.second) }
  }

  /// The same by two statements: only what others can see is told of, since a file may be meant to be
  /// read twice.
  func warnOfSecondStatement(_ shape: SignalShape) {
    guard isWhole else { return }
    var seen: Set<ObjectIdentifier> = []
    for stem in shape.stems where stem.isStarted && stem.work == .acts {
      let key = ObjectIdentifier(stem.cell)
      guard seen.insert(key).inserted else { continue }
      if let first = started[key]?.first { warnOfSecondStart(first, stem) }
      started[key, default: []].append(stem)
    }
  }

  private func warnOfSecondStart(_ first: SignalShape.Stem, _ second: SignalShape.Stem) {
    guard let use = second.use, let definition = definition(first.cell)?.place,
      definition.source === source
    else { return }
    let end = Span(definition.span.end, definition.span.end)
    warn(
      .startedTwice(
        first.cell.name, use.span,
        label(first.use, "starts it already", butNot: use), acts: first.work == .acts,
        Diagnostic.Fix(end, " | " + WayOut.oneSubscription)),
      at: use)
  }

  // MARK: Connections

  func warnOfMissingConnection(_ shape: SignalShape, subscribedBy place: Place?) {
    guard shape.waitsForConnection, let cause = shape.causes.waitsForConnection else { return }
    explained.insert(cause.span.start)
    warn(
      .neverConnected(
        cause.source[head(cause)], head(cause), label(place, "listens to it", butNot: cause),
        cause, connections[cause.span.start]),
      at: cause)
  }

  func warnOfNothingShared(_ around: Surroundings, instead: String) {
    guard let input = around.input, input.timing == .atOnce, input.completes == .surely,
      let place = around.place
    else { return }
    warn(
      .nothingShared(
        place.source[head(place)], head(place),
        label(input.causes.atOnce, "is over in the instant in which it starts", butNot: place),
        instead, replaces: around.counts.isEmpty),
      at: place)
  }
}
