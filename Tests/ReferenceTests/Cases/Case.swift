@testable import RxpEngine

/// One stage of a case.
struct StageCase {
  let definition: Operator
  /// In the order of the parameters.
  var arguments: [(name: String, Argument)]

  /// `throttle 20ms, onEnd: drop`: what must be given by place, all else by name.
  var text: String {
    var byPlace: [String] = []
    var byName: [String] = []
    let parameters = definition.parameters
    let lastRequired = parameters.lastIndex { !$0.isOptional && !$0.isNamed } ?? -1
    for (name, argument) in arguments {
      guard let at = parameters.firstIndex(where: { $0.name == name }) else { continue }
      if at <= lastRequired {
        byPlace.append(argument.text)
      } else {
        byName.append("\(name): \(argument.text)")
      }
    }
    let all = (byPlace + byName).joined(separator: ", ")
    if all.isEmpty { return definition.name == "subject" ? "subject()" : definition.name }
    return definition.name + " " + all
  }

  func call(_ scope: Scope, isFirst: Bool) -> Call {
    Call(
      definition: definition,
      arguments: Dictionary(arguments.map { ($0.name, $0.1) }, uniquingKeysWith: { $1 }),
      scope: scope, isFirst: isFirst)
  }
}

/// Who subscribes to the last stage.
struct Subscriber {
  var from: Instant = 0
  /// When it lets go, which comes first in that instant.
  var until = Case.horizon
  /// It lets go while it is being told this many of its events.
  var count = Int.max
}

/// A pipeline with its sources and subscribers: what is run by the engine and by the model.
struct Case {
  /// What is done by hand with what a stage gives.
  enum Act {
    case connect, disconnect
    /// To a subject.
    case send(Phrase)
    case complete, fail

    func text(_ name: String) -> String {
      switch self {
      case .connect: "connect \(name)"
      case .disconnect: "disconnect \(name)"
      case .send(let phrase): "\(name) <- \(phrase.text)"
      case .complete: "complete \(name)"
      case .fail: "fail \(name), \"why\""
      }
    }
  }

  var sources: [SourceCase]
  /// The source that the first stage stands behind; none where it is a source itself.
  var input: String?
  var stages: [StageCase]
  var observers: [Subscriber]
  var acts: [(instant: Instant, act: Act, stage: Int)] = []
  /// What the letters of the plain alphabet stand for, to draw with.
  var alphabet: Alphabet

  /// When all subscribers have gone.
  static let horizon = 40 * SourceCase.column

  func name(ofStage index: Int) -> String { "s\(index + 1)" }
  var result: String { name(ofStage: stages.count - 1) }

  /// One definition for each source and each stage.
  var definitions: [String] {
    var lines = sources.map { "let \($0.name) = \($0.text)" }
    var before = input
    for (index, stage) in stages.enumerated() {
      lines.append(
        "let \(name(ofStage: index)) = " + (before.map { $0 + " | " } ?? "") + stage.text)
      before = name(ofStage: index)
    }
    return lines
  }

  /// As a test in the language, with what the model says.
  func text(expecting wanted: Outcomes) -> String {
    var lines = ["test \"reference\", frame: 10ms {"]
    lines += definitions.map { "  " + $0 }
    for act in acts {
      let name = name(ofStage: act.stage)
      lines.append("  at \(Time.text(act.instant)) \(act.act.text(name))")
    }
    for (observer, seen) in zip(observers, wanted.events) {
      let drawing = MarbleDrawing(seen, frame: SourceCase.column)
      var line = "  expect \(result) is \"\(drawing.diagram)\""
      for (letter, value) in drawing.legend { line += ", \(letter): \(value.phrase)" }
      if case .error(let failure)? = seen.last?.content,
        failure.kind != "user" || failure.message != "error"
      {
        line += ", error: \"\(failure.kind == "user" ? failure.message : failure.kind)\""
      }
      if observer.from > 0 { line += ", subscribe: \(Time.text(observer.from))" }
      lines.append(line + ", unsubscribe: \(Time.text(observer.until))")
      if observer.count < Int.max { lines.append("  # lets go at its event \(observer.count)") }
    }
    for source in sources where source.isWatched {
      let records = wanted.subscriptions[source.name] ?? []
      let pictures = records.map { record -> String in
        func columns(_ instant: Instant) -> Int { min(instant, Case.horizon) / SourceCase.column }
        var picture = String(repeating: "-", count: columns(record.start)) + "^"
        if let end = record.end {
          picture =
            record.end == record.start
            ? String(picture.dropLast()) + "[^!]"
            : picture
              + String(repeating: "-", count: max(0, columns(end) - columns(record.start) - 1))
              + "!"
        }
        return "\"\(picture)\""
      }
      if pictures.count == 1 {
        lines.append("  expect subscriptions(\(source.name)) is \(pictures[0])")
      } else {
        lines.append(
          "  expect subscriptions(\(source.name)) is [\(pictures.joined(separator: ", "))]")
      }
    }
    return lines.joined(separator: "\n") + "\n}"
  }
}

extension Value {
  /// As it would be written in a program.
  var phrase: String {
    switch self {
    case .null: "nil"
    case .list(let list): "[" + list.items.map(\.phrase).joined(separator: ", ") + "]"
    case .record(let record):
      "{"
        + zip(record.shape.keys, record.values).map { "\($0): \($1.phrase)" }.joined(
          separator: ", ") + "}"
    case .event(let event):
      switch event.content {
      case .next(let value): "next(\(value.phrase))"
      case .error(let failure): "failed(\"\(failure.message)\")"
      case .completed: "completed"
      }
    case .failure(let failure): "error(\"\(failure.message)\")"
    case .signal: "signal"
    default: json()
    }
  }
}

/// What came of a case.
struct Outcomes {
  /// What each subscriber saw.
  var events: [[Seen]]
  /// When sources were subscribed to and let go of.
  var subscriptions: [String: [Run.SubscriptionRecord]]
  /// Where too much happened for the case to be run to its end.
  var cutAt: Instant?
}
