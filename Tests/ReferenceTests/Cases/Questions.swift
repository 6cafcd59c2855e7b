@testable import RxpEngine

/// Expressions for asked arguments, by what they see and what is wanted of them.
extension Draw {
  mutating func question(_ asking: Parameter.Asking, _ wants: Type) -> Question {
    switch (asking, wants) {
    case (.given, _): return ofGroup()
    case (.failure, .signal): return chance(1, in: 3) ? ofFailure() : signal(.nothing)
    case (.failure, _): return chance(1, in: 2) ? ofFailure() : pause()
    case (_, .signal): return signal(asking)
    case (_, .bool): return test(asking)
    case (_, .number): return number(asking)
    default: return any(asking)
    }
  }

  private mutating func raising(_ question: Question) -> Question {
    if comparesNothing {
      return Question("if index == 2 then raise(\"why\") else \(question.text)") {
        if $0.index == 2 { throw Failure.from(.string("why")) }
        return try question.answer($0, $1)
      }
    }
    let unwanted = random.pick(plain)
    return Question("if it == \(unwanted.text) then raise(\"why\") else \(question.text)") {
      if $0.it == unwanted.value($1) { throw Failure.from(.string("why")) }
      return try question.answer($0, $1)
    }
  }

  /// An answer that depends on the event.
  private mutating func choice(_ yes: Phrase, _ no: Phrase) -> Question {
    if comparesNothing {
      return Question("if index % 3 == 1 then \(yes.text) else \(no.text)") {
        $0.index % 3 == 1 ? yes.value($1) : no.value($1)
      }
    }
    let wanted = random.pick(plain)
    return Question("if it == \(wanted.text) then \(yes.text) else \(no.text)") {
      $0.it == wanted.value($1) ? yes.value($1) : no.value($1)
    }
  }

  private static let yes = Phrase("true", is: .bool(true))
  private static let no = Phrase("false", is: .bool(false))
  private static let place = Question("index") { asked, _ in .int(asked.index) }

  private mutating func test(_ asking: Parameter.Asking) -> Question {
    let even = Question("index % 2 == 0") { asked, _ in .bool(asked.index % 2 == 0) }
    let early = Question("index < 2") { asked, _ in .bool(asked.index < 2) }
    var all = [
      even, early, Question(Draw.yes), Question(Draw.no), choice(Draw.yes, Draw.no),
      choice(Draw.no, Draw.yes), choice(.nil, Draw.yes), raising(early),
    ]
    if case .accumulator = asking, !comparesNothing {
      all.append(Question("it == acc") { asked, _ in .bool(asked.it == asked.acc) })
    }
    return random.pick(all)
  }

  private mutating func number(_ asking: Parameter.Asking) -> Question {
    var all = [
      Question(.number(2)), Draw.place, choice(.number(3), .number(-1)),
      choice(.number(0), .number(1)),
    ]
    if case .accumulator = asking {} else { all.append(raising(Draw.place)) }
    return random.pick(all)
  }

  private mutating func any(_ asking: Parameter.Asking) -> Question {
    let pair = Question("[it, index]") { asked, _ in .of([asked.it, .int(asked.index)]) }
    var all = [
      Question.it, Question.it, Draw.place, pair, Question(.nil), choice(Draw.yes, .text("x")),
      raising(pair),
    ]
    if case .accumulator = asking {
      let both = Question("[acc, it]") { asked, _ in .of([asked.acc, asked.it]) }
      all += [both, both, raising(both), Question("acc") { asked, _ in asked.acc }]
    }
    if asking == .nothing {
      all = [Draw.place, Question(.nil), Question(.text("x")), Draw.why]
    }
    return random.pick(all)
  }

  private static let why = Question("raise(\"why\")") { _, _ in throw Failure.from(.string("why")) }

  mutating func signal(_ asking: Parameter.Asking) -> Question {
    let p = inner("p")
    let q = inner("q")
    let place = Question("just(index)") { asked, scope in
      Flow.of([.int(asked.index)], in: scope.world).value
    }
    let timer = Question("(timer 20ms)") { _, scope in .timer(2 * SourceCase.column, scope) }
    let fixed = [
      Question(p), Question(p), place, timer, Question("empty") { .of($0, [], $1) },
      Question("if index == 1 then \(q.text) else \(p.text)") {
        $0.index == 1 ? q.value($1) : p.value($1)
      },
    ]
    switch asking {
    case .nothing: return random.pick(fixed + [Draw.why])
    case .accumulator:
      return random.pick(
        fixed + [
          Question("just([acc, it])") { .of($0, [.of([$0.acc, $0.it])], $1) },
          Question("just([acc, it])") { .of($0, [.of([$0.acc, $0.it])], $1) },
          Question("just(acc, it)") { .of($0, [$0.acc, $0.it], $1) },
          choice(p, q),
        ])
    default:
      return random.pick(
        fixed + [
          choice(p, q), choice(p, q), choice(.nil, p), raising(Question(p)),
          Question("just(it, index)") { .of($0, [$0.it, .int($0.index)], $1) },
          Question("[it, it]") { asked, _ in .of([asked.it, asked.it]) },
          Question("fail(\"why\")") { _, scope in
            Flow.failing(.from(.string("why")), in: scope.world).value
          },
        ])
    }
  }

  private func ofFailure() -> Question {
    Question("just(it.kind)") { asked, scope in
      guard case .failure(let failure) = asked.it else { return .null }
      return Flow.of([.text(failure.kind)], in: scope.world).value
    }
  }

  /// How long to wait: a time, or a signal.
  mutating func pause() -> Question {
    let p = inner("p")
    return random.pick([
      Question(Phrase("20ms", is: .double(0.02))), Question(.number(0)), Question(p),
      Question("10ms * (index + 1)") { asked, _ in .double(0.01 * Double(asked.index + 1)) },
      Question("(timer 20ms)") { _, scope in .timer(2 * SourceCase.column, scope) }, Draw.why,
    ])
  }

  /// Of a group, how long it lasts.
  private mutating func ofGroup() -> Question {
    let p = inner("p")
    return random.pick([
      Question(p),
      Question("it | skip 1") { asked, scope in
        guard let group = asked.it.flow(in: scope.world) else { return .null }
        return group.listed { Array($0.dropFirst()) }.value
      },
      Question("(timer 20ms)") { _, scope in .timer(2 * SourceCase.column, scope) },
      Question("never") { _, scope in Flow.of([], nil, in: scope.world).value },
    ])
  }
}

extension Value {
  fileprivate static func of(_ asked: Question.Asked, _ values: [Value], _ scope: Scope) -> Value {
    Flow.of(values, in: scope.world).value
  }
}
