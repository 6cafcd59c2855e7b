extension Builtin {
  static let error = Builtin(
    "error", "An error as a value, out of a message or any other value.",
    [Parameter("why", .any)], gives: .always(.failure), onNil: .passes,
    examples: [
      ("error(\"why\").message", "\"why\""), ("error(\"why\").kind", "\"user\""),
      ("error({code: 1}).value", "{code: 1}"),
    ]
  ) { call in
    .failure(Failure.from(call[0]))
  }

  static let raise = Builtin(
    "raise", "Ends the signal with an error.", [Parameter("why", .any)], gives: .any,
    onNil: .passes,
    examples: [
      ("if 2 > 1 then \"fine\" else raise(\"too big\")", "\"fine\""),
      ("{a: 1}.a ?? raise(\"no a\")", "1"),
    ]
  ) { call in
    throw Failure.from(call[0])
  }

  static let next = Builtin(
    "next", "The event that carries a value, as materialize sends it.", [.any],
    gives: ResultRule { .event($0.first ?? .any) }, onNil: .passes,
    examples: [("next(1).kind", "\"next\""), ("next(1).value", "1")]
  ) { call in
    .event(try Event(.next(call[0])))
  }

  static let failed = Builtin(
    "failed", "The event of an error, as materialize sends it.", [Parameter("error", .any)],
    gives: .always(.event(.any)), onNil: .passes,
    examples: [
      ("failed(error(\"why\")).kind", "\"error\""), ("failed(\"why\").error.message", "\"why\""),
    ]
  ) { call in
    .event(.error(Failure.from(call[0])))
  }

  static let completed = Builtin(
    "completed", "The event of a completion, as materialize sends it.", [],
    gives: .always(.event(.any)),
    examples: [("completed.kind", "\"completed\""), ("completed.value", "nil")]
  ) { _ in
    .event(.completed)
  }
}
