extension Operator {
  static let not = Operator(
    "not", .mapping, "Sends no for yes and yes for no.",
    types: .always(.bool),
    shape: .each,
    elsewhere: [Elsewhere("rac.not"), Elsewhere("rs.negate")],
    examples: [
      Example("inverts", "not", in: "-t-f|", out: "-f-t|", values: "t: true, f: false"),
      Example("nil counts as no", "not", in: "-n|", out: "-t|", values: "t: true, n: nil"),
      Example(
        "what is neither is an error", "not", in: "-x|", out: "-#", values: "error: \"type\""),
    ]
  ) { args in
    LogicStage(args.run) { value in .bool(try !value.truth(args.place)) }
  }
}

/// A5: value by value.
final class LogicStage: Stage {
  private let f: (Value) throws -> Value

  init(_ run: Run, _ f: @escaping (Value) throws -> Value) {
    self.f = f
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws { send(try f(value)) }

  /// The yes/no values of a list; an empty one has no answer.
  static func flags(_ value: Value, _ args: Arguments) throws -> [Bool] {
    guard case .list(let list) = value, !list.items.isEmpty else {
      throw Failure.type(
        "\(args.signal.name) needs lists of yes/no values: got \(value.excerpt())", at: args.place)
    }
    return try list.items.map { try $0.truth(args.place) }
  }
}
