extension Operator {
  static let sortBy = Operator(
    "sortBy", aka: ["sort"], .collecting,
    "Passes the events in order: all of them when the source completes, or within a window as they "
      + "come.",
    takes: [
      .optional(
        "by", .asked(.event, wants: .any),
        "what is compared; of different kinds: nil, false, true, numbers, strings, lists, all else",
        else: "the event itself"),
      .named(
        "window", .count,
        "holds so many events back, and passes the first of them in order when one more comes",
        else: "all are held until the end"),
      .named(
        "order", .word(["ascending", "descending"]), "of equal events the earlier is always first",
        else: "ascending"),
      .limit("events"),
    ],
    types: .sameAsInput, holds: .growing("all events, or those of the window"), atEnd: .flushes,
    shape: ShapeRule {
      $0.has("window") ? $0.input.cut : $0.input.gathered(most: nil, least: 0).failing
    },
    pitfalls: [.waitsForEndUnless("window")],
    examples: [
      Example("all at the end", "sortBy", in: "-c-a-b|", out: "------[abc|]"),
      Example(
        "events that are a little out of order", "sortBy window: 1", in: "-b-a-c-d|",
        out: "---a-b-c[d|]"),
      Example("an error drops what is held", "sortBy", in: "-b-a#", out: "----#"),
      Example(
        "equal ones stay as they came", "sortBy len, order: descending", in: "abcd|",
        out: "----[bacd|]", values: "a: \"aa\", b: \"bbb\", c: \"cc\", d: \"dd\""),
    ]
  ) { args in
    try SortByStage(args)
  }
}

/// A heap of what is held, the first in order at hand.
final class SortByStage: Stage {
  private struct Held {
    let key: Value
    let number: Int
    let event: Value
  }

  private let by: Asked?
  private let window: Int?
  private let limit: HeldLimit
  private let comesBefore: (Held, Held) -> Bool
  private var held: [Held] = []
  private var heap: BinaryHeap<Held>
  private var count = 0

  init(_ args: Arguments) throws {
    by = args.optionalAsked("by")
    window = try args.count("window")
    limit = try HeldLimit(args, "events")
    let isDescending = try args.word("order") == "descending"
    let comesBefore: (Held, Held) -> Bool = { a, b in
      let (x, y) = isDescending ? (b.key, a.key) : (a.key, b.key)
      if Value.totalOrder(x, y) { return true }
      return !Value.totalOrder(y, x) && a.number < b.number
    }
    self.comesBefore = comesBefore
    heap = BinaryHeap(comesBefore)
    super.init(args.run)
  }

  override func next(_ value: Value, _ input: Int) throws {
    let event = Held(key: try by?(value) ?? value, number: count, event: value)
    count += 1
    guard let window else {
      held.append(event)
      return try limit.check(held.count, by: self)
    }
    if heap.count < window {
      heap.insert(event)
      // A number that was given may be held; `inf` is none.
      if window == Int.max { try limit.check(heap.count, by: self) }
    } else if let first = heap.first, comesBefore(first, event) {
      heap.replaceFirst(by: event)
      send(first.event)
    } else {
      send(value)
    }
  }

  override func ended(_ end: End, _ input: Int) {
    if case .completed = end {
      held.sort(by: comesBefore)
      let all = held
      held = []
      for event in all where !isDone { send(event.event) }
      while !isDone, let event = heap.popFirst() { send(event.event) }
    }
    finish(end)
  }

  override func stopped() {
    held = []
    heap.removeAll()
  }
}
