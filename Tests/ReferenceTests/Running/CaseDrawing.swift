import TestSupport

@testable import RxpEngine

extension Draw {
  /// A case for one operator, with what it needs before and after it to be comparable.
  static func example(of definition: Operator, seed: UInt64) -> Case {
    var draw = Draw(seed: seed)
    let reference = Reference.of(definition.name)
    let stages = draw.stages(of: definition)
    let first = reference?.before.first.flatMap { Reference.of($0) } ?? reference
    return draw.example(
      stages, feed: first?.feed ?? .plain, subscribers: reference?.subscribers ?? 2, closes: true)
  }

  /// A case for two operators, one behind the other.
  static func example(of first: Operator, _ second: Operator, seed: UInt64) -> Case {
    var draw = Draw(seed: seed)
    var stages = draw.stages(of: first)
    let feed = Reference.of(second.name)?.feed ?? .plain
    if feed.isSpecial, draw.chance(2, in: 3) { stages.append(draw.adapter(to: feed)) }
    draw.comparesNothing = draw.chance(1, in: 2)
    stages += draw.stages(of: second)
    draw.comparesNothing = false
    return draw.example(
      stages, feed: Reference.of(first.name)?.feed ?? .plain, subscribers: 2, closes: false)
  }

  private mutating func stages(of definition: Operator) -> [StageCase] {
    let reference = Reference.of(definition.name)
    var stages: [StageCase] = []
    if let name = reference?.before.isEmpty == false ? random.pick(reference?.before ?? []) : nil,
      let before = Catalog.find(name)
    {
      // With a selector it would be no signal to connect.
      var published = stage(before, Reference.of(name))
      published.arguments.removeAll { $0.name == "selector" }
      stages.append(published)
    }
    stages.append(stage(definition, reference))
    return stages
  }

  /// Turns any values into such as an operator works on.
  private mutating func adapter(to feed: Feed) -> StageCase {
    let phrases = feed.alphabet(&self).phrases
    let list = Phrase.list(phrases).text
    let question = Question("\(list)[index % \(phrases.count)]") { asked, scope in
      phrases[asked.index % phrases.count].value(scope)
    }
    return StageCase(definition: .map, arguments: [("f", .asked(question))])
  }

  /// What makes plain values of signals that are sent: their values, their lists, or what comes to
  /// who subscribes later.
  private mutating func followers() -> [StageCase] {
    let flatten = StageCase(definition: .flatten, arguments: [])
    let list = Question("it | collect") { asked, scope in
      guard let flow = asked.it.flow(in: scope.world) else { return .null }
      return flow.told { values, end in .atCompletion(end) { .of(values) } }.value
    }
    let lists = StageCase(definition: .map, arguments: [("f", .asked(list))])
    let late = StageCase(
      definition: .delay, arguments: [("time", .duration(15 * Time.millisecond))])
    return random.pick([[flatten], [flatten], [lists, flatten], [late, flatten]])
  }

  private mutating func subscriber(_ number: Int) -> Subscriber {
    var subscriber = Subscriber()
    let half = SourceCase.column / 2
    if number > 0 || chance(1, in: 8) { subscriber.from = random.below(8) * SourceCase.column }
    if chance(1, in: 3) { subscriber.until = subscriber.from + (1 + random.below(24)) * half }
    if chance(1, in: 8) { subscriber.count = 1 + random.below(4) }
    return subscriber
  }

  private mutating func example(
    _ stages: [StageCase], feed: Feed, subscribers: Int, closes: Bool
  ) -> Case {
    var stages = stages
    if closes, let last = stages.last, Reference.of(last.definition.name)?.sendsSignals == true {
      stages += followers()
    }
    for index in stages.indices { stages[index] = stages[index].withoutRecord(isFirst: index == 0) }
    var input: String?
    let role = stages.first?.definition.role
    if role == .stage
      || (role == .sourceOrStage && stages.first?.hasRecord == false && chance(3, in: 4))
    {
      source("a", feed)
      input = "a"
    }
    let observers = (0..<(chance(1, in: 3) ? 1 + random.below(subscribers) : 1)).map {
      subscriber($0)
    }
    var example = Case(
      sources: ordered(), input: input, stages: stages, observers: observers,
      alphabet: Alphabet(phrases: plain))
    for (index, stage) in stages.enumerated() {
      let isLast = index == stages.count - 1
      let isSelected = stage.arguments.contains { $0.name == "selector" }
      if stage.definition.isConnectedByHand, !isSelected {
        for _ in 0..<random.below(4) where isLast || chance(1, in: 4) {
          example.acts.append(
            (
              random.below(9) * SourceCase.column,
              random.pick([.connect, .connect, .disconnect]), index
            ))
        }
      }
      if stage.definition.name == "subject" {
        for _ in 0..<random.below(7) {
          let sent = Case.Act.send(random.pick(plain))
          example.acts.append(
            (
              random.below(12) * SourceCase.column,
              random.pick([sent, sent, sent, sent, .complete, .fail]), index
            ))
        }
      }
    }
    return example
  }
}

extension Feed {
  /// Whether what it is not is mostly a mistake.
  var isSpecial: Bool {
    switch self {
    case .plain, .keys: false
    default: true
    }
  }
}

extension Operator {
  /// Whether `connect` and `disconnect` act on it.
  var isConnectedByHand: Bool { name.hasPrefix("publish") || name == "multicast" }
}

extension Case {
  /// Whether the stage behind this one must stand right behind it, with nothing between.
  func needsItsNeighbour(_ stage: Int) -> Bool {
    guard stage + 1 < stages.count else { return false }
    return ["autoconnect", "refCount"].contains(stages[stage + 1].definition.name)
  }
}

extension StageCase {
  fileprivate var hasRecord: Bool {
    arguments.contains { if case .record = $0.1 { true } else { false } }
  }

  /// A record of signals names all of them: there is no further one before the stage.
  fileprivate func withoutRecord(isFirst: Bool) -> StageCase {
    if isFirst { return self }
    var changed = self
    for (place, argument) in arguments.enumerated() {
      if case .record(let fields) = argument.1 {
        changed.arguments[place].1 = .values(fields.map(\.1))
      }
    }
    return changed
  }
}
