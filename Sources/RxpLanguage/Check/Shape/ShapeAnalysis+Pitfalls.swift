import RxpEngine
import RxpText

extension ShapeAnalysis {
  /// Warns of what a stage's surroundings make of it.
  func look(at around: Surroundings, _ result: SignalShape) {
    warnOfMissingValues(around)
    for pitfall in around.definition.pitfalls {
      switch pitfall {
      case .waitsForEnd: warnOfMissingEnd(around)
      case .waitsForEndUnless(let parameter):
        if !around.has(parameter) { warnOfMissingEnd(around) }
      case .waitsForEnds(let parameter, let all): warnOfMissingEnd(around, parameter, all: all)
      case .runsSideBySide(let made, let limit, let instead):
        warnOfEndlessInners(around, made: made, limit: limit, instead: instead)
      case .runsInTurn(let made, let instead):
        warnOfBlockingInners(around, made: made, atOnce: 1, instead: instead)
      case .restarts(.failure, let limit, let delay, let instead):
        warnOfEndlessRetry(around, limit: limit, delay: delay, instead: instead)
      case .restarts(.completion, _, _, let instead):
        if result.spins, let place = around.place {
          restarts[place.span.start] = (
            instead,
            label(
              around.input?.causes.atOnce, "is over in the instant in which it starts",
              butNot: place)
          )
        }
      case .keepsAll(let bounds, let instead):
        warnOfUnboundedMemory(around, unless: bounds, instead: instead)
      case .gathersUntil(let parameter, let instead):
        warnOfNoRelease(around, parameter, instead: instead)
      case .gathers(let count, let instead): warnOfNoPortion(around, count, instead: instead)
      case .mixesLatest(let parameter, let instead):
        warnOfBranches(around, parameter, areMixed: true, instead: instead)
      case .takesLatest(let parameter, let instead):
        warnOfBranches(around, parameter, areMixed: false, instead: instead)
      case .listensTogether(let parameter): warnOfSecondStart(around, parameter)
      case .pairsUp(let parameter, let instead):
        warnOfUnequalPaces(around, parameter, instead: instead)
      case .thinsByTime: warnOfNoTime(around)
      case .waitsForSilence(let time, let instead):
        warnOfNoSilence(around, time: time, instead: instead)
      case .connectedByHand(let instead):
        if let place = around.place, result.waitsForConnection {
          connections[place.span.start] = instead
        }
      case .sharesWhileItLasts(let instead): warnOfNothingShared(around, instead: instead)
      case .endsBy(let parameter, let instead):
        warnOfEndAtOnce(around, parameter, instead: instead)
      case .waitsForError: warnOfMissingError(around)
      case .ignoresAnswer(let instead): warnOfIgnoredSignals(around, instead: instead)
      }
    }
  }

  /// A statement subscribes to a signal.
  func subscribed(to shape: SignalShape, end: Place?, isLater: Bool) {
    if quiet > 0 { return }
    warnOfMissingConnection(shape, subscribedBy: end)
    if !isLater { warnOfSecondStatement(shape) }
    if shape.spins, let cause = shape.causes.spins {
      warn(
        .neverLeavesItsInstant(
          cause.source[head(cause)], head(cause), restarts[cause.span.start]?.causes ?? [], cause,
          instead: restarts[cause.span.start]?.instead),
        at: cause)
    }
    if shape.runsOn, let cause = shape.causes.runsOn {
      warn(
        .goesOn(
          head(cause), label(shape.causes.cutShort, "stops only what is before it", butNot: cause),
          cutText(shape), end: end),
        at: cause)
    }
    if shape.isSilent, shape.isEndless, !shape.spins,
      let cause = shape.causes.silent, !explained.contains(cause.span.start)
    {
      warn(
        .nothingCanCome(
          cause.source[head(cause)], head(cause),
          label(shape.causes.neverCompletes, "never ends", butNot: cause), cause),
        at: cause)
    }
  }

  private func cutText(_ shape: SignalShape) -> String? {
    shape.causes.cutShort.map { $0.source[$0.span] }
  }

  /// The stage before, as the reason of a warning.
  func before(_ around: Surroundings, _ text: String) -> [Diagnostic.Label] {
    label(around.stage.upstream?.place, text, butNot: around.place)
  }

  // MARK: Ends

  private func warnOfMissingEnd(_ around: Surroundings) {
    guard let input = around.input, input.isEndless, let place = around.place else { return }
    explained.insert(place.span.start)
    // What spins has a warning of its own.
    if input.spins { return }
    warn(
      .waitsForEnd(
        place.source[head(place)], head(place),
        label(input.causes.neverCompletes, "never ends", butNot: place),
        fix: Diagnostic.Fix(
          Span(place.span.start, place.span.start), WayOut.fewValues + " | ")),
      at: place)
  }

  private func warnOfMissingEnd(_ around: Surroundings, _ parameter: String, all: Bool) {
    guard let place = around.place else { return }
    let inputs = around.inputs(parameter)
    let waitedFor = all ? inputs[...] : inputs.dropLast()
    guard let (shape, expr) = waitedFor.first(where: { $0.shape.isEndless }) else { return }
    explained.insert(place.span.start)
    if shape.spins { return }
    let isBefore = around.input != nil && expr === around.stage.upstream
    let fix =
      isBefore
      ? Diagnostic.Fix(Span(place.span.start, place.span.start), WayOut.fewValues + " | ")
      : ended(expr)
    warn(
      .waitsForEnd(
        place.source[head(place)], head(place),
        label(shape.causes.neverCompletes ?? expr.place, "never ends", butNot: place), fix: fix),
      at: place)
  }

