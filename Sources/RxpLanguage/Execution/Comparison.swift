import RxpEngine
import RxpText

/// Compares what was seen of a signal with a diagram.
struct EventComparison {
  let got: [Seen]
  let diagram: String
  let values: [(name: String, value: Value)]
  /// What `#` must be: a message, a kind, or an error.
  let error: Value?
  let frame: Int
  let place: Place

  /// Both diagrams under each other with the first difference marked; nil where they agree.
  func problem(_ expectation: Place) throws -> String? {
    let marble: Marble
    do { marble = try Marble(diagram, frame: frame) } catch let mistake as Marble.Mistake {
      throw Failure(kind: "marble", Text(mistake.message), place: place)
    }
    let meaning = Dictionary(values.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    let wanted = marble.moments.map { moment in
      switch moment.mark {
      case .letter(let letter):
        Seen(moment.instant, .next(meaning[String(letter)] ?? .string(String(letter))))
      case .completed: Seen(moment.instant, .completed)
      case .error: Seen(moment.instant, .error(EventComparison.failure(error)))
      }
    }
    return EventComparison.difference(
      got: got, wanted: wanted, frame: frame, place: expectation, error: error,
      known: values.compactMap { name, value in name.count == 1 ? (Character(name), value) : nil })
  }

  private static func failure(_ value: Value?) -> Failure {
    value.map { Failure.from($0) } ?? Failure(kind: "error", "error")
  }

  static func difference(
    got: [Seen], wanted: [Seen], frame: Int, place: Place, error: Value? = nil,
    known: [(letter: Character, value: Value)] = []
  ) -> String? {
    var first: Int?
    for index in 0..<max(got.count, wanted.count) {
      if index < got.count, index < wanted.count, agree(got[index], wanted[index]) { continue }
      first = index
      break
    }
    guard let first else { return nil }
    let instant = min(
      first < got.count ? got[first].instant : Int.max,
      first < wanted.count ? wanted[first].instant : Int.max)
    let expected = MarbleDrawing(wanted, frame: frame, known: known)
    let actual = MarbleDrawing(got, frame: frame, known: known + expected.legend)
    let position = place.source.position(of: place.span.start)
    var lines = [
      "\(place.source.name):\(position.line): \(place.source[place.span].split(separator: "\n").first ?? "")"
    ]
    lines.append("  expected  \(expected.diagram)")
    lines.append("  got       \(actual.diagram)")
    if let column = column(expected.diagram, actual.diagram) {
      lines.append(
        "            " + String(repeating: " ", count: column) + "^ \(Time.text(instant))")
    } else {
      lines.append("  first difference at \(Time.text(instant))")
    }
    for (letter, value) in expected.legend
      + actual.legend.filter({ entry in
        !expected.legend.contains { $0.letter == entry.letter }
      })
    {
      lines.append("  \(letter) = \(value.json())")
    }
    for (name, events) in [("expected", wanted), ("got", got)] {
      if case .error(let failure)? = events.last?.content {
        lines.append("  \(name) # = \(failure.message.string) (\(failure.kind.string))")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func column(_ a: String, _ b: String) -> Int? {
    let x = Array(a)
    let y = Array(b)
    for column in 0..<max(x.count, y.count)
    where column >= x.count || column >= y.count || x[column] != y[column] {
      return column
    }
    return nil
  }

  private static func agree(_ a: Seen, _ b: Seen) -> Bool {
    guard a.instant == b.instant else { return false }
    switch (a.content, b.content) {
    case (.next(let x), .next(let y)): return x == y || bothNaN(x, y)
    case (.completed, .completed): return true
    // The wanted error is matched by message or by kind.
    case (.error(let x), .error(let y)):
      return x.message == y.message || x.kind == y.message
    default: return false
    }
  }

  private static func bothNaN(_ x: Value, _ y: Value) -> Bool {
    if case .double(let a) = x, case .double(let b) = y { return a.isNaN && b.isNaN }
    return false
  }
}

/// Compares the instants at which a diagram's signal was subscribed to and let go of.
struct SubscriptionComparison {
  let got: [Run.SubscriptionRecord]
  let wanted: [(diagram: String, Place)]
  let frame: Int

  func problem(_ expectation: Place) throws -> String? {
    var expected: [Run.SubscriptionRecord] = []
    for (diagram, place) in wanted {
      do {
        let marble = try Marble(diagram, frame: frame)
        guard let start = marble.subscribed else {
          throw Failure(kind: "marble", "a subscription's diagram has a ^", place: place)
        }
        expected.append(.init(start: start, end: marble.released))
      } catch let mistake as Marble.Mistake {
        throw Failure(kind: "marble", Text(mistake.message), place: place)
      }
    }
    // Of those that begin in one instant no order shows.
    if Self.inOrder(got) == Self.inOrder(expected) { return nil }
    let position = expectation.source.position(of: expectation.span.start)
    return """
      \(expectation.source.name):\(position.line): \(expectation.source[expectation.span])
        expected  \(SubscriptionComparison.text(expected))
        got       \(SubscriptionComparison.text(got))
      """
  }

  /// By their beginnings, then by their ends; what is still open last.
  private static func inOrder(_ records: [Run.SubscriptionRecord]) -> [Run.SubscriptionRecord] {
    records.sorted { ($0.start, $0.end ?? .max) < ($1.start, $1.end ?? .max) }
  }

  private static func text(_ records: [Run.SubscriptionRecord]) -> String {
    if records.isEmpty { return "no subscription" }
    return records.map { record in
      "\(Time.text(record.start))–\(record.end.map { Time.text($0) } ?? "")"
    }.joined(separator: ", ")
  }
}
