import RxpEngine
import RxpText

/// Operators of time where time plays no part, or is too short.
extension ShapeAnalysis {
  func warnOfNoTime(_ around: Surroundings) {
    guard let input = around.input, input.timing == .atOnce, input.completes == .surely,
      input.most.map({ $0 > 1 }) ?? true, let place = around.place
    else { return }
    warn(
      .noTimePasses(
        place.source[head(place)], head(place),
        label(input.causes.atOnce, "sends everything in one instant", butNot: place), place),
      at: place)
  }

  func warnOfNoSilence(_ around: Surroundings, time: String, instead: String) {
    guard let input = around.input, input.isEndless, let pace = input.pace,
      let quiet = around.values[time]?.number.flatMap({ Time.nanoseconds(seconds: $0) }),
      pace <= quiet, around.counts.count == 1, let place = around.place
    else { return }
    explained.insert(place.span.start)
    warn(
      .noSilence(
        place.source[head(place)], head(place),
        label(input.causes.neverCompletes, "sends again before that", butNot: place), instead),
      at: place)
  }

  func warnOfUnequalPaces(_ around: Surroundings, _ parameter: String, instead: String) {
    guard !around.isCut, let place = around.place else { return }
    let inputs = around.inputs(parameter)
    guard inputs.allSatisfy({ $0.shape.isEndless }) else { return }
    let paced = inputs.filter { $0.shape.pace != nil }
    guard let first = paced.first,
      let other = paced.first(where: { $0.shape.pace != first.shape.pace })
    else { return }
    warn(
      .unequalPaces(
        place.source[head(place)], head(place),
        label(first.shape.causes.neverCompletes, "has one pace", butNot: place)
          + label(other.shape.causes.neverCompletes, "has another", butNot: place),
        instead),
      at: place)
  }

  func warnOfEndAtOnce(_ around: Surroundings, _ parameter: String, instead: String) {
    guard let trigger = around.signals[parameter]?.first, trigger.timing == .atOnce,
      trigger.least > 0, let at = around.places[parameter]?.first, let place = around.place
    else { return }
    let isWhole = (at as? SignalExpr).map { $0.upstream == nil } ?? true
    warn(
      .endsAtOnce(
        place.source[head(place)], head(place),
        label(at.place, "sends in the instant in which it is listened to", butNot: place),
        isWhole && at.place?.source === source
          ? at.place.map { Diagnostic.Fix($0.span, instead) } : nil),
      at: place)
  }
}
