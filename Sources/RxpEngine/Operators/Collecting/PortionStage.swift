/// A stage that cuts its events into portions, lists or windows: those that are open, in the order
/// in which they were opened, and their end with the source.
class PortionStage: Stage {
  private var portions: [(id: Int, portion: Portion)] = []
  private let asWindows: Bool
  private let sendsEmpty: Bool
  private let dropsRest: Bool
  private var nextID = 1

  /// Whether lists without events are sent too.
  static func empty(else fallback: String) -> Parameter {
    .named("empty", .bool, "whether empty lists are sent too", else: fallback)
  }

  /// What becomes of what is open at the end.
  static func onEnd(_ rest: String) -> Parameter {
    .named(
      "onEnd", .word(["send", "drop"]), "what becomes of \(rest) when the source completes",
      else: "send")
  }

  /// Reads the options `empty` and `onEnd`, where the operator has them.
  init(_ args: Arguments, asWindows: Bool, empty: Bool = false) throws {
    self.asWindows = asWindows
    sendsEmpty = try args.bool("empty") ?? empty
    dropsRest = try args.word("onEnd") == "drop"
    super.init(args.run)
  }

  final var isIdle: Bool { portions.isEmpty }
  final var openCount: Int { portions.count }
  final var oldest: Int? { portions.first?.id }
  final func isOpen(_ id: Int) -> Bool { portions.contains { $0.id == id } }

  @discardableResult
  final func open() -> Int {
    let id = nextID
    nextID += 1
    let portion = Portion(of: self, asWindow: asWindows)
    if !isDone { portions.append((id, portion)) }
    return id
  }

  /// Puts an event into all that are open, and closes those that are then complete.
  final func add(_ value: Value, closing isComplete: (Portion) -> Bool = { _ in false }) throws {
    for (id, portion) in portions where !isDone {
      try portion.add(value)
      if isComplete(portion) { try close(id) }
    }
  }

  /// Closes all of which something holds.
  final func closeAll(where isComplete: (Portion) -> Bool) throws {
    for (id, portion) in portions where !isDone && isComplete(portion) { try close(id) }
  }

  final func close(_ id: Int) throws {
    guard let at = portions.firstIndex(where: { $0.id == id }) else { return }
    let portion = portions.remove(at: at).portion
    if asWindows || sendsEmpty || portion.count > 0 { try portion.close() }
  }

  /// Closes what is open, then ends the result. An error drops lists, and passes into windows.
  final func end(_ end: End) throws {
    let rest = portions
    portions = []
    for (_, portion) in rest where !isDone {
      if asWindows {
        try portion.close(end)
      } else if case .completed = end, !dropsRest, sendsEmpty || portion.count > 0 {
        try portion.close()
      }
    }
    finish(end)
  }

  /// Asks the program; a mistake of it ends the windows too.
  final func asking<Answer>(_ question: () throws -> Answer) throws -> Answer {
    do { return try question() } catch {
      let failure = Failure.of(error).at(signal?.place, origin: run.originText)
      try end(.failed(failure))
      throw failure
    }
  }

  override func ended(_ end: End, _ input: Int) throws { try self.end(end) }

  override func stopped() { portions = [] }
}
