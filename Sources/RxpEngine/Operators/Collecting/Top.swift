import RxpText

extension Operator {
  static let top = Operator(
    "top", aka: ["topK"], .collecting,
    "Sends the greatest events, or the most frequent keys, the first of them first, when the source "
      + "completes.",
    takes: [
      .required("n", .count, "how many"),
      .optional(
        "by", .asked(.event, wants: .any), "what is compared; nil and NaN leave the event out",
        else: "the event itself"),
      .named(
        "key", .asked(.event, wants: .any),
        "counts the events of each key, and sends {key, count} for those with most",
        else: "events are compared"),
      .named(
        "weight", .asked(.event, wants: .number),
        "what the event adds to its key; nil leaves it out",
        else: "1"),
      .named(
        "order", .word(["descending", "ascending"]),
        "whether the greatest or the least are wanted; of equal ones the earlier is first",
        else: "descending"),
      .named(
        "sends", .word(["atEnd", "changes"]),
        "whether they are sent one by one at the end, or as a list whenever they change",
        else: "atEnd"),
      .limit("keys"),
    ],
    types: TypeRule { context in
      let item: Type =
        if let key = context.argument("key") {
          .record([.init("key", key), .init("count", .number)], isClosed: true)
        } else { context.input }
      return context.argument("sends") == nil ? item : .any
    },
    holds: .growing("n events; with key a count for each key"), atEnd: .flushes,
    shape: ShapeRule {
      $0.has("sends") ? $0.input.cut : $0.input.gathered(most: $0.number("n"), least: 0).failing
    },
    pitfalls: [.waitsForEndUnless("sends")],
    examples: [
      Example("the greatest, at the end", "top 2", in: "-b-d-a-c|", out: "--------[dc|]"),
      Example(
        "the most frequent keys", "top 1, key: it", in: "-a-b-b|", out: "------[x|]",
        values: "x: {key: \"b\", count: 2}"),
      Example("an error is all there is", "top 2", in: "-a#", out: "--#"),
      Example(
        "by a part of it, the least", "top 2, .n, order: ascending", in: "abc|", out: "---[ac|]",
        values: "a: {n: 1}, b: {n: 7}, c: {n: 1}"),
      Example(
        "whenever they change", "top 2, sends: changes", in: "-a-c-b-a|", out: "-x-y-z--|",
        values: "x: [\"a\"], y: [\"c\", \"a\"], z: [\"c\", \"b\"]"),
    ]
  ) { args in
    if args.has("key") { return try TopKeysStage(args) }
    if args.has("weight") {
      throw Failure.type("top needs a key where weight is given", at: args.place)
    }
    return try TopStage(args)
  }
}

/// Keeps n events in a heap, the one that would go first at hand.
final class TopStage: Stage {
  private struct Candidate {
    let key: Value
    let number: Int
    let event: Value
  }

  private let most: Int
  private let by: Asked?
  private let comesBefore: (Candidate, Candidate) -> Bool
  private let sendsChanges: Bool
  private var kept: BinaryHeap<Candidate>
  private var count = 0

  init(_ args: Arguments) throws {
    most = try args.count("n") ?? 0
    by = args.optionalAsked("by")
    sendsChanges = try args.word("sends") == "changes"
    let isAscending = try args.word("order") == "ascending"
    let comesBefore: (Candidate, Candidate) -> Bool = { a, b in
      let (x, y) = isAscending ? (a.key, b.key) : (b.key, a.key)
      if Value.totalOrder(x, y) { return true }
      return !Value.totalOrder(y, x) && a.number < b.number
    }
    self.comesBefore = comesBefore
    kept = BinaryHeap { comesBefore($1, $0) }
    super.init(args.run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    let key = try by?(value) ?? value
    if most == 0 || !key.hasOrder { return }
    let candidate = Candidate(key: key, number: count, event: value)
    count += 1
    if kept.count < most {
      kept.insert(candidate)
      // A number that was given may be held; `inf` is none.
      if most == Int.max { try run.checkHeld(kept.count, by: self) }
    } else if let last = kept.first, comesBefore(candidate, last) {
      kept.replaceFirst(by: candidate)
    } else {
      return
    }
    if sendsChanges { send(try .list(inOrder())) }
  }

  private func inOrder() -> [Value] { kept.elements.sorted(by: comesBefore).map(\.event) }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end, !sendsChanges { for event in inOrder() where !isDone { send(event) } }
    finish(end)
  }

  override func stopped() { kept.removeAll() }
}
