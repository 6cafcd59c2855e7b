@testable import RxpEngine

/// Sources that are subscribed to again, always in a later step.
extension Reference {
  static let repeating: [Reference] = [
    Reference("repeat") { call, source in
      let n = call.count("n") ?? Int.max
      return Flow(call.world) { out in
        if n == 0 { return out.complete() }
        resubscribing(out, source, call) { end, runs in
          end.isCompletion ? (runs < n ? .null : nil) : nil
        }
      }
    }.with { $0.arguments["delay"] = { draw in .asked(draw.pause()) } },
    // n more attempts; 0 for ever.
    Reference("retry") { call, source in
      var bound = call.count("n") ?? Int.max
      // No attempt at all.
      if bound == 0, call.word("counts") == "attempts" { return .of([], in: call.world) }
      if bound == 0 {
        bound = call.word("zero") == "never" ? 1 : Int.max
      } else if call.word("counts") != "attempts", bound < Int.max {
        bound += 1
      }
      // Waits that grow need a wait, and do not shrink.
      let factor = call.value("factor")
      if let factor, (factor.number ?? 0) < 1 || call.asked("delay") == nil {
        return .failing(Failure.type(""), in: call.world)
      }
      return Flow(call.world) { [bound] out in
        resubscribing(out, source, call) { end, runs in
          guard let failure = end.failure, runs < bound else { return nil }
          return .failure(failure)
        }
      }
    }.with {
      $0.arguments["factor"] = { draw in .value(.number(draw.random.pick([0, 1, 2, 3]))) }
      $0.arguments["delay"] = { draw in .asked(draw.pause()) }
    },
  ]

  /// `again`: of an end and the count of runs, what to ask for the delay with; nil to end.
  private static func resubscribing(
    _ out: Tap, _ source: Flow, _ call: Call, _ again: @escaping (End, Int) -> Value?
  ) {
    let delay = call.asked("delay")
    let factor = call.value("factor")?.number ?? 1
    var runs = 0
    var askings = 0
    var stretch = 1.0
    // Within the call, in a loop, where that is asked for.
    let isAtOnce = call.word("again") == "atOnce"
    var isBeginning = false
    var isWanted = false
    var rounds = 0
    var instant = -1
    func restart() {
      if !isAtOnce { return out.after(0) { run() } }
      if isBeginning {
        isWanted = true
        return
      }
      isBeginning = true
      defer { (isBeginning, isWanted) = (false, false) }
      repeat {
        isWanted = false
        if instant != call.world.now { (instant, rounds) = (call.world.now, 0) }
        rounds += 1
        run()
        if isWanted, rounds > Limits.turnRows { return out.after(0) { run() } }
      } while isWanted && !out.isOver
    }
    func run() {
      runs += 1
      out.follow(source) { heard in
        switch heard {
        case .value(let value):
          if call.flag("resetOnSuccess") == true { (runs, stretch) = (1, 1) }
          out.send(value)
        case .end(let end):
          guard let question = again(end, runs) else { return out.end(end) }
          askings += 1
          guard let delay else { return restart() }
          try wait(for: try delay(question, askings - 1))
        }
      }
    }
    /// A time, or a signal whose first value is waited for.
    func wait(for answer: Value) throws {
      if let seconds = answer.number {
        let longest = call.duration("longest") ?? SourceCase.beyond
        let time = min((seconds * stretch * 1e9).rounded(), Double(longest))
        stretch *= factor
        return out.after(Int(time)) { run() }
      }
      guard let cue = answer.flow(in: call.world) else { throw Failure.type("") }
      out.follow(cue) { number, heard in
        switch heard {
        case .end(let end): out.end(end)
        case .value:
          out.release(number)
          restart()
        }
      }
    }
    run()
  }
}
