extension Operator {
  static let all = Operator(
    "all", aka: ["every"], .collecting,
    "Sends whether every event passes a test, as soon as that is known.",
    takes: [
      .required("test", .asked(.event, wants: .bool), "a yes/no test of the event"),
      .named(
        "onError", .word(["false", "fail"]), "what an error of the source gives", else: "false"),
    ],
    types: .always(.bool), atEnd: .flushes,
    shape: .deciding,
    elsewhere: [
      Elsewhere("rac.all"),
      Elsewhere("rac.waitUntilCompleted", "test: true", note: "blocks there"),
      Elsewhere("rx.every", "onError: fail"),
      Elsewhere("combine.allSatisfy", "onError: fail"),
      Elsewhere("combine.tryAllSatisfy", "onError: fail"),
      Elsewhere("rac.asynchronouslyWaitUntilCompleted", "test: true"),
    ],
    examples: [
      Example(
        "no at the first that fails", "all it == \"a\"", in: "-a-b-a|", out: "---[f|]",
        values: "f: false"),
      Example(
        "yes at the completion, of nothing too", "all false", in: "--|", out: "--[t|]",
        values: "t: true"),
      Example("no on an error", "all true", in: "-a-#", out: "---[f|]", values: "f: false"),
      Example("as in Rx the error passes", "all true, onError: fail", in: "-a-#", out: "---#"),
    ]
  ) { args in
    QuantifierStage(
      args.run, try args.asked("test"), decisive: false,
      failsOnError: try args.word("onError") == "fail")
  }
}
