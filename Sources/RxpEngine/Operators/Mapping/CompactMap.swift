extension Operator {
  static let compactMap = Operator(
    "compactMap", aka: ["filterMap"], .mapping,
    "Sends what a function makes of each event, without the nils.",
    takes: [
      .required("f", .asked(.event, wants: .any), "what to make of the event; nil for nothing")
    ],
    types: .argument("f"),
    shape: ShapeRule(worksOnValues: true) { ShapeRule.mapping("f").apply($0).thinned },
    elsewhere: [
      Elsewhere("rxswift.compactMap"), Elsewhere("rs.compactMap"), Elsewhere("rs.filterMap"),
      Elsewhere("combine.compactMap"), Elsewhere("combine.tryCompactMap"),
    ],
    examples: [
      Example(
        "numbers among other things", "compactMap int(it)", in: "-1-b-2|", out: "-x---y|",
        values: "x: 1, y: 2"),
      Example("false is no nil", "compactMap false", in: "-a|", out: "-f|", values: "f: false"),
      Example("an error passes", "compactMap it", in: "-a#", out: "-a#"),
    ]
  ) { args in
    CompactMapStage(args.run, try args.asked("f"))
  }
}

final class CompactMapStage: Stage {
  private let f: Asked
  init(_ run: Run, _ f: Asked) {
    self.f = f
    super.init(run)
  }
  override func fieldsNeeded(_ input: Int) -> FieldNeeds { f.needs }

  override func next(_ value: Value, _ input: Int) throws {
    let made = try f(value)
    if case .null = made { return }
    send(made)
  }
}
