extension Operator {
  static let finally = Operator(
    "finally", .watching, "Works something out for its effect once the source has ended.",
    takes: [
      .required("f", .asked(.nothing, wants: .any), "asked once"),
      .named(
        "runs", .word(["before", "after"]), "whether before the end is passed on, or after",
        else: "before"),
      .named(
        "onRelease", .bool, "whether also where the result is let go of before its end",
        else: "false"),
    ],
    types: .sameAsInput, effects: true,
    shape: .watching(acts: true),
    pitfalls: [.ignoresAnswer(instead: nil)],
    elsewhere: [
      Elsewhere("rac.finally"),
      Elsewhere("rx.finalize", "runs: after, onRelease: true"),
      Elsewhere("rxswift.doOnDispose", "runs: after, onRelease: true", written: "do(onDispose:)"),
      Elsewhere("rs.onTerminated", written: "on(terminated:)"),
      Elsewhere("rs.onDisposed", "runs: after, onRelease: true", written: "on(disposed:)"),
    ],
    examples: [
      Example("events pass unchanged", "finally 1", in: "-a-|", out: "-a-|"),
      Example(
        "before the end is told: a mistake in it takes its place", "finally raise(\"why\")",
        in: "-a-|", out: "-a-#", values: "error: \"why\""),
      Example(
        "letting go is no end", "finally raise(\"why\") | take 1", in: "-a-b|", out: "-[a|]"),
    ]
  ) { args in
    FinallyStage(
      args.run, try args.asked("f"), runsAfter: try args.word("runs") == "after",
      onRelease: try args.bool("onRelease") ?? false)
  }
}

/// R6.
final class FinallyStage: Stage {
  private let f: Asked
  private let runsAfter: Bool
  private let onRelease: Bool
  private var hasRun = false

  init(_ run: Run, _ f: Asked, runsAfter: Bool, onRelease: Bool) {
    self.f = f
    self.runsAfter = runsAfter
    self.onRelease = onRelease
    super.init(run)
  }

  override func receive(_ batch: Batch, _ input: Int) { send(batch) }
  override func next(_ value: Value, _ input: Int) { send(value) }

  override func ended(_ end: End, _ input: Int) throws {
    hasRun = true
    if !runsAfter { _ = try f() }
    finish(end)
    // The end has been told: there is nobody left to tell of a mistake.
    if runsAfter { _ = try? f() }
  }

  override func stopped() {
    if hasRun || !onRelease { return }
    hasRun = true
    _ = try? f()
  }
}
