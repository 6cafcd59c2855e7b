/// What makes an operator useless or harmful in certain surroundings, told by its definition. The
/// checker knows the surroundings (`SignalShape`) and warns; `instead` is what is mostly meant.
public enum Pitfall: Sendable {
  public enum Ending: Sendable { case completion, failure }

  /// Its work begins when its input has completed.
  case waitsForEnd
  /// The same, where a parameter is left out.
  case waitsForEndUnless(String)
  /// So does its work on each signal of a parameter that follows another; `all`: on any of them.
  case waitsForEnds(of: String, all: Bool)
  /// Signals made by an argument, or sent by its input, run side by side, at most `limit` of them.
  case runsSideBySide(made: String?, limit: String?, instead: String)
  /// They run one after the other, the others wait.
  case runsInTurn(made: String?, instead: String)
  /// Subscribes again: without end where `limit` is left out, at once where `delay` is.
  case restarts(after: Ending, limit: String, delay: String, instead: String)
  /// Keeps all events, unless one of the parameters bounds them.
  case keepsAll(unless: [String], instead: String)
  /// Gathers events until other signals send something, for example `instead`.
  case gathersUntil(String, instead: String)
  /// Gathers so many events.
  case gathers(String, instead: String)
  /// Sends something at each event of each of several signals, made of the latest of all.
  case mixesLatest(of: String, instead: String)
  /// Takes the latest event of other signals at its own ones.
  case takesLatest(of: String, instead: String)
  /// Is subscribed to several signals at the same time.
  case listensTogether(to: String)
  /// Remembers of several signals what has no partner yet.
  case pairsUp(of: String, instead: String)
  /// Leaves out events that come too fast.
  case thinsByTime
  /// Passes an event when nothing else has come for a time, and what comes sooner renews it.
  case waitsForSilence(time: String, instead: String)
  /// Nothing comes before somebody connects it.
  case connectedByHand(instead: String)
  /// Shares what its source sends for as long as that lasts.
  case sharesWhileItLasts(instead: String)
  /// Is over with the first event or end of another signal.
  case endsBy(String, instead: String)
  /// Does something with an error only.
  case waitsForError
  /// Calls for their effect what arguments give: a signal made there is one that nobody hears.
  case ignoresAnswer(instead: String?)
}

/// Stages that warnings put forward whatever the operator.
public enum WayOut {
  public static let fewValues = "take 10"
  public static let inTime = "takeUntil (timer 10s)"
  public static let heardSignals = Operator.flatten.name
  public static let oneSubscription = Operator.share.name
  /// In place of thinning out what comes all at once.
  public static let spacedOut = "concatMap x => (just(x) | delay 1s)"
}
