extension Operator {
  static let reduce = Operator(
    "reduce", aka: ["aggregate"], .collecting, "Keeps a running value and sends it when the source completes.",
    takes: [
      .required("start", .value, "the running value before the first event"),
      .required("f", .asked(.accumulator(start: "start"), wants: .any), "the next running value, from acc and it"),
    ],
    types: TypeRule { ($0.argument("f") ?? .any).joined(with: $0.argument("start") ?? .any) },
    holds: .atMost(1), atEnd: .flushes,
    elsewhere: [Elsewhere("rac.aggregateWithStart"), Elsewhere("rx.reduce"), Elsewhere("rxswift.reduce"), Elsewhere("rs.reduce"), Elsewhere("combine.reduce")],
    examples: [
      Example("one value, at the end", "reduce \"\", acc + it", in: "-a-b-|", out: "-----[x|]", values: "x: \"ab\""),
      Example("of nothing: the start", "reduce 7, acc + it", in: "--|", out: "--[x|]", values: "x: 7"),
      Example("an error is all there is", "reduce 0, acc + 1", in: "-a-#", out: "---#"),
    ]
  ) { args in
    ReduceStage(args.run, try args.value("start") ?? .null, try args.asked("f"))
  }
}

/// A1.
final class ReduceStage: Stage {
  private var value: Value
  private let f: Asked
  init(_ run: Run, _ start: Value, _ f: Asked) {
    value = start
    self.f = f
    super.init(run)
  }
  override func next(_ event: Value, _ input: Int) throws { value = try f(acc: value, event) }
  override func ended(_ end: End, _ input: Int) {
    if case .completed = end { send(value) }
    finish(end)
  }
  override func stopped() { value = .null }
}
