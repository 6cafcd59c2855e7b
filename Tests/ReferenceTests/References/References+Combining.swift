@testable import RxpEngine

/// Several signals side by side or one after the other.
extension Reference {
  static let combining: [Reference] = [
    Reference("merge") { call, source in
      let waiting = call.flows("signals", after: call.source(source))
      let limit = call.count("limit") ?? Int.max
      return Flow(call.world) { [waiting] out in
        if limit == 0 { throw Failure.type("") }
        var waiting = waiting
        var running = 0
        var isBeginning = false
        func begin() {
          isBeginning = true
          while !out.isOver, running < limit, !waiting.isEmpty {
            running += 1
            out.follow(waiting.removeFirst()) { heard in
              switch heard {
              case .value(let value): out.send(value)
              case .end(.failed(let failure)): out.fail(failure)
              case .end(.completed):
                running -= 1
                if !isBeginning { begin() }
              }
            }
          }
          isBeginning = false
          if running == 0 { out.complete() }
        }
        begin()
      }
    },
    // One list for each value once all have sent; complete when all have.
    Reference("combineLatest") { call, source in
      let all = call.flows("signals", after: call.source(source))
      return .told(by: all, in: call.world) { log in
        var lists: [Value] = []
        for count in log.indices where log[count].value != nil {
          let latest = all.indices.compactMap { log[...count].values(of: $0).last }
          if latest.count == all.count { lists.append(call.tuple(latest)) }
        }
        return Outcome(
          lists, log.failure ?? (log.ended == all.count || call.gaveUp(log, all) ? .completed : nil)
        )
      }
    },
    // Pairs by position; more than two as pairs of pairs.
    Reference("zip") { call, source in
      let all = call.flows("signals", after: call.source(source))
      let waits = call.word("onEnd") == "wait"
      guard call.flag("pairwise") != false, !waits, all.count > 2 else {
        return zipped(all, waits: waits, call.tuple)
      }
      let first = zipped([all[0]], waits: waits) { .of($0) }
      return all.dropFirst().reduce(first) { pairs, next in
        zipped([pairs, next], waits: waits) { .of($0[0].members + [$0[1]]) }
      }.listed { $0.map { call.tuple($0.members) } }
    },
    // Whoever does something first is followed alone; where there is nobody, nobody does.
    Reference("race") { call, source in
      let all = call.flows("signals", after: call.source(source))
      return .told(by: all, in: call.world) { log in
        guard let winner = log.first?.input else { return Outcome() }
        return Outcome(
          log.values(of: winner), log.end(of: winner),
          released: Set(all.indices).subtracting([winner]))
      }
    },
    Reference("forkJoin") { call, _ in
      let all = call.flows("signals", after: nil)
      return .told(by: all, in: call.world) { log in
        if let failure = log.failure { return Outcome([], failure) }
        let hopeless = all.indices.contains { log.end(of: $0) != nil && log.values(of: $0).isEmpty }
        if hopeless || all.isEmpty { return Outcome([], .completed) }
        if log.ended < all.count { return Outcome() }
        return Outcome([call.tuple(all.indices.compactMap { log.values(of: $0).last })], .completed)
      }
    },
    // The others first; their ends change nothing, their errors do.
    Reference("withLatestFrom") { call, source in
      let others = call.flows("signals", after: nil)
      return .told(by: others + [source], in: call.world) { log in
        var sent: [Value] = []
        for count in log.indices where log[count].input == others.count {
          guard let value = log[count].value else { continue }
          let latest = others.indices.compactMap { log[...count].values(of: $0).last }
          if latest.count < others.count { continue }
          sent.append(call.word("sends") == "latest" ? latest[0] : .of([value] + latest))
        }
        return Outcome(sent, log.failure ?? log.end(of: others.count))
      }
    }.with {
      $0.adjusted = { stage in
        guard stage.arguments.contains(where: { $0.name == "sends" && $0.1.text == "latest" })
        else {
          return stage
        }
        var changed = stage
        if case .values(let phrases)? = stage.arguments.first?.1, phrases.count != 1 {
          changed.arguments.removeAll { $0.name == "sends" }
        }
        return changed
      }
    },
    Reference("startWith") { call, source in
      concatenated([.of(call.values("values"), in: call.world), source], in: call.world)
    },
    Reference("endWith") { call, source in
      concatenated([source, .of(call.values("values"), in: call.world)], in: call.world)
    },
    Reference("concat") { call, source in
      concatenated(call.flows("signals", after: call.source(source)), in: call.world)
    },
    Reference("then") { call, source in
      Flow(call.world) { out in
        out.follow(source) { heard in
          switch heard {
          case .value: break
          case .end(.failed(let failure)): out.fail(failure)
          case .end(.completed):
            guard let next = try call.asked("next")?.flow(.null, 0) else { throw Failure.type("") }
            out.pass(next)
          }
        }
      }
    },
  ]

