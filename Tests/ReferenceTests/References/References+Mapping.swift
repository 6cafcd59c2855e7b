@testable import RxpEngine

/// One value makes at most one.
extension Reference {
  static let mapping: [Reference] = [
    .listed("map") { call, values in
      guard let f = call.asked("f") else { return [] }
      return try values.enumerated().map { try f($1, $0) }
    },
    .listed("compactMap") { call, values in
      guard let f = call.asked("f") else { return [] }
      return try values.enumerated().map { try f($1, $0) }.filter { $0 != .null }
    },
    .listed("mapReplace") { call, values in values.map { _ in call.value("value") ?? .null } },
    // The first pair is of the start and the first value; without a start the second value makes it.
    .listed("combinePrevious") { call, values in
      let line = (call.value("start").map { [$0] } ?? []) + values
      return try zip(line, line.dropFirst()).enumerated().map { index, pair in
        try call.asked("f")?(pair.1, acc: pair.0, index) ?? .of([pair.0, pair.1])
      }
    },
    // Only one of the two signals can be followed by what comes behind.
    Reference.listed("partition") { call, values in
      try values.enumerated().filter {
        try call.asked("test")?.says($1, $0) == (call.word("side") == "yes")
      }.map(\.element)
    }.with {
      $0.arguments["side"] = { draw in .word(draw.random.pick(["yes", "no"])) }
      $0.always = ["side"]
    },
    .listed("pairwise") { _, values in zip(values, values.dropFirst()).map { .of([$0, $1]) } },
    Reference.listed("not") { _, values in try values.map { .bool(try !$0.isYes()) } }
      .with { $0.feed = .flags },
    Reference.listed("and") { _, values in
      try values.map { .bool(try $0.flags().allSatisfy { $0 }) }
    }.with { $0.feed = .listsOfFlags },
    Reference.listed("or") { _, values in try values.map { .bool(try $0.flags().contains(true)) } }
      .with { $0.feed = .listsOfFlags },
  ]
}

extension Value {
  /// The yes and no of a list; an empty one is a mistake.
  fileprivate func flags() throws -> [Bool] {
    guard case .list(let list) = self, !list.items.isEmpty else { throw Failure.type("") }
    return try list.items.map { try $0.isYes() }
  }
}
