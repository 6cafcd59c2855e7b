extension Operator {
  static let `defer` = Operator(
    "defer", .creating, role: .source, "Makes its signal anew at each subscription.",
    takes: [.required("f", .asked(.nothing, wants: .signal(.any)), "gives the signal")],
    types: TypeRule { ($0.argument("f") ?? .any).sent }, atEnd: .ends,
    shape: ShapeRule { $0.signal("f").failing },
    elsewhere: [
      Elsewhere("rac.defer"),
      Elsewhere("rx.defer"),
      Elsewhere("rxswift.deferred"),
      Elsewhere("rs.deferred", note: "there every producer is"),
      Elsewhere("combine.Deferred"),
    ],
    examples: [
      Example("sends what it was given", "defer just(1)", out: "[a|]", values: "a: 1"),
      Example("an error passes", "defer () => fail(\"why\")", out: "#", values: "error: \"why\""),
      Example(
        "asked for each subscription", "defer just(7) | repeat | take 2", out: "[aa|]",
        values: "a: 7"),
    ]
  ) { args in
    DeferStage(args.run, try args.asked("f"))
  }
}

final class DeferStage: Stage {
  private let f: Asked
  init(_ run: Run, _ f: Asked) {
    self.f = f
    super.init(run)
  }
  override func start() throws {
    guard let signal = try f.signal(.null) else { return complete() }
    connect(signal)
  }
  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }
}
