extension Operator {
  static let just = Operator(
    "just", aka: ["return", "of"], .creating, role: .source,
    "Sends the given values, then completes.",
    takes: [.required("values", .values, "what to send, in order")],
    types: TypeRule { context in (context.argument("values") ?? .any).sent },
    atEnd: .ends, rows: .arguments,
    shape: ShapeRule { context in
      let items = SignalShape.items(context.count("values"))
      return context.value("values") == nil ? items.failing : items
    },
    elsewhere: [
      Elsewhere("rac.return"),
      Elsewhere("rx.of"),
      Elsewhere("rxswift.just"),
      Elsewhere("rxswift.of"),
      Elsewhere("rs.value", written: "SignalProducer(value:)"),
      Elsewhere("combine.Just"),
    ],
    examples: [
      Example("a value and the end in one instant", "just 1", out: "[a|]", values: "a: 1"),
      Example("several values", "just 1, 2", out: "[ab|]", values: "a: 1, b: 2"),
      Example("nil is a value like any other", "just nil", out: "[a|]", values: "a: nil"),
    ]
  ) { args in
    ItemsStage(args.run, try args.values("values"))
  }
}

/// Sends values it has, at subscription.
final class ItemsStage: Stage {
  private let items: [Value]
  init(_ run: Run, _ items: [Value]) {
    self.items = items
    super.init(run)
  }

  override func start() {
    if items.count == 1 {
      send(items[0])
      return complete()
    }
    let batch = Batch()
    for item in items {
      batch.append(item)
      if batch.count >= run.batchLimit {
        send(batch)
        batch.clear()
        if isDone || !run.mayGoOn() { return }
      }
    }
    send(batch)
    complete()
  }
}
