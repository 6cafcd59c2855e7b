extension Operator {
  static let `do` = Operator(
    "do", aka: ["tap", "doNext"], .watching,
    "Works something out for its effect and passes the events on.",
    takes: [
      .optional(
        "next", .asked(.event, wants: .any), "asked for each event, before it is passed on",
        else: "nothing"),
      .named(
        "error", .asked(.failure, wants: .any), "asked for an error, before it is passed on",
        else: "nothing"),
      .named(
        "completed", .asked(.nothing, wants: .any),
        "asked at the completion, before it is passed on", else: "nothing"),
    ],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    pitfalls: [.ignoresAnswer(instead: "flatMap")],
    elsewhere: [
      Elsewhere("rac.doNext"),
      Elsewhere("rx.tap"),
      Elsewhere("rxswift.do"),
      Elsewhere("rs.on"),
      Elsewhere("rs.onValue", written: "on(value:)"),
      Elsewhere("combine.handleEvents", written: "handleEvents(receiveOutput:)"),
    ],
    examples: [
      Example("events pass unchanged", "do upper", in: "-a-b-|", out: "-a-b-|"),
      Example(
        "a mistake in it is an error of the signal", "do raise(\"why\")", in: "-a-|", out: "-#",
        values: "error: \"why\""),
      Example(
        "at an error", "do nil, error: raise(\"other\")", in: "-#", out: "-#",
        values: "error: \"other\""),
    ]
  ) { args in
    DoStage(
      args.run, next: args.optionalAsked("next"), error: args.optionalAsked("error"),
      completed: args.optionalAsked("completed"))
  }
}

/// R6.
final class DoStage: Stage {
  private let onNext: Asked?
  private let onError: Asked?
  private let onCompleted: Asked?

  init(_ run: Run, next: Asked?, error: Asked?, completed: Asked?) {
    onNext = next
    onError = error
    onCompleted = completed
    super.init(run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    _ = try onNext?(value)
    send(value)
  }

  override func ended(_ end: End, _ input: Int) throws {
    switch end {
    case .completed: _ = try onCompleted?()
    case .failed(let failure): _ = try onError?(.failure(failure))
    }
    finish(end)
  }
}
