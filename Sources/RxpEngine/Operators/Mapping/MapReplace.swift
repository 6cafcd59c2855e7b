extension Operator {
  static let mapReplace = Operator(
    "mapReplace", aka: ["mapTo"], .mapping, "Sends one value in place of each event.",
    takes: [.required("value", .value, "what to send")], types: .argument("value"),
    shape: .each,
    elsewhere: [
      Elsewhere("rac.mapReplace"),
      Elsewhere("rx.mapTo"),
      Elsewhere("rs.mapValue", written: "map(value:)"),
    ],
    examples: [
      Example("a constant", "mapReplace \"z\"", in: "-a-b-|", out: "-z-z-|"),
      Example("an error passes", "mapReplace \"z\"", in: "-a-#", out: "-z-#"),
      Example("nil is a value too", "mapReplace nil", in: "-a|", out: "-b|", values: "b: nil"),
    ]
  ) { args in
    MapReplaceStage(args.run, try args.value("value") ?? .null)
  }
}

final class MapReplaceStage: Stage {
  private let value: Value
  init(_ run: Run, _ value: Value) {
    self.value = value
    super.init(run)
  }
  override func next(_ value: Value, _ input: Int) { send(self.value) }
}
