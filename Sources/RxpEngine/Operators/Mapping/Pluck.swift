extension Operator {
  static let pluck = Operator(
    "pluck", .mapping,
    "Sends what stands in each event under a name, under a name in that, and so on.",
    takes: [
      .required("path", .values, "names of fields, or places in lists; nil where one is not there")
    ],
    types: .always(.any),
    shape: .each,
    elsewhere: [Elsewhere("rx.pluck")],
    examples: [
      Example("a field", "pluck \"n\"", in: "-a|", out: "-x|", values: "a: {n: 1}, x: 1"),
      Example(
        "a field of a field", "pluck \"n\", \"m\"", in: "-ab|", out: "-xy|",
        values: "a: {n: {m: 1}}, b: {n: 2}, x: 1, y: nil"),
      Example(
        "what is not there is nil", "pluck \"z\"", in: "-a|", out: "-x|",
        values: "a: {n: 1}, x: nil"),
      Example("an error passes", "pluck \"n\"", in: "-#", out: "-#"),
    ]
  ) { args in
    PluckStage(args.run, try args.values("path"))
  }
}

final class PluckStage: Stage {
  private let path: [Value]
  init(_ run: Run, _ path: [Value]) {
    self.path = path
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) {
    send(path.reduce(value) { PluckStage.part($1, of: $0) })
  }

  private static func part(_ key: Value, of value: Value) -> Value {
    switch (value, key) {
    case (.record(let record), .text(let name)): record[name] ?? .null
    case (.list(let list), .int(let place)):
      list.items.indices.contains(place) ? list.items[place] : .null
    default: .null
    }
  }
}
