@testable import RxpEngine

/// Errors made, met, turned into values, and what is done for its effect.
extension Reference {
  static let errors: [Reference] = [
    .told("materialize") { _, values, end in
      let events = values.map { Value.event(of: .next($0)) }
      switch end {
      case nil: return Outcome(events)
      case .completed?: return Outcome(events + [.event(of: .completed)], .completed)
      case .failed(let failure)?:
        return Outcome(events + [.event(of: .error(failure))], .completed)
      }
    },
    // The first end that comes as a value is the end.
    Reference.told("dematerialize") { _, values, end in
      var sent: [Value] = []
      for value in values {
        guard case .event(let event) = value else { return Outcome(sent, .failed(.type(""))) }
        switch event.content {
        case .next(let value): sent.append(value)
        case .error(let failure): return Outcome(sent, .failed(failure))
        case .completed: return Outcome(sent, .completed)
        }
      }
      return Outcome(sent, end)
    }.with { $0.feed = .events },
    // Passes what is accepted; at the first refused value the error.
    .told("try") { call, values, end in
      for (index, value) in values.enumerated() {
        let answer = try call.asked("test")?(value, index) ?? .null
        if let refusal = try answer.refusal(of: "try") {
          return Outcome(Array(values.prefix(index)), .failed(refusal))
        }
      }
      return Outcome(values, end)
    }.with {
      $0.arguments["test"] = { draw in .asked(draw.refusing(draw.question(.event, .bool))) }
    },
    .told("tryMap") { call, values, end in
      var sent: [Value] = []
      for (index, value) in values.enumerated() {
        let made = try call.asked("f")?(value, index) ?? .null
        switch made {
        case .null where call.word("onNil") != "pass":
          return Outcome(sent, .failed(Failure(kind: "refused", "")))
        case .failure(let failure): return Outcome(sent, .failed(failure))
        default: sent.append(made)
        }
      }
      return Outcome(sent, end)
    }.with {
      $0.arguments["f"] = { draw in .asked(draw.refusing(draw.question(.event, .any))) }
    },
    .told("throwIfEmpty") { call, values, end in
      guard values.isEmpty, end?.isCompletion == true else { return Outcome(values, end) }
      let failure = call.value("error").map { Failure.from($0) } ?? Failure(kind: "empty", "")
      return Outcome([], .failed(failure))
    },
    .told("defaultIfEmpty") { call, values, end in
      guard values.isEmpty, end?.isCompletion == true else { return Outcome(values, end) }
      return Outcome([call.value("value") ?? .null], end)
    },
    // What is asked for its effect can be seen by its errors, which take the place of the event.
    .told("do") { call, values, end in
      var sent: [Value] = []
      for (index, value) in values.enumerated() {
        do { _ = try call.asked("next")?(value, index) } catch {
          return Outcome(sent, .failed(Failure.of(error)))
        }
        sent.append(value)
      }
      switch end {
      case .completed?: _ = try call.asked("completed")?(.null, 0)
      case .failed(let failure)?: _ = try call.asked("error")?(.failure(failure), 0)
      case nil: break
      }
      return Outcome(sent, end)
    },
    .told("doError") { call, values, end in
      if let failure = end?.failure { _ = try call.asked("f")?(.failure(failure), 0) }
      return Outcome(values, end)
    },
    .told("doCompleted") { call, values, end in
      if end?.isCompletion == true { _ = try call.asked("f")?(.null, 0) }
      return Outcome(values, end)
    },
    .told("finalize") { _, values, end in Outcome(values, end) },
    .told("replaceError") { call, values, end in
      if end?.failure == nil { return Outcome(values, end) }
      return Outcome(values + [call.value("value") ?? .null], .completed)
    },
    .told("mapError") { call, values, end in
      guard let failure = end?.failure else { return Outcome(values, end) }
      let other = try call.asked("f")?(.failure(failure), 0) ?? .null
      return Outcome(values, .failed(Failure.from(other)))
    }.with {
      $0.arguments["f"] = { draw in
        .asked(
          draw.random.pick([
            Question("it") { asking, _ in asking.it },
            Question("\"other\"") { _, _ in .string("other") },
          ]))
      }
    },
    // Asked before the source is subscribed to.
    .told("initially") { call, values, end in
      _ = try call.asked("f")?(.null, 0)
      return Outcome(values, end)
    },
    // After the end nobody is left who could be told of an error.
    .told("finally") { call, values, end in
      if end != nil, call.word("runs") != "after" { _ = try call.asked("f")?(.null, 0) }
      return Outcome(values, end)
    },
    Reference("catch") { call, source in
      Flow(call.world) { out in
        out.follow(source) { heard in
          switch heard {
          case .value(let value): out.send(value)
          case .end(.completed): out.complete()
          case .end(.failed(let failure)):
            guard let next = try call.asked("handler")?.flow(.failure(failure), 0) else {
              throw Failure.type("")
            }
            out.pass(next)
          }
        }
      }
    },
  ]
}

extension Draw {
  /// Now and then an error as the answer.
  fileprivate mutating func refusing(_ question: Question) -> Question {
    if chance(1, in: 2) || comparesNothing { return question }
    let unwanted = random.pick(plain)
    return Question("if it == \(unwanted.text) then error(\"no\") else \(question.text)") {
      if $0.it == unwanted.value($1) { return .failure(.from(.string("no"))) }
      return try question.answer($0, $1)
    }
  }
}

extension Value {
  /// The error that an answer of `try` means: of no, nil and error values.
  fileprivate func refusal(of name: String) throws -> Failure? {
    if case .failure(let failure) = self { return failure }
    return try isYes() ? nil : Failure(kind: "refused", "")
  }
}
