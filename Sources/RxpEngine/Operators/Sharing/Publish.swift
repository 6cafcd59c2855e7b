extension Operator {
  static let publish = Operator(
    "publish", .sharing,
    "Shares one subscription to the source, which begins with `connect` and ends with `disconnect`.",
    takes: [
      SelectorStage.parameter,
      Connection.again(else: "false"),
      .named(
        "late", .word(["nothing", "end"]), "what who comes after the end of the source is told",
        else: "nothing"),
    ],
    types: SelectorStage.types,
    shape: ShapeRule { context in
      (context.has("again") ? ShapeRule.renewed(.published) : .published).apply(context)
    },
    pitfalls: [.connectedByHand(instead: " | autoconnect")],
    elsewhere: [
      Elsewhere("rac.publish"), Elsewhere("rx.publish", "again: afterRelease, late: end"),
      Elsewhere("rx.connectable", "again: true"), Elsewhere("rx.connect", "late: end"),
      Elsewhere("rxswift.publish", "again: true"),
      Elsewhere("rs.startWithSignal", "late: end", note: "there they are interrupted"),
      Elsewhere("combine.makeConnectable", "again: afterRelease, late: end"),
    ],
    examples: [
      Example("nothing happens before the connection", "publish", in: "-a-b|", out: "-"),
      Example("autoconnect connects by itself", "publish | autoconnect", in: "-a-b|", out: "-a-b|"),
      Example("an error goes to all", "publish | autoconnect", in: "-a#", out: "-a#"),
      Example(
        "one subscription for a signal that needs it twice",
        "publish x => merge(x, (x | delay 200ms))", in: "-a--b|", out: "-a-ab-b|"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      let memory = try args.memoryOfPublished
      signal.shared = Connection(signal, renewal: try Connection.renewal(args)) { Subject(memory) }
    }
  ) { args in
    guard let selector = args.optionalAsked("selector") else { return try ListenerStage.make(args) }
    return SelectorStage(args.run, selector, Subject(try args.memoryOfPublished))
  }
}

extension Arguments {
  /// What the option `late` says.
  fileprivate var memoryOfPublished: Subject.Memory {
    get throws { try word("late") == "end" ? .replay(0) : .none }
  }
}

extension Connection {
  /// Whether a connection may be made anew after its end.
  static func again(else fallback: String) -> Parameter {
    .named(
      "again", .word(["false", "true", "afterRelease"]),
      "whether `connect` subscribes anew after the end of a connection, or only after it was let go "
        + "of",
      else: fallback)
  }

  static func renewal(_ args: Arguments, else fallback: Endings = []) throws -> Endings {
    switch try args.word("again") {
    case "true": .all
    case "afterRelease": .release
    case "false": []
    default: fallback
    }
  }
}

extension ListenerStage {
  /// For signals that were given a connection when they were built.
  static func make(_ args: Arguments) throws -> Stage {
    ListenerStage(args.run, try args.connection(of: args.signal))
  }

  /// The same, making the connection if there is none yet.
  static func makeConnecting(_ args: Arguments) throws -> Stage {
    ListenerStage(args.run, try args.connection(of: args.signal), connects: true)
  }
}

extension Arguments {
  /// The connection of a signal; without one the stage stands where it has nothing to do.
  func connection(of signal: Signal?) throws -> Connection {
    guard let signal, let connection = Connection.of(signal) else {
      throw Failure.type("\(self.signal.name) needs publish or multicast before it", at: place)
    }
    return connection
  }
}
