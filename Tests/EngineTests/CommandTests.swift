import Testing

@testable import RxpEngine

/// Commands seen from inside: what is called, when a command ends, what is let go of.
@Suite struct CommandTests {
  /// A command whose work is made by a function of its argument.
  private static func command(
    _ bench: Bench, when condition: Signal? = nil, _ work: @escaping (Value) throws -> Signal
  ) -> Command {
    let body = CallingExpr { .signal(try work($0)) }
    let function = Function(
      .closure(Code(name: "go", body: body, arity: 1, localCount: 1), captures: []))
    let command = Command(
      bench.run, "go", work: function, condition: condition, isConcurrent: false, place: nil)
    bench.run.attend(command)
    return command
  }

  @discardableResult
  private static func execute(_ bench: Bench, _ command: Command, _ input: Value = .null) -> Signal
  {
    bench.make(
      .execute, nil, ["command": .fixed(.command(command)), "with": .several([.fixed(input)])])
  }

  @Test func whatMakesTheWorkIsCalledOnceAndAtOnce() {
    let bench = Bench()
    var calls: [Value] = []
    let command = Self.command(bench) {
      calls.append($0)
      return bench.cold("a-|")
    }
    let first = Self.execute(bench, command, .int(1))
    #expect(calls == [.int(1)])
    let refused = Self.execute(bench, command, .int(2))
    #expect(calls == [.int(1)], "called while disabled")
    for _ in 0..<3 { bench.expect(first, "a-|") }
    bench.expect(refused, "#")
    bench.check()
    #expect(calls == [.int(1)])
  }

  @Test func theRunsEndEndsCommands() throws {
    let bench = Bench()
    let command = Self.command(bench) { _ in bench.cold("--a|") }
    bench.at(2) { Self.execute(bench, command) }
    for member in CommandMember.allCases {
      let signal = try #require(command.member(Text(member.rawValue)))
      // The last thing that happens is the end of the work, at 5.
      let kinds = bench.make(
        .map, bench.make(.materialize, signal),
        [
          "f": .asked { value in
            if case .event(let event) = value, case .completed = event.content { return "c" }
            return "v"
          }
        ])
      let diagram =
        switch member {
        case .executing, .enabled: "v-v--[vc|]"
        case .errors: "-----[c|]"
        case .executionSignals: "--v--[c|]"
        case .concurrent: "v----[c|]"
        }
      bench.expect(kinds, diagram)
    }
    bench.check()
  }

  @Test func whatIsStoppedSendsNoMore() {
    let bench = Bench()
    var seen: [Value] = []
    let command = Self.command(bench, when: bench.hot("-a-a-a")) { _ in bench.cold("-a-a-|") }
    if let executing = command.member("executing") {
      bench.run.subscribe(
        executing, Observer(bench.run, next: { seen.append($0) }, end: { _ in seen.append("end") }))
    }
    bench.at(1) { bench.run.stop(.asked) }
    Self.execute(bench, command)
    bench.check()
    #expect(seen == [false, true])
    let late = Self.execute(bench, command)
    #expect((late.shared as? Execution) != nil)
  }

  /// An end that is answered by the next execution, many times over: no deeper for it.
  @Test func manyExecutionsInARow() {
    let bench = Bench()
    var count = 0
    let command = Self.command(bench) { _ in bench.make(.just, nil, ["values": .several([])]) }
    if let executing = command.member("executing") {
      bench.run.subscribe(
        executing,
        Observer(
          bench.run,
          next: { value in
            guard value == .bool(false), count < 100_000 else { return }
            count += 1
            Self.execute(bench, command)
          }, end: { _ in }))
    }
    bench.check()
    #expect(count == 100_000)
  }

  @Test(arguments: [(Limits.heldValues, false), (Limits.heldValues + 1, true)])
  func whatAnExecutionKeepsIsBounded(_ count: Int, _ fails: Bool) {
    let bench = Bench()
    let command = Self.command(bench) { _ in
      bench.make(.from, nil, ["items": .fixed(.range(IntRange(1, count)))])
    }
    var failure: Failure?
    bench.run.subscribe(
      Self.execute(bench, command),
      Observer(bench.run, next: { _ in }) { if case .failed(let why) = $0 { failure = why } })
    bench.check()
    #expect((failure?.kind == "limit") == fails)
  }
}

private final class CallingExpr: Expr, @unchecked Sendable {
  private let call: (Value) throws -> Value
  init(_ call: @escaping (Value) throws -> Value) {
    self.call = call
    super.init(nil)
  }
  override func evaluate(_ frame: Frame) throws -> Value { try call(frame.locals[0]) }
}