  /// Each from the completion of the one before.
  static func concatenated(_ flows: [Flow], in world: World) -> Flow {
    guard let first = flows.first else { return .of([], in: world) }
    return Flow(world) { out in
      out.follow(first) { heard in
        switch heard {
        case .value(let value): out.send(value)
        case .end(.failed(let failure)): out.fail(failure)
        case .end(.completed): out.pass(concatenated(Array(flows.dropFirst()), in: world))
        }
      }
    }
  }

  /// Tuples by position. It completes when some source has ended and all of its values are used up; or
  /// if it `waits`, when all have ended, or at a value that finds all others ended and none to pair.
  static func zipped(_ all: [Flow], waits: Bool, _ tuple: @escaping ([Value]) -> Value) -> Flow {
    guard let world = all.first?.world else { return .of([], in: World()) }
    return .told(by: all, in: world) { log in
      let columns = all.indices.map { log.values(of: $0) }
      let count = columns.map(\.count).min() ?? 0
      let tuples = (0..<count).map { row in tuple(columns.map { $0[row] }) }
      if let failure = log.failure { return Outcome(tuples, failure) }
      let isOver =
        waits
        ? log.ended == all.count || waitsForNobody(log, all.count)
        : all.indices.contains { log.end(of: $0) != nil && columns[$0].count == count }
      return Outcome(tuples, isOver ? .completed : nil)
    }
  }

  private static func waitsForNobody(_ log: [Entry], _ count: Int) -> Bool {
    log.indices.contains { at in
      guard log[at].value != nil else { return false }
      let past = Array(log[...at])
      let lengths = (0..<count).map { past.values(of: $0).count }
      let othersEnded = (0..<count).allSatisfy { $0 == log[at].input || past.end(of: $0) != nil }
      return othersEnded && lengths[log[at].input] > (lengths.min() ?? 0)
    }
  }
}

extension Value {
  fileprivate var members: [Value] { if case .list(let list) = self { list.items } else { [] } }
}

extension Call {
  /// The signal before the stage; nil where the operator stands first.
  func source(_ flow: Flow) -> Flow? { isFirst ? nil : flow }

  /// A list, or a record where the signals were given as one.
  func tuple(_ values: [Value]) -> Value {
    guard let names = names("signals") else { return .of(values) }
    let pairs = zip(names, values).map { (Text($0), $1) }
    return (try? Record(pairs: pairs)).map { .record($0) } ?? .null
  }

  /// Whether a value came that can be in no list any more: all others have ended, one without a value.
  fileprivate func gaveUp(_ log: [Entry], _ all: [Flow]) -> Bool {
    guard word("onEmptyEnd") == "complete" else { return false }
    return log.indices.contains { at in
      guard log[at].value != nil else { return false }
      let past = Array(log[...at])
      let others = all.indices.filter { $0 != log[at].input }
      return others.allSatisfy { past.end(of: $0) != nil }
        && others.contains { past.values(of: $0).isEmpty }
    }
  }
}
