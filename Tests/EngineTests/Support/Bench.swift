import RxpText
import Testing

@testable import RxpEngine

/// A virtual run for tests of operators: signals are built by name, events and subscriptions are
/// compared with diagrams. One column is one millisecond.
final class Bench {
  let run: Run
  private var names: [String: Signal] = [:]
  private var checks: [() -> Void] = []
  /// What letters stand for, in all diagrams.
  var values: [Character: Value] = [:]

  init(batchLimit: Int = Limits.batchRows, host: any Host = SilentHost()) {
    var options = Run.Options()
    options.isVirtual = true
    options.batchLimit = batchLimit
    run = Run(host: host, options: options)
    run.frame = Time.millisecond
  }

  // MARK: Signals

  /// An operator applied; arguments by the names of its parameters.
  @discardableResult
  func make(
    _ definition: Operator, _ upstream: Signal? = nil, _ arguments: [String: BoundArgument] = [:]
  ) -> Signal {
    let unknown = arguments.keys.filter { name in
      !definition.parameters.contains { $0.name == name }
    }
    #expect(unknown.isEmpty, "\(definition.name) has no \(unknown)")
    let signal = Signal(
      definition, upstream: upstream,
      arguments: definition.parameters.map { arguments[$0.name] ?? .missing })
    do { try definition.built?(signal, run.machine) } catch { Issue.record("\(error)") }
    return signal
  }

  func hot(_ diagram: String) -> Signal { make(.hot, nil, drawn(diagram)) }
  func cold(_ diagram: String) -> Signal { make(.cold, nil, drawn(diagram)) }

  private func drawn(_ diagram: String) -> [String: BoundArgument] {
    [
      "diagram": .text(diagram),
      "values": .named(values.map { (String($0.key), .fixed($0.value)) }),
    ]
  }

  /// Sources by name: `a: "hot -a-|"`, in the order in which they are made.
  func sources(_ diagrams: KeyValuePairs<String, String>) {
    for (name, text) in diagrams {
      names[name] =
        text.hasPrefix("cold ") ? cold(String(text.dropFirst(5))) : hot(String(text.dropFirst(4)))
      values[Character(name)] = values[Character(name)] ?? .signal(names[name]!)
    }
  }

  /// A source by its name; a name that is none is an empty signal.
  subscript(_ name: String) -> Signal {
    get { names[name] ?? make(.from, nil, ["items": .fixed(.list(.empty))]) }
    set { names[name] = newValue }
  }

  // MARK: Expectations

