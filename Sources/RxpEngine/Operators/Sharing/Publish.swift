extension Operator {
  static let publish = Operator(
    "publish", .sharing,
    "Shares one subscription to the source, which begins with `connect` and ends with `disconnect`.",
    takes: [
      .named(
        "again", .bool, "whether `connect` subscribes anew after the end of a connection",
        else: "false"),
      .named(
        "late", .word(["nothing", "end"]), "what who comes after the end of the source is told",
        else: "nothing"),
    ],
    types: .sameAsInput,
    shape: .published,
    pitfalls: [.connectedByHand(instead: " | autoconnect")],
    elsewhere: [
      Elsewhere("rac.publish"), Elsewhere("rx.publish", "again: true"),
      Elsewhere("rx.connectable", "again: true, late: end"),
      Elsewhere("rxswift.publish", "again: true"),
      Elsewhere("combine.makeConnectable", "again: true, late: end"),
    ],
    examples: [
      Example("nothing happens before the connection", "publish", in: "-a-b|", out: "-"),
      Example("autoconnect connects by itself", "publish | autoconnect", in: "-a-b|", out: "-a-b|"),
      Example("an error goes to all", "publish | autoconnect", in: "-a#", out: "-a#"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      let memory: Subject.Memory = try args.word("late") == "end" ? .replay(0) : .none
      let again = try args.bool("again") ?? false
      signal.shared = Connection(signal, renewal: again ? .all : []) { Subject(memory) }
    },
    make: ListenerStage.make
  )
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
