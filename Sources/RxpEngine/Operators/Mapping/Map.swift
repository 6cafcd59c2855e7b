extension Operator {
  static let map = Operator(
    "map", .mapping, "Sends what a function makes of each event.",
    takes: [.required("f", .asked(.event, wants: .any), "what to make of the event")],
    types: .argument("f"), each: .transform, shape: .mapping("f"),
    elsewhere: [
      Elsewhere("rac.map"),
      Elsewhere(
        "rac.reduceEach", written: "reduceEach:",
        note: "a lambda of several names takes a list apart"),
      Elsewhere("rx.map"),
      Elsewhere("rxswift.map"),
      Elsewhere("rs.map"),
      Elsewhere("combine.map"),
      Elsewhere("rxswift.enumerated", "f: [index] + [it]"),
      Elsewhere("rxswift.decode", "f: json(it)"),
      Elsewhere("combine.decode", "f: json(it)"),
      Elsewhere("combine.encode", "f: str(it)"),
    ],
    examples: [
      Example("one to one", "map upper", in: "-a-b-|", out: "-A-B-|"),
      Example("an error passes", "map upper", in: "-a-#", out: "-A-#"),
      Example(
        "index counts the events", "map index", in: "a-b|", out: "x-y|", values: "x: 0, y: 1"),
    ]
  ) { args in
    MapStage(args.run, try args.asked("f"))
  }
}

final class MapStage: Stage {
  private let f: Asked
  private let made = Batch()
  init(_ run: Run, _ f: Asked) {
    self.f = f
    super.init(run)
  }
  override func fieldsNeeded(_ input: Int) -> FieldNeeds { f.needs }
  override var rowStep: RowStep? { .map(f) }

  override func receive(_ batch: Batch, _ input: Int) {
    guard batch.count > 1, let answers = f.column(batch), made.take(answers, of: batch) else {
      return super.receive(batch, input)
    }
    send(made)
    made.clear()
  }

  override func next(_ value: Value, _ input: Int) throws { send(try f(value)) }
}