  func expect(
    _ signal: Signal, _ diagram: String, from start: Int = 0, until end: Int? = nil,
    _ title: String = "", at location: SourceLocation = #_sourceLocation
  ) {
    let seen = Seen()
    let run = self.run
    let observer = Observer(
      run, next: { seen.events.append((run.now, self.letter($0))) },
      end: {
        switch $0 {
        case .completed: seen.events.append((run.now, "|"))
        case .failed(let failure):
          seen.events.append((run.now, "#"))
          seen.failure = failure
        }
      })
    at(start, rank: .expectation) { run.subscribe(signal, observer) }
    if let end { at(end, rank: .expectation) { observer.cancel() } }
    checks.append {
      let got = Bench.draw(seen.events)
      let wanted = Bench.draw(Bench.read(diagram))
      #expect(
        got == wanted, "\(title) \(seen.failure.map { $0.message.string } ?? "")",
        sourceLocation: location)
    }
  }

  func expectSubscriptions(
    _ name: String, _ diagrams: [String], at location: SourceLocation = #_sourceLocation
  ) {
    let signal = self[name]
    checks.append { [run] in
      let got = (run.subscriptionLog[ObjectIdentifier(signal)] ?? []).map {
        "\($0.start / Time.millisecond)…\($0.end.map { String($0 / Time.millisecond) } ?? "")"
      }
      let wanted = diagrams.map { diagram in
        let marble = try? Marble(diagram, frame: 1)
        return "\(marble?.subscribed ?? -1)…\(marble?.released.map(String.init) ?? "")"
      }
      #expect(got == wanted, "subscriptions of \(name)", sourceLocation: location)
    }
  }

  /// Does something at an instant, in milliseconds.
  func at(_ instant: Int, rank: Run.Rank = .given, _ action: @escaping () -> Void) {
    let stage = Action(run, action)
    run.keep(stage)
    run.schedule(stage, at: instant * Time.millisecond, token: 0, rank: rank)
  }

  /// Runs, compares, and sees to it that nothing is left alive.
  func check(_ location: SourceLocation = #_sourceLocation) {
    run.runToEnd()
    for check in checks { check() }
    run.stop(.asked)
    #expect(run.liveStages == 0, "stages are alive", sourceLocation: location)
    #expect(run.liveTimers == 0, "timers are set", sourceLocation: location)
  }

  private final class Seen {
    var events: [(instant: Instant, mark: String)] = []
    var failure: Failure?
  }

  private func letter(_ value: Value) -> String {
    let known = values.filter { $0.value == value }.keys.sorted()
    if case .text(let text) = value, known.isEmpty { return text.string }
    return known.first.map(String.init) ?? value.display()
  }

  private static func read(_ diagram: String) -> [(instant: Instant, mark: String)] {
    let marble = try? Marble(diagram, frame: Time.millisecond)
    #expect(marble != nil, "\(diagram)")
    return (marble?.moments ?? []).map { moment in
      switch moment.mark {
      case .letter(let letter): (moment.instant, String(letter))
      case .completed: (moment.instant, "|")
      case .error: (moment.instant, "#")
      }
    }
  }

  /// `2:a 2:b 5:|`
  private static func draw(_ events: [(instant: Instant, mark: String)]) -> String {
    events.map { event in
      let (whole, rest) = event.instant.quotientAndRemainder(dividingBy: Time.millisecond)
      return "\(whole)\(rest == 0 ? "" : "+\(rest)ns"):\(event.mark)"
    }.joined(separator: " ")
  }
}

private final class Action: Stage {
  private let action: () -> Void
  init(_ run: Run, _ action: @escaping () -> Void) {
    self.action = action
    super.init(run)
  }
  override func timer(_ token: Int) {
    cancel()
    action()
  }
}

extension BoundArgument {
  static func text(_ text: String) -> BoundArgument { .fixed(.string(text)) }
  static func int(_ number: Int) -> BoundArgument { .fixed(.int(number)) }
  static func bool(_ flag: Bool) -> BoundArgument { .fixed(.bool(flag)) }
  /// Milliseconds.
  static func ms(_ count: Double) -> BoundArgument { .fixed(.double(count / 1000)) }
  static func signal(_ signal: Signal) -> BoundArgument { .fixed(.signal(signal)) }
  static func signals(_ signals: [Signal]) -> BoundArgument {
    .several(signals.map { .fixed(.signal($0)) })
  }
  /// Asked for each event.
  static func asked(_ answer: @escaping (Value) throws -> Value) -> BoundArgument {
    .asked(Closure(Code(body: AnswerExpr(answer), localCount: 3)))
  }
  /// Asked with the running value and the event.
  static func accumulated(_ answer: @escaping (Value, Value) throws -> Value) -> BoundArgument {
    .asked(Closure(Code(body: AccumulatingExpr(answer), localCount: 3)))
  }
  /// The event itself.
  static let it = BoundArgument.asked { $0 }
}

private final class AnswerExpr: Expr, @unchecked Sendable {
  private let answer: (Value) throws -> Value
  init(_ answer: @escaping (Value) throws -> Value) {
    self.answer = answer
    super.init(nil)
  }
  override func evaluate(_ frame: Frame) throws -> Value { try answer(frame.locals[Code.itSlot]) }
}

private final class AccumulatingExpr: Expr, @unchecked Sendable {
  private let answer: (Value, Value) throws -> Value
  init(_ answer: @escaping (Value, Value) throws -> Value) {
    self.answer = answer
    super.init(nil)
  }
  override func evaluate(_ frame: Frame) throws -> Value {
    try answer(frame.locals[Code.accSlot], frame.locals[Code.itSlot])
  }
}
