extension Operator {
  static let dematerialize = Operator(
    "dematerialize", .errors, "Turns events as values into events: the inverse of materialize.",
    types: TypeRule { if case .event(let item) = $0.input { item } else { .any } },
    shape: ShapeRule(worksOnValues: true, stopsEarly: true) { context in
      if context.input.isSilent { return context.input }
      var shape = context.input.thinned.mayFail.ended
      shape.inner = nil
      return shape
    },
    elsewhere: [
      Elsewhere("rac.dematerialize"), Elsewhere("rx.dematerialize"),
      Elsewhere("rxswift.dematerialize"), Elsewhere("rs.dematerialize"),
    ],
    examples: [
      Example(
        "the completion as a value ends it at once", "dematerialize", in: "-x-y-x|", out: "-a-|",
        values: "x: next(\"a\"), y: completed"),
      Example(
        "an error as a value too", "dematerialize", in: "-x-y-x|", out: "-a-#",
        values: "x: next(\"a\"), y: failed(\"why\"), error: \"why\""),
      Example("undoes materialize", "materialize | dematerialize", in: "-a-#", out: "-a-#"),
      Example(
        "what is no event is an error", "dematerialize", in: "-a|", out: "-#",
        values: "error: \"type\""),
    ]
  ) { args in
    DematerializeStage(args.run)
  }
}

/// R7.
final class DematerializeStage: Stage {
  override func next(_ value: Value, _ input: Int) throws {
    guard case .event(let event) = value else {
      throw Failure.type("dematerialize needs events as values: got \(value.excerpt())")
    }
    switch event.content {
    case .next(let value): send(value)
    case .error(let failure): finish(.failed(failure))
    case .completed: complete()
    }
  }
}
