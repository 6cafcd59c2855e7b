extension Operator {
  static let raceAll = Operator(
    "raceAll", .switching,
    "Follows the first one of the signals that are sent to send or to end, and lets go of the others.",
    types: .inner, atEnd: .waits,
    shape: .flattening(nil),
    elsewhere: [Elsewhere("rs.flattenRace", written: "flatten(.race)")],
    examples: [
      Example(
        "the first to send is followed", "map (if it == \"x\" then x else y) | raceAll",
        in: "-xy--|",
        others: [("x", "cold ----1-|"), ("y", "cold -2--3|")], out: "---2--3|"),
      Example(
        "those that come after are left alone", "map (if it == \"x\" then x else y) | raceAll",
        in: "-x--y|", others: [("x", "cold -1----2|"), ("y", "cold 3|")], out: "--1----2|"),
      Example(
        "an error counts too", "map (if it == \"x\" then x else y) | raceAll", in: "-xy--|",
        others: [("x", "cold ---1"), ("y", "cold -#")], out: "---#"),
      Example("without any it completes with its source", "raceAll", in: "--|", out: "--|"),
    ]
  ) { args in
    RaceAllStage(args.run)
  }
}

/// ReactiveSwift's flatten(.race): completes when the source and the followed signal have.
final class RaceAllStage: Stage {
  private var winner: Int?
  private var newest = 0
  private var isFollowing = false
  private var sourceEnded = false
  private static let source = 0

  override func receive(_ batch: Batch, _ input: Int) {
    if input == RaceAllStage.source { return super.receive(batch, input) }
    win(input)
    if winner == input { send(batch) }
  }

  override func next(_ value: Value, _ input: Int) throws {
    if input != RaceAllStage.source {
      win(input)
      if winner == input { send(value) }
      return
    }
    if winner != nil { return }
    guard let signal = try value.switchedSignal() else { return }
    newest += 1
    isFollowing = true
    connect(signal, input: newest)
  }

  private func win(_ input: Int) {
    if winner != nil { return }
    winner = input
    for upstream in upstreams
    where upstream.receiverInput != input && upstream.receiverInput != RaceAllStage.source {
      disconnect(upstream)
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .failed = end { return finish(end) }
    if input == RaceAllStage.source {
      sourceEnded = true
    } else {
      win(input)
      isFollowing = false
    }
    if sourceEnded, !isFollowing { complete() }
  }
}
