import TestSupport
import Testing

@testable import RxpEngine

/// A command against a model of it: a list of what happens when, worked out without an engine.
@Suite struct CommandModelTests {
  enum Deed {
    /// A work that ends so much later, in an error or not.
    case execute(Int, fails: Bool)
    case condition(Bool)
    case concurrent(Bool)
    case close
  }

  /// What each of its signals sends: instants in milliseconds and marks.
  struct Story: Equatable {
    var executing: [String] = []
    var enabled: [String] = []
    var errors: [String] = []
    var executions: [String] = []
    var results: [[String]] = []
  }

  /// Deeds at distinct multiples of 10, works that end at other instants.
  private static func deeds(_ random: inout SeededRandom) -> [(instant: Int, deed: Deed)] {
    var made: [(instant: Int, deed: Deed)] = []
    for step in 1...(random.below(12) + 3) {
      let deed: Deed =
        switch random.below(10) {
        case 0, 1: .condition(random.below(3) > 0)
        case 2: .concurrent(random.below(2) == 0)
        case 3 where random.below(4) == 0: .close
        default: .execute(random.below(4) * 10 + random.below(9) + 1, fails: random.below(3) == 0)
        }
      made.append((step * 10, deed))
    }
    return made
  }

  private static func expected(_ deeds: [(instant: Int, deed: Deed)]) -> Story {
    var story = Story()
    var (isAllowed, isConcurrent, isClosed) = (true, false, false)
    var running: [(end: Int, fails: Bool, result: Int)] = []
    func isEnabled() -> Bool { !isClosed && isAllowed && (isConcurrent || running.isEmpty) }
    var (toldExecuting, toldEnabled) = (false, true)
    func tell(_ instant: Int) {
      if !running.isEmpty != toldExecuting {
        toldExecuting.toggle()
        story.executing.append("\(instant):\(toldExecuting)")
      }
      if !isClosed, isEnabled() != toldEnabled {
        toldEnabled.toggle()
        story.enabled.append("\(instant):\(toldEnabled)")
      }
    }
    func end(before instant: Int) {
      while let next = running.map(\.end).min(), next < instant {
        for work in running where work.end == next {
          story.results[work.result].append(work.fails ? "\(next):no" : "\(next):|")
          if work.fails { story.errors.append("\(next):no") }
        }
        running.removeAll { $0.end == next }
        tell(next)
        if isClosed, running.isEmpty {
          story.errors.append("\(next):|")
          story.executing.append("\(next):|")
        }
      }
    }
    story.executing.append("0:false")
    story.enabled.append("0:true")
    for (instant, deed) in deeds {
      end(before: instant)
      switch deed {
      case .condition(let yes): isAllowed = yes
      case .concurrent(let allows): isConcurrent = allows
      case .execute(let length, let fails):
        if isEnabled() {
          running.append((instant + length, fails, story.results.count))
          story.executions.append("\(instant):signal")
          story.results.append(["\(instant):a"])
        } else {
          story.results.append(["\(instant):disabled"])
        }
      case .close where !isClosed:
        isClosed = true
        story.enabled.append("\(instant):|")
        story.executions.append("\(instant):|")
        if running.isEmpty {
          story.errors.append("\(instant):|")
          story.executing.append("\(instant):|")
        }
      case .close: break
      }
      tell(instant)
    }
    end(before: .max)
    return story
  }

  private static func seen(_ deeds: [(instant: Int, deed: Deed)], _ batchLimit: Int) -> Story {
    let bench = Bench(batchLimit: batchLimit)
    var story = Story()
    let condition = bench.make(.subject)
    let body = WorkExpr { value in
      guard case .list(let items) = value, case .int(let length)? = items.items.first else {
        return bench.cold("|")
      }
      let end = items.items.last == .bool(true) ? "#" : "|"
      return bench.cold("a" + String(repeating: "-", count: length - 1) + end)
    }
    let command = Command(
      bench.run, "go",
      work: Function(.closure(Code(body: body, arity: 1, localCount: 1), captures: [])),
      condition: condition, isConcurrent: false, place: nil)
    bench.run.attend(command)
    func listen(_ signal: Signal?, _ record: @escaping (String) -> Void) {
      guard let signal else { return record("no such signal") }
      let run = bench.run
      func at(_ mark: String) { record("\(run.now / Time.millisecond):\(mark)") }
      run.subscribe(
        signal,
        Observer(
          run,
          next: { value in
            switch value {
            case .signal: at("signal")
            case .failure(let failure): at(failure.payload == "error" ? "no" : failure.kind.string)
            default: at(value.display())
            }
          },
          end: { end in
            switch end {
            case .completed: at("|")
            case .failed(let failure): at(failure.kind == "disabled" ? "disabled" : "no")
            }
          }))
    }
    listen(command.member("executing")) { story.executing.append($0) }
    listen(command.member("enabled")) { story.enabled.append($0) }
    listen(command.member("errors")) { story.errors.append($0) }
    listen(command.member("executionSignals")) { story.executions.append($0) }
    for (instant, deed) in deeds {
      bench.at(instant) {
        switch deed {
        case .condition(let yes): Subject.of(condition).send(.bool(yes))
        case .concurrent(let allows): command.allowConcurrent(allows)
        case .close: command.close()
        case .execute(let length, let fails):
          let number = story.results.count
          story.results.append([])
          let input = try? Value.list([.int(length), .bool(fails)])
          listen(
            bench.make(
              .execute, nil,
              ["command": .fixed(.command(command)), "with": .several([.fixed(input ?? .null)])])
          ) { story.results[number].append($0) }
        }
      }
    }
    bench.run.runToEnd(closingCommands: false)
    // Before the run's end, which ends the command.
    let told = story
    bench.check()
    return told
  }

  @Test(arguments: [1, 1024]) func doesWhatTheModelSays(_ batchLimit: Int) {
    for seed in 0..<400 {
      var random = SeededRandom(seed: UInt64(seed))
      let deeds = Self.deeds(&random)
      let (wanted, got) = (Self.expected(deeds), Self.seen(deeds, batchLimit))
      #expect(got == wanted, "seed \(seed): \(deeds)")
      if got != wanted { return }
    }
  }
}

private final class WorkExpr: Expr, @unchecked Sendable {
  private let work: (Value) -> Signal
  init(_ work: @escaping (Value) -> Signal) {
    self.work = work
    super.init(nil)
  }
  override func evaluate(_ frame: Frame) throws -> Value { .signal(work(frame.locals[0])) }
}
