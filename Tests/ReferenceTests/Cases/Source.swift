@testable import RxpEngine

/// What the letters of diagrams stand for.
struct Alphabet {
  static let letters: [Character] = ["a", "b", "c", "d"]
  let phrases: [Phrase]

  func phrase(_ letter: Character) -> Phrase {
    Alphabet.letters.firstIndex(of: letter).map { phrases[$0] } ?? .text(String(letter))
  }
}

/// A source of a case.
struct SourceCase {
  enum Kind: CaseIterable {
    case hot, cold
    /// Sends all at the subscription.
    case sudden
    /// Cold; what comes at one instant comes as one batch.
    case burst
    /// Cold and a column later: each event is scheduled a column before it comes.
    case late
    /// Cold, and the same for all who are subscribed at a time.
    case shared
  }

  struct Mark {
    var column: Int
    /// A letter, `|` or `#`.
    var sign: Character
    var isEnd: Bool { sign == "|" || sign == "#" }
  }

  let name: String
  var kind: Kind
  var marks: [Mark]
  let alphabet: Alphabet

  static let column = 10 * Time.millisecond
  /// So late that no case gets there.
  static let beyond = 1_000_000 * column
  static let failure = Failure(kind: "user", "error")

  /// Whether its subscriptions are noted.
  var isWatched: Bool { kind == .hot || kind == .cold }

  // MARK: As text

  var text: String {
    switch kind {
    case .hot: "hot " + drawing(marks, meaning)
    case .cold: "cold " + drawing(marks, meaning)
    case .sudden:
      switch marks.first(where: \.isEnd)?.sign {
      case "|": "from " + Phrase.list(letters).text
      case "#": "from(\(Phrase.list(letters).text)) | concat (fail \"error\")"
      default: "from(\(Phrase.list(letters).text)) | concat never"
      }
    case .late: "cold " + drawing(marks, meaning) + " | delay 10ms, onError: shift"
    case .shared: "cold " + drawing(marks, meaning) + " | share"
    case .burst:
      "cold " + drawing(bursts.marks, bursts.meaning)
        + (bursts.meaning.isEmpty ? "" : " | flatMap it")
    }
  }

  private var letters: [Phrase] { marks.filter { !$0.isEnd }.map { alphabet.phrase($0.sign) } }

  private var meaning: [(Character, Phrase)] {
    Alphabet.letters.filter { letter in marks.contains { $0.sign == letter } }
      .map { ($0, alphabet.phrase($0)) }
  }

  private func drawing(_ marks: [Mark], _ meaning: [(Character, Phrase)]) -> String {
    var picture = ""
    var column = 0
    for (at, group) in SourceCase.columns(marks) {
      picture += String(repeating: "-", count: at - column)
      picture += group.count == 1 ? String(group) : "[" + String(group) + "]"
      column = at + 1
    }
    if picture.isEmpty { picture = "-" }
    return "\"\(picture)\"" + meaning.map { ", \($0.0): \($0.1.text)" }.joined()
  }

  private static func columns(_ marks: [Mark]) -> [(Int, [Character])] {
    var columns: [(Int, [Character])] = []
    for mark in marks {
      if columns.last?.0 == mark.column {
        columns[columns.count - 1].1.append(mark.sign)
      } else {
        columns.append((mark.column, [mark.sign]))
      }
    }
    return columns
  }

  /// One letter for what comes at one instant.
  private var bursts: (marks: [Mark], meaning: [(Character, Phrase)]) {
    var bundled: [Mark] = []
    var meaning: [(Character, Phrase)] = []
    let names = Array("mnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for (column, signs) in SourceCase.columns(marks) {
      let values = signs.filter { $0 != "|" && $0 != "#" }
      if !values.isEmpty {
        let name = names[meaning.count % names.count]
        meaning.append((name, .list(values.map { alphabet.phrase($0) })))
        bundled.append(Mark(column: column, sign: name))
      }
      if let end = signs.first(where: { $0 == "|" || $0 == "#" }) {
        bundled.append(Mark(column: column, sign: end))
      }
    }
    return (bundled, meaning)
  }

  // MARK: In the model

  func flow(_ scope: Scope) -> Flow {
    let world = scope.world
    let heard = marks.map { mark -> (instant: Instant, Heard) in
      let what: Heard =
        switch mark.sign {
        case "|": .end(.completed)
        case "#": .end(.failed(SourceCase.failure))
        default: .value(alphabet.phrase(mark.sign).value(scope))
        }
      return (mark.column * SourceCase.column, what)
    }
    switch kind {
    case .hot: return watched(hot(heard, world))
    case .cold: return watched(cold(heard, world))
    case .burst: return cold(heard, world)
    case .late: return cold(heard, world, by: SourceCase.column)
    case .shared:
      let call = Call(definition: .share, arguments: [:], scope: scope)
      return Reference.of("share")?.flow(call, cold(heard, world)) ?? cold(heard, world)
    case .sudden:
      return .of(heard.compactMap(\.1.value), heard.compactMap(\.1.end).first, in: world)
    }
  }

  /// Happens once, whoever listens.
  private func hot(_ heard: [(instant: Instant, Heard)], _ world: World) -> Flow {
    let hub = Hub(world)
    for (instant, heard) in heard { world.at(instant, .given) { hub.tell(heard) } }
    return hub.flow
  }

  /// Starts anew with each subscription; all of it comes later `by` so much.
  private func cold(
    _ heard: [(instant: Instant, Heard)], _ world: World, by delay: Int = 0
  ) -> Flow {
    Flow(world) { out in
      func tell(_ heard: Heard) {
        switch heard {
        case .value(let value): out.send(value)
        case .end(let end): out.end(end)
        }
      }
      for (instant, heard) in heard {
        out.after(instant) {
          if delay > 0 { out.after(delay) { tell(heard) } } else { tell(heard) }
        }
      }
    }
  }

  private func watched(_ flow: Flow) -> Flow {
    let name = self.name
    return Flow(flow.world) { out in
      let number = flow.world.begins(name)
      out.finally { flow.world.ends(name, number) }
      out.pass(flow)
    }
  }
}
