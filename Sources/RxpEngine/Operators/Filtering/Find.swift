extension Operator {
  static let find = Operator(
    "find", .filtering, "Passes the first event that passes a test, or nil, and completes.",
    takes: [.required("test", .asked(.event, wants: .bool), "a yes/no test of the event")],
    types: .sameAsInput, atEnd: .flushes,
    shape: .picking,
    elsewhere: [
      Elsewhere("rx.find"),
      Elsewhere("rac.objectPassingTest", written: "objectPassingTest:"),
    ],
    examples: [
      Example("the first that passes", "find it > \"a\"", in: "-a-b-c|", out: "---[b|]"),
      Example("none: nil", "find it == \"z\"", in: "-a|", out: "--[n|]", values: "n: nil"),
      Example("an error passes", "find false", in: "-a#", out: "--#"),
    ]
  ) { args in
    let test = try args.asked("test")
    return PickStage(args.run, .value(.null)) { try test.test($0) ? .last : .pass }
  }
}
