@testable import RxpEngine

/// What an operator means, told in the words of the model: a function of lists, or a small simulation
/// of the rule. It knows nothing of how the engine does it.
struct Reference: Sendable {
  let name: String
  /// What the source sends that it is tried with.
  var feed = Feed.plain
  /// What its signal arguments send, by their names; plain values where nothing is said.
  var feeds: [String: Feed] = [:]
  /// How arguments are drawn that its parameters do not say enough about.
  var arguments: [String: @Sendable (inout Draw) -> Argument?] = [:]
  /// Drops what the checker would refuse.
  var adjusted: @Sendable (StageCase) -> StageCase = { $0 }
  /// Parameters that are always given.
  var always: Set<String> = []
  /// Names of operators that stand before it, drawn like it.
  var before: [String] = []
  /// Whether it sends signals, which are followed so that its result can be compared.
  var sendsSignals = false
  /// How many subscribers there are at most.
  var subscribers = 2
  /// From the source (a silent one for operators that are sources) to the result.
  let flow: @Sendable (Call, Flow) -> Flow

  init(_ name: String, flow: @escaping @Sendable (Call, Flow) -> Flow) {
    self.name = name
    self.flow = flow
  }

  func with(_ change: (inout Reference) -> Void) -> Reference {
    var changed = self
    change(&changed)
    return changed
  }

  /// Of the log of the source alone, whatever the time.
  static func listed(
    _ name: String, _ f: @escaping @Sendable (Call, [Value]) throws -> [Value]
  ) -> Reference {
    Reference(name) { call, source in source.listed { try f(call, $0) } }
  }

  /// The same with the end.
  static func told(
    _ name: String, _ f: @escaping @Sendable (Call, [Value], End?) throws -> Outcome
  ) -> Reference {
    Reference(name) { call, source in source.told { try f(call, $0, $1) } }
  }
}

extension Reference {
  static let all: [Reference] =
    mapping + filtering + collecting + errors + combining + cutting + timing + flattening
    + repeating
    + creating + portions + sharing + objects + counting + clocked + again + measuring + alarms

  static func of(_ name: String) -> Reference? { index[name] }

  private static let index = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
}
