extension Operator {
  static let pluck = Operator(
    "pluck", .mapping,
    "Sends what stands in each event under a name, under a name in that, and so on.",
    takes: [
      .required(
        "path", .values,
        "names of fields, or places in lists and strings, as [ ] takes them; nil where one is not there"
      )
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
      Example(
        "the last one of a list", "pluck -1", in: "-a|", out: "-x|", values: "a: [1, 2], x: 2"),
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
    send(path.reduce(value) { $0.part($1) ?? .null })
  }
}
