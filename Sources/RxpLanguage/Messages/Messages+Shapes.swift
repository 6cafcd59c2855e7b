import RxpEngine
import RxpText

/// Warnings about what signals do to each other: the program runs, but hardly as it was meant.
extension Diagnostic {
  private static func warning(
    _ id: String, _ message: String, _ span: Span, _ label: String, _ causes: [Label],
    _ help: String, _ fix: Fix?
  ) -> Diagnostic {
    Diagnostic(
      id, message, at: span, label: label, also: causes, help: help, fix: fix, severity: .warning)
  }

  // MARK: Ends

  static func waitsForEnd(
    _ name: String, _ span: Span, _ causes: [Label], fix: Fix?
  ) -> Diagnostic {
    warning(
      "W0602", "\(name) waits for an end that never comes", span, "never gets to its work", causes,
      "end what comes before, for example with  \(WayOut.fewValues)  or  \(WayOut.inTime)", fix)
  }

  static func goesOn(
    _ span: Span, _ causes: [Label], _ cut: String?, end: Place?
  ) -> Diagnostic {
    warning(
      "W0617", "what is stopped here goes on behind the stop", span,
      "the signal it follows last never ends", causes,
      "let the stop be the last stage: it lets go of all that is before it",
      cut.flatMap { cut in end.map { Fix(Span($0.span.end, $0.span.end), " | " + cut) } })
  }

  static func endsAtOnce(_ name: String, _ span: Span, _ causes: [Label], _ fix: Fix?) -> Diagnostic
  {
    warning(
      "W0618", "\(name) is over before anything comes", span, "ends at once", causes,
      "use a signal that sends when it is to end, for example  (timer 5s)", fix)
  }

  static func nothingCanCome(
    _ name: String, _ span: Span, _ causes: [Label], _ cause: Place
  ) -> Diagnostic {
    warning(
      "W0615", "this can never send anything, and never ends", span, "sends nothing", causes,
      "to let it end after a time add  \(WayOut.inTime)",
      Fix(Span(cause.span.end, cause.span.end), " | " + WayOut.inTime))
  }

  static func neverLeavesItsInstant(
    _ name: String, _ span: Span, _ causes: [Label], _ place: Place, instead: String?
  ) -> Diagnostic {
    warning(
      "W0606", "\(name) starts over for ever without any time passing", span,
      "nothing else gets its turn", causes,
      instead.map { "give it a pause:  \($0)" } ?? "give it a pause, or a number of runs",
      instead.map { Fix(place.span, $0) })
  }

  // MARK: Signals of signals

  static func endlessInners(
    _ name: String, _ span: Span, _ causes: [Label], instead: String, replaces: Bool
  ) -> Diagnostic {
    warning(
      "W0603", "each event adds a signal that never ends", span, "all of them go on side by side",
      causes, "to follow only the newest write  \(instead) ; or end the signals, or give a limit",
      replaces ? Fix(span, instead) : nil)
  }

  static func blockingInners(
    _ name: String, _ span: Span, _ causes: [Label], atOnce: Int, instead: String?
  ) -> Diagnostic {
    let first =
      atOnce == 1 ? "the first signal never ends" : "the first \(atOnce) signals never end"
    return warning(
      "W0604", "\(first), so that all later events wait for ever", span, "the queue never moves",
      causes,
      instead.map { "to follow the newest write  \($0) ; or end the signals" } ?? "end the signals",
      instead.map { Fix(span, $0) })
  }

  static func unheardSignals(_ place: Place) -> Diagnostic {
    warning(
      "W0614", "the signals that this sends are shown, not what they send", place.span,
      "sends signals", [], "to hear what they send add  \(WayOut.heardSignals)",
      Fix(Span(place.span.end, place.span.end), " | " + WayOut.heardSignals))
  }

  static func unheardSignal(
    _ name: String, _ span: Span, _ signal: Place, instead: String?
  ) -> Diagnostic {
    warning(
      "W0614", "\(name) makes a signal that nobody listens to", span, "only makes it",
      [Label(signal.span, "does nothing until it is subscribed to")],
      instead.map { "to follow it write  \($0)" } ?? "what is to run belongs into the pipeline",
      instead.map { Fix(span, $0) })
  }

  // MARK: Starting over, remembering

  static func endlessRetry(
    _ name: String, _ span: Span, _ causes: [Label], _ place: Place, _ instead: String
  ) -> Diagnostic {
    warning(
      "W0605", "\(name) has neither a limit nor a pause", span, "tries again for ever, at once",
      causes, "bound it and let it wait:  \(instead)", Fix(place.span, instead))
  }

