@testable import RxpEngine

/// One case tried: by the engine at several batch sizes, and by the model where it has a reference for
/// each stage.
enum Trial {
  enum Verdict {
    case agrees
    /// The checker refused the program.
    case refused(String)
    case differs([String])
  }

  static let batchSizes = [1, 2, 7, 1024]

  /// `models`: whether what the references say is compared too.
  static func of(_ example: Case, models: Bool = true) -> Verdict {
    if Settings.traces {
      print(
        (example.definitions + example.observers.map { "\($0)" }).joined(separator: "\n") + "\n")
    }
    let engine: EngineRun
    do { engine = try EngineRun(example) } catch {
      return .refused((error as? EngineRun.Refused)?.message ?? "\(error)")
    }
    var problems: [String] = []
    let model =
      models && example.stages.allSatisfy { Reference.of($0.definition.name) != nil }
      ? ModelRun.outcomes(of: example) : nil
    var first: Outcomes?
    for size in batchSizes {
      let (outcomes, violations) = engine.outcomes(batchLimit: size)
      var found = violations
      if let model { found += Comparison(example, outcomes, model, wantedBy: "model ").problems }
      if let first { found += Comparison(example, outcomes, first, wantedBy: "size 1").problems }
      if first == nil { first = outcomes }
      if !found.isEmpty {
        problems.append("batches of \(size):\n" + found.joined(separator: "\n"))
        break
      }
    }
    return problems.isEmpty ? .agrees : .differs(problems)
  }

  /// The smallest case found that still goes wrong, told in full.
  static func report(_ example: Case, seed: UInt64, models: Bool = true) -> String {
    let small = Shrinking.smallest(of: example) {
      if case .differs = of($0, models: models) { true } else { false }
    }
    guard case .differs(let problems) = of(small, models: models) else { return "seed \(seed)" }
    let wanted = ModelRun.outcomes(of: small)
    return "seed \(seed)\n" + problems.joined(separator: "\n") + "\n\n"
      + small.text(expecting: wanted)
  }
}
