/// Rules of the operators for logs.
extension ShapeRule {
  /// Something made of each value, in its instant, where there is enough for it.
  static let derived = ShapeRule(worksOnValues: true) { context in
    var shape = context.input.thinned.failing
    shape.inner = nil
    return shape
  }

  /// Any number of values at the end, made of all.
  static let listing = ShapeRule { context in
    var shape = context.input.gathered(most: nil, least: 0).failing
    if context.input.completes != .never { shape.most = nil }
    return shape
  }

  /// One value at the end, as long as none of the options is given that say otherwise; then as
  /// another rule says.
  static func gathering(unless options: [String], else other: ShapeRule) -> ShapeRule {
    ShapeRule { context in
      options.contains { context.has($0) && context.word($0) != "atEnd" }
        ? other.apply(context) : ShapeRule.gathering.apply(context)
    }
  }
}