  static func unboundedMemory(
    _ name: String, _ span: Span, _ causes: [Label], _ place: Place, _ instead: String
  ) -> Diagnostic {
    warning(
      "W0607", "\(name) keeps all of a signal that never ends", span,
      "fails after \(Limits.heldValues) events", causes,
      "say how many are to be kept:  \(instead)", Fix(place.span, instead))
  }

  static func gathersForEver(
    _ name: String, _ span: Span, _ causes: [Label], _ instead: String, _ place: Place
  ) -> Diagnostic {
    warning(
      "W0607", "\(name) gathers all of a signal that never ends, and sends none of it", span,
      "fails after \(Limits.heldValues) events", causes, "say when it is to be sent:  \(instead)",
      Fix(place.span, instead))
  }

  // MARK: Sharing

  static func mixedBranches(
    _ name: String, _ span: Span, _ causes: [Label], _ source: String, isOver: Bool,
    areMixed: Bool, _ instead: String
  ) -> Diagnostic {
    let message =
      isOver
      ? "each branch runs \(source) anew, and one is over before the other begins"
      : "each event of \(source) comes twice, the first time half old and half new"
    return warning(
      "W0608", message, span,
      isOver ? "only the last event of one meets those of the other" : "puts the latest together",
      causes, "to put together what belongs to one event write  \(instead)", Fix(span, instead))
  }

  static func startedTwice(
    _ name: String, _ span: Span, _ causes: [Label], acts: Bool, _ fix: Fix
  ) -> Diagnostic {
    warning(
      "W0609", "\(name) is started twice", span,
      acts ? "its effects happen once more" : "reads its files once more", causes,
      "to start it once for all add  \(WayOut.oneSubscription)  to its definition", fix)
  }

  static func neverConnected(
    _ name: String, _ span: Span, _ causes: [Label], _ place: Place, _ instead: String?
  ) -> Diagnostic {
    warning(
      "W0613", "\(name) passes nothing on: nobody connects it", span, "waits for a connect",
      causes,
      "connect it by  connect NAME , or let its subscribers do so",
      instead.map { Fix(Span(place.span.end, place.span.end), $0) })
  }

  static func nothingShared(
    _ name: String, _ span: Span, _ causes: [Label], _ instead: String, replaces: Bool
  ) -> Diagnostic {
    warning(
      "W0616", "\(name) shares nothing: its source is over before a second one can listen", span,
      "every subscriber starts it anew", causes,
      "to keep for all what was sent write  \(instead)", replaces ? Fix(span, instead) : nil)
  }

  // MARK: Values and errors

  static func noValuesComeIn(
    _ name: String, _ span: Span, _ causes: [Label], leaveOut: Span?
  ) -> Diagnostic {
    warning(
      "W0610", "\(name) has nothing to do: no values come to it", span, "never asked", causes,
      "leave it out", leaveOut.map { Fix($0, "") })
  }

  static func nothingFails(
    _ name: String, _ span: Span, _ causes: [Label], leaveOut: Span?
  ) -> Diagnostic {
    warning(
      "W0619", "\(name) has nothing to do: no error comes to it", span, "never needed", causes,
      "leave it out", leaveOut.map { Fix($0, "") })
  }

  // MARK: Time

  static func noTimePasses(
    _ name: String, _ span: Span, _ causes: [Label], _ place: Place
  ) -> Diagnostic {
    warning(
      "W0611", "no time passes between the events that \(name) gets", span,
      "thins out by time", causes, "to space them out write  \(WayOut.spacedOut)",
      Fix(place.span, WayOut.spacedOut))
  }

  static func noSilence(
    _ name: String, _ span: Span, _ causes: [Label], _ instead: String
  ) -> Diagnostic {
    warning(
      "W0612", "nothing ever passes \(name): the silence it waits for never comes", span,
      "waits for a silence", causes, "to let one pass now and then write  \(instead)",
      Fix(span, instead))
  }

  static func unequalPaces(
    _ name: String, _ span: Span, _ causes: [Label], _ instead: String
  ) -> Diagnostic {
    warning(
      "W0620", "what waits for a partner in \(name) grows without end", span,
      "fails after \(Limits.heldValues) events", causes,
      "for the latest of each write  \(instead)", Fix(span, instead))
  }
}
