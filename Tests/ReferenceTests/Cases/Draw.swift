import TestSupport

@testable import RxpEngine

/// Draws cases at random: sources, arguments by the operators' own parameters, subscribers.
struct Draw {
  var random: SeededRandom
  private(set) var sources: [SourceCase] = []
  /// What letters stand for where nothing else is asked for.
  private(set) var plain: [Phrase] = []
  /// Whether questions leave the values of events alone: their types are not known.
  var comparesNothing = false

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    plain = random.pick([
      ["a", "b", "c", "d"].map { .text($0) },
      [.number(1), .number(2), .number(3), .number(2)],
      [.number(1), .text("b"), .nil, Phrase("1.0", is: .double(1))],
    ])
  }

  mutating func chance(_ one: Int, in all: Int) -> Bool { random.below(all) < one }

  // MARK: Sources

  mutating func source(_ name: String, _ feed: Feed = .plain, kinds: [SourceCase.Kind]? = nil) {
    let alphabet = feed.alphabet(&self)
    let kind = random.pick(
      kinds ?? [.hot, .hot, .hot, .cold, .cold, .cold, .sudden, .burst, .late, .shared])
    sources.append(SourceCase(name: name, kind: kind, marks: marks(), alphabet: alphabet))
  }

  /// Now and then more in one instant than a small batch holds; now and then the end falls on the
  /// instant at which another source ends.
  private mutating func marks() -> [SourceCase.Mark] {
    var marks: [SourceCase.Mark] = []
    var column = random.below(3)
    let isLong = chance(1, in: 16)
    for _ in 0..<(isLong ? 8 + random.below(16) : random.below(8)) {
      marks.append(SourceCase.Mark(column: column, sign: random.pick(Alphabet.letters)))
      column += random.pick(isLong ? [0, 0, 0, 0, 1] : [0, 0, 1, 1, 1, 2, 3])
    }
    if chance(1, in: 4), let other = sources.isEmpty ? nil : random.pick(sources),
      let end = other.marks.last, end.isEnd, end.column >= marks.last?.column ?? 0
    {
      column = end.column
    }
    switch random.below(8) {
    case 0, 1, 2, 3: marks.append(SourceCase.Mark(column: column, sign: "|"))
    case 4, 5: marks.append(SourceCase.Mark(column: column, sign: "#"))
    default: break
    }
    return marks
  }

  /// A signal that inner ones are made of.
  mutating func inner(_ name: String) -> Phrase {
    if !sources.contains(where: { $0.name == name }) {
      source(name, kinds: [.hot, .cold, .cold, .cold, .cold, .sudden, .burst, .late, .shared])
    }
    return .named(name)
  }

  /// The same where nothing may come at the subscription or within the first column.
  mutating func slow(_ name: String) -> Phrase {
    if !sources.contains(where: { $0.name == name }) {
      source(name, kinds: [.hot, .cold])
      for mark in sources[sources.count - 1].marks.indices {
        sources[sources.count - 1].marks[mark].column += 1
      }
    }
    return .named(name)
  }

  /// A further signal.
  mutating func other(_ feed: Feed) -> Phrase {
    if chance(1, in: 10), feed == .plain {
      return random.pick([
        Phrase("never") { Flow.of([], nil, in: $0.world).value },
        Phrase("empty") { Flow.of([], in: $0.world).value },
        Phrase("(just 7)") { Flow.of([.int(7)], in: $0.world).value },
        Phrase("(fail \"why\")") { Flow.failing(.from(.string("why")), in: $0.world).value },
        Phrase("(timer 20ms)") { .timer(2 * SourceCase.column, $0) },
      ])
    }
    let name = "t\(sources.count)"
    source(name, feed)
    return .named(name)
  }

  /// The sources in the order of their definitions: those first that others speak of.
  mutating func ordered() -> [SourceCase] {
    let inner = sources.filter { $0.name == "p" || $0.name == "q" }
    var rest = sources.filter { $0.name != "p" && $0.name != "q" }
    rest.shuffle(using: &random)
    return inner + rest
  }

  // MARK: Stages

  /// A call of an operator with arguments drawn for its parameters.
  mutating func stage(_ definition: Operator, _ reference: Reference?) -> StageCase {
    var arguments: [(name: String, Argument)] = []
    for parameter in definition.parameters {
      let isWanted = reference?.always.contains(parameter.name) == true
      if parameter.isOptional, !isWanted, chance(1, in: 2) { continue }
      let drawn =
        reference?.arguments[parameter.name]?(&self)
        ?? argument(parameter, reference?.feeds[parameter.name] ?? .plain)
      if let drawn { arguments.append((parameter.name, drawn)) }
    }
    let stage = StageCase(definition: definition, arguments: arguments)
    return reference?.adjusted(stage) ?? stage
  }

  private mutating func argument(_ parameter: Parameter, _ feed: Feed) -> Argument? {
    switch parameter.kind {
    case .count: return .count(random.pick([0, 1, 1, 2, 2, 3, Int.max]))
    case .duration:
      if chance(1, in: 16) { return .duration(Time.forever) }
      return .duration(random.pick([0, 10, 20, 30, 15, 50]) * Time.millisecond)
    case .period: return .duration(random.pick([10, 20, 30, 15]) * Time.millisecond)
    case .bool: return .flag(chance(1, in: 2))
    case .text: return .value(.text("label"))
    case .word(let words): return .word(random.pick(words))
    case .value: return .value(random.pick(feed.alphabet(&self).phrases))
    case .asked(let asking, let wants): return .asked(question(asking, wants))
    case .signal: return .value(other(feed))
    case .signals: return .values((0..<random.below(4)).map { _ in other(feed) })
    case .signalsOrRecord:
      if chance(1, in: 4) {
        return .record((0..<(1 + random.below(2))).map { (["m", "n"][$0], other(feed)) })
      }
      return .values((0..<random.below(4)).map { _ in other(feed) })
    case .values:
      return .values((0..<(1 + random.below(3))).map { _ in random.pick(plain) })
    // What only a reference can draw, if there is one.
    default: return nil
    }
  }
}

extension Value {
  /// The signal of a timer with one value.
  static func timer(_ time: Int, _ scope: Scope) -> Value {
    Flow(scope.world) { out in
      out.after(time) {
        out.send(.int(0))
        out.complete()
      }
    }.value
  }
}