  /// An argument cut to its first values.
  private func ended(_ expr: Expr) -> Diagnostic.Fix? {
    guard let place = expr.place, place.source === source else { return nil }
    if let stage = expr as? SignalExpr, stage.upstream != nil {
      return Diagnostic.Fix(Span(place.span.end, place.span.end), " | " + WayOut.fewValues)
    }
    return Diagnostic.Fix(place.span, "(\(place.source[place.span]) | \(WayOut.fewValues))")
  }

  // MARK: Signals of signals

  private func inner(_ around: Surroundings, _ made: String?) -> (SignalShape, Place?)? {
    if let made {
      return around.signals[made]?.first.map { ($0, around.places[made]?.first?.place) }
    }
    return around.input?.inner.map { ($0, nil) }
  }

  private func warnOfEndlessInners(
    _ around: Surroundings, made: String?, limit: String?, instead: String
  ) {
    if let limit, around.has(limit) {
      guard case .int(let most)? = around.values[limit] else { return }
      if most > 0 {
        warnOfBlockingInners(around, made: made, atOnce: most, instead: nil)
        return
      }
    }
    guard let input = around.input, !around.isCut, input.most == nil, !input.isSilent,
      let (inner, at) = inner(around, made), inner.isEndless, !inner.isSilent, !inner.spins,
      let place = around.place
    else { return }
    warn(
      .endlessInners(
        place.source[head(place)], head(place),
        label(inner.causes.neverCompletes ?? at, "never ends", butNot: place),
        instead: instead, replaces: !(limit.map(around.has) ?? false)),
      at: place)
  }

  private func warnOfBlockingInners(
    _ around: Surroundings, made: String?, atOnce: Int, instead: String?
  ) {
    guard let input = around.input, !around.isCut, input.most.map({ $0 > atOnce }) ?? true,
      !input.isSilent, let (inner, at) = inner(around, made), inner.isEndless, !inner.spins,
      let place = around.place
    else { return }
    warn(
      .blockingInners(
        place.source[head(place)], head(place),
        label(inner.causes.neverCompletes ?? at, "never ends", butNot: place), atOnce: atOnce,
        instead: instead),
      at: place)
  }

  // MARK: Starting over, remembering

  private func warnOfEndlessRetry(
    _ around: Surroundings, limit: String, delay: String, instead: String
  ) {
    guard let input = around.input, input.fails != .never, !around.isCut, !around.has(limit),
      !around.has(delay), let place = around.place
    else { return }
    warn(
      .endlessRetry(
        place.source[head(place)], head(place),
        before(around, "is started again at once each time that it fails"), place, instead),
      at: place)
  }

  private func warnOfUnboundedMemory(
    _ around: Surroundings, unless bounds: [String], instead: String
  ) {
    guard let input = around.input, input.isEndless, input.most == nil, !around.isCut,
      !bounds.contains(where: around.has), let place = around.place
    else { return }
    warn(
      .unboundedMemory(
        place.source[head(place)], head(place),
        label(input.causes.neverCompletes, "never ends", butNot: place), place, instead),
      at: place)
  }

  /// What is gathered is never sent, for the signal that says when sends nothing.
  private func warnOfNoRelease(_ around: Surroundings, _ parameter: String, instead: String) {
    guard let input = around.input, input.isEndless, input.most == nil, !around.isCut,
      let cue = around.signals[parameter]?.first, cue.isSilent,
      let at = around.places[parameter]?.first?.place, let place = around.place
    else { return }
    warn(
      .gathersForEver(
        place.source[head(place)], head(place),
        label(input.causes.neverCompletes, "never ends", butNot: place)
          + label(at, "sends nothing", butNot: place),
        instead, at),
      at: place)
  }

  private func warnOfNoPortion(_ around: Surroundings, _ count: String, instead: String) {
    guard let input = around.input, input.isEndless, input.most == nil, !around.isCut,
      case .double(.infinity)? = around.values[count], let place = around.place
    else { return }
    warn(
      .gathersForEver(
        place.source[head(place)], head(place),
        label(input.causes.neverCompletes, "never ends", butNot: place), instead, place),
      at: place)
  }

  // MARK: Values, errors, answers

  private func warnOfMissingValues(_ around: Surroundings) {
    guard let input = around.input, input.isSilent, around.definition.shape.worksOnValues,
      let place = around.place, let cause = input.causes.silent,
      !explained.contains(cause.span.start)
    else { return }
    explained.insert(cause.span.start)
    warn(
      .noValuesComeIn(
        place.source[head(place)], head(place),
        label(cause, "sends no values", butNot: place), leaveOut: withBar(place)),
      at: place)
  }

  private func warnOfMissingError(_ around: Surroundings) {
    guard let input = around.input, input.fails == .never, let place = around.place else { return }
    warn(
      .nothingFails(
        place.source[head(place)], head(place), before(around, "never fails"),
        leaveOut: withBar(place)),
      at: place)
  }

  private func warnOfIgnoredSignals(_ around: Surroundings, instead: String?) {
    guard let place = around.place else { return }
    for (parameter, plan) in zip(around.definition.parameters, around.stage.arguments) {
      guard case .asked(let code, _) = plan, let shape = around.signals[parameter.name]?.first,
        shape.subscription != .unknown || code.body is SignalExpr, !isList(code.body),
        let at = code.body.place
      else { continue }
      warn(
        .unheardSignal(
          place.source[head(place)], head(place), at,
          instead: parameter.isNamed ? nil : instead),
        at: place)
    }
  }

  func warnOfUnheardSignals(_ step: PipelineStep) {
    guard let place = step.expr.place else { return }
    warn(.unheardSignals(place), at: place)
  }
}
