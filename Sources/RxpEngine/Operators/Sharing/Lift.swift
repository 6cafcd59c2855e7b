extension Operator {
  static let lift = Operator(
    "lift", .sharing, role: .source,
    "Calls a function with the latest values of several signals, once all have sent and at each new "
      + "one; subscribes at once and for good, and every subscriber gets the last result first.",
    takes: Parameter.lifted,
    types: TypeRule { context in
      let answer = context.argument("f") ?? .any
      if case .function(_, let result) = answer { return result }
      return answer
    },
    holds: .atMost(1), atEnd: .waits,
    shape: ShapeRule { SignalShape.combined($0.signals("signals")).joined.failing },
    pitfalls: [.listensTogether(to: "signals")],
    elsewhere: [
      Elsewhere("rac.liftSelector", written: "rac_liftSelector:withSignals:"),
      Elsewhere("rac.liftBlock"), Elsewhere("rac.liftSignals"),
    ],
    examples: [
      Example(
        "once all have sent, then at each new value", "lift a, b, (x, y) => x + y",
        others: [("a", "-a---c--|"), ("b", "---b---d-|")], out: "---x-y-z-|",
        values: "x: \"ab\", y: \"cb\", z: \"cd\""),
      Example(
        "an error of either ends it", "lift a, b, (x, y) => x + y",
        others: [("a", "-a-#"), ("b", "-b----|")], out: "-x-#", values: "x: \"ab\""),
      Example(
        "of one signal", "lift a, upper", others: [("a", "-a-b|")], out: "-A-B|"),
      Example(
        "who comes after the end gets the last result with it",
        "lift a, upper | repeat | take 3", others: [("a", "cold -a-b|")], out: "-A-B[B|]"),
    ],
    built: { signal, machine in
      let combined = Signal(
        .combineLatest, arguments: [signal.arguments[0], .missing], place: signal.place)
      let called = Signal(
        lifted, upstream: combined, arguments: signal.arguments, place: signal.place)
      let replayed = Signal(.replayLast, upstream: called, place: signal.place)
      try Operator.replayLast.built?(replayed, machine)
      machine.run?.claim(replayed)
      signal.shared = replayed
    },
    make: RelayStage.toShared
  )

  /// The calls, for each list of latest values.
  private static let lifted = Operator(
    "lift", .sharing, "Calls a function with the members of lists.", takes: Parameter.lifted,
    types: .sameAsInput, shape: .each, examples: []
  ) { args in
    LiftedStage(args.run, try args.asked("f"))
  }
}

extension Parameter {
  fileprivate static let lifted: [Parameter] = [
    .required("signals", .signalsOrRecord, "the signals, subscribed to in this order"),
    .required(
      "f", .asked(.together("signals"), wants: .any),
      "the function of as many values as there are signals"),
  ]
}

extension RelayStage {
  /// For operators that are another signal, made when theirs was.
  static func toShared(_ args: Arguments) throws -> Stage {
    guard let inner = args.signal.shared as? Signal else {
      throw Failure.type("\(args.signal.name) was not built in a run", at: args.place)
    }
    return RelayStage(args.run, inner)
  }
}

private final class LiftedStage: Stage {
  private let f: Asked

  init(_ run: Run, _ f: Asked) {
    self.f = f
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    var members: [Value] = [value]
    switch value {
    case .list(let list): members = list.items
    case .record(let record): members = record.values
    default: break
    }
    let answer = try f(members.count == 1 ? members[0] : value)
    if case .function(let function) = answer {
      send(try run.machine.call(function, members, place: f.place))
    } else {
      send(answer)
    }
  }
}
