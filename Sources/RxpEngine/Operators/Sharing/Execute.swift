extension Operator {
  static let execute = Operator(
    "execute", .sharing, role: .source,
    "Executes a command, once; every subscriber gets all that its work has sent and will send.",
    takes: [
      .required("command", .command, "the command"),
      .optional("with", .values, "what its parameters stand for", else: "nothing"),
    ],
    types: TypeRule { context in
      if case .command(_, let sends)? = context.argument("command") { return sends }
      return .any
    },
    holds: .growing("what the work has sent"), atEnd: .ends, effects: true,
    shape: ShapeRule { _ in .fed },
    elsewhere: [
      Elsewhere("rac.execute"),
      Elsewhere(
        "rs.apply",
        note: "Action: begins when its producer is started, and is asked then whether it is enabled"
      ),
      Elsewhere("rxswift.execute", note: "Action of RxSwiftCommunity"),
    ],
    examples: [
      Example(
        "what the work sends", "execute go, \"a\"", given: "command go(x) = just(x) | delay 200ms",
        out: "--[a|]"),
      Example(
        "an error of the work", "execute go",
        given: "command go = timer 100ms | flatMap fail(\"no\")",
        out: "-#", values: "error: \"no\""),
      Example(
        "while it is disabled: the error disabled", "execute go",
        given: "command go when just(false) = just \"a\"", out: "#", values: "error: \"disabled\""),
      Example(
        "one at a time", "presses | flatMap (execute(go) | catch just(\"x\"))",
        given: "command go = timer(200ms) | map \"a\"", others: [("presses", "pp-p-|")],
        out: "-xa--[a|]"),
    ],
    built: { signal, machine in
      guard let run = machine.run else { return }
      let args = Arguments(signal: signal, run: run)
      try run.demandMain("execute", at: args.place)
      signal.shared = try args.command("command").execute(try args.values("with"), as: signal)
    }
  ) { args in
    guard let execution = args.signal.shared as? Execution else {
      throw Failure.type("execute has not been carried out", at: args.place)
    }
    return execution.stage(args.run)
  }
}

extension Arguments {
  func command(_ name: String) throws -> Command {
    let given = try value(name) ?? .null
    guard case .command(let command) = given else { throw mistake(name, "a command", given) }
    return command
  }
}
