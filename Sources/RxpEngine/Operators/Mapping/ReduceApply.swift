extension Operator {
  static let reduceApply = Operator(
    "reduceApply", .mapping,
    "Calls the function that is the first member of each list with the other members.",
    types: .always(.any),
    shape: .each,
    elsewhere: [Elsewhere("rac.reduceApply")],
    examples: [
      Example(
        "function and arguments come together", "map [x => upper(x), it] | reduceApply",
        in: "-a-b|",
        out: "-A-B|"),
      Example(
        "what has no function in front is a mistake", "map [it] | reduceApply", in: "-a-b|",
        out: "-#", values: "error: \"type\""),
      Example(
        "a function without arguments", "map [() => 7] | reduceApply", in: "-a|", out: "-x|",
        values: "x: 7"),
    ]
  ) { args in
    ReduceApplyStage(args.run)
  }
}

/// RACStream: a tuple of a block and its arguments becomes what the block returns.
final class ReduceApplyStage: Stage {
  override func next(_ value: Value, _ input: Int) throws {
    guard case .list(let list) = value, case .function(let function)? = list.items.first else {
      throw Failure.type("reduceApply needs lists with a function in front, got \(value.excerpt())")
    }
    send(
      try run.machine.call(function, Array(list.items.dropFirst()), place: signal.place))
  }
}
