@testable import RxpEngine

/// One case tried: by the engine at several batch sizes, and by the model where it has a reference for
/// each stage.
enum Trial {
  enum Verdict {
    case agrees
    /// The checker refused the program.
    case refused(String)
    /// The case, or the same with a subscriber that lets go.
    case differs(Case, [String])
  }

  static let batchSizes = [1, 2, 7, 1024]

  /// `models`: whether what the references say is compared too. `letsGo`: whether it is tried again
  /// with its first subscriber letting go at each instant and event that it hears of.
  static func of(_ example: Case, models: Bool = true, letsGo: Bool = false) -> Verdict {
    if Settings.traces {
      print(
        (example.definitions + example.observers.map { "\($0)" }).joined(separator: "\n") + "\n")
    }
    let engine: EngineRun
    do { engine = try EngineRun(example) } catch {
      return .refused((error as? EngineRun.Refused)?.message ?? "\(error)")
    }
    let compares = models && example.stages.allSatisfy { Reference.of($0.definition.name) != nil }
    let (problems, seen) = compare(engine, models: compares)
    if !problems.isEmpty { return .differs(example, problems) }
    for changed in letsGo ? example.leaving(after: seen) : [] {
      engine.example = changed
      let problems = compare(engine, models: compares).problems
      if !problems.isEmpty { return .differs(changed, problems) }
    }
    return .agrees
  }

  /// What differs, and what the first subscriber has seen.
  private static func compare(_ engine: EngineRun, models: Bool) -> (
    problems: [String], seen: [Seen]
  ) {
    let model = models ? ModelRun.outcomes(of: engine.example) : nil
    var first: Outcomes?
    for size in batchSizes {
      let (outcomes, violations) = engine.outcomes(batchLimit: size)
      var found = violations
      if let model {
        found += Comparison(engine.example, outcomes, model, wantedBy: "model ").problems
      }
      if let first {
        found += Comparison(engine.example, outcomes, first, wantedBy: "size 1").problems
      }
      if !found.isEmpty {
        return (["batches of \(size):\n" + found.joined(separator: "\n")], [])
      }
      first = first ?? outcomes
    }
    return ([], first?.events.first ?? [])
  }

  /// The smallest case found that still goes wrong, told in full.
  static func report(_ example: Case, models: Bool = true) -> String {
    let small = Shrinking.smallest(of: example) { !problems($0, models).isEmpty }
    return problems(small, models).joined(separator: "\n") + "\n\n"
      + small.text(expecting: ModelRun.outcomes(of: small))
  }

  private static func problems(_ example: Case, _ models: Bool) -> [String] {
    if case .differs(_, let problems) = of(example, models: models) { problems } else { [] }
  }
}

extension Case {
  /// The same with the first subscriber letting go at each of the instants of what it has seen, and
  /// while it is told each event.
  fileprivate func leaving(after seen: [Seen]) -> [Case] {
    var all: [Case] = []
    for instant in Set(seen.map(\.instant)).sorted() where instant > observers[0].from {
      all.append(self)
      all[all.count - 1].observers[0].until = instant
    }
    for count in 1..<max(1, seen.count) {
      all.append(self)
      all[all.count - 1].observers[0].count = count
    }
    return all
  }
}
