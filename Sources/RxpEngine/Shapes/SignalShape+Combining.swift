/// Shapes of what is made of several signals.
extension SignalShape {
  /// What several have in common where they are listened to together.
  private static func together(
    _ shapes: [SignalShape], _ change: (inout SignalShape) -> Void
  ) -> SignalShape {
    var result = SignalShape()
    result.stems = shapes.flatMap(\.apart.stems)
    result.fails = min(shapes.map(\.fails).max() ?? .never, .perhaps)
    result.spins = shapes.contains { $0.spins }
    result.work = shapes.map(\.work).max { $0.rawValue < $1.rawValue } ?? .nothing
    let timings = Set(shapes.map(\.timing))
    result.timing = timings.count == 1 ? shapes[0].timing : .unknown
    result.subscription = shapes.allSatisfy { $0.subscription == .cold } ? .cold : .unknown
    result.causes.neverCompletes = shapes.lazy.compactMap(\.causes.neverCompletes).first
    result.causes.spins = shapes.lazy.compactMap(\.causes.spins).first
    result.causes.atOnce = shapes.lazy.compactMap(\.causes.atOnce).first
    change(&result)
    return result
  }

  /// The values of all, as they come.
  static func merged(_ shapes: [SignalShape]) -> SignalShape {
    if shapes.isEmpty { return items(0) }
    return together(shapes) { result in
      result.completes = shapes.map(\.completes).reduce(.surely, Prospect.both)
      result.most = shapes.map(\.most).reduce(0, sum)
      result.least = shapes.map(\.least).reduce(0) { sum($0, $1) ?? unlimited }
      result.causes.silent = shapes.first?.causes.silent
    }
  }

  /// Lists of the latest values, once all have sent.
  static func combined(_ shapes: [SignalShape]) -> SignalShape {
    if shapes.isEmpty { return items(0) }
    return together(shapes) { result in
      let silent = shapes.first { $0.isSilent }
      result.completes = shapes.map(\.completes).reduce(.surely, Prospect.both)
      result.most = silent == nil ? shapes.map(\.most).reduce(0, sum) : 0
      result.least = shapes.allSatisfy { $0.least > 0 } ? 1 : 0
      result.causes.silent = silent?.causes.silent
    }
  }

  /// Lists of values by their place.
  static func paired(_ shapes: [SignalShape]) -> SignalShape {
    if shapes.isEmpty { return items(0) }
    return together(shapes) { result in
      result.completes = .any(shapes.map(\.completes))
      result.most = shapes.map(\.most).reduce(nil, lesser)
      result.least = shapes.map(\.least).min() ?? 0
      result.causes.silent = shapes.first { $0.isSilent }?.causes.silent
    }
  }

  /// All of one of them, the first to send or to end.
  static func raced(_ shapes: [SignalShape]) -> SignalShape {
    if shapes.isEmpty { return nothing }
    return together(shapes) { result in
      result.completes = .any(shapes.map(\.completes))
      result.most = shapes.map(\.most).reduce(0, greater)
      result.least = shapes.map(\.least).min() ?? 0
      // Those behind one that does something at once are not listened to.
      result.spins = shapes[0].spins
      result.causes.silent = shapes[0].causes.silent
    }
  }

  /// The values of this one until another does anything, then that one.
  func replaced(by other: SignalShape) -> SignalShape {
    Self.together([self, other]) { result in
      result.completes = other.completes
      result.most = Self.sum(most, other.most)
      result.least = other.least
      result.causes.neverCompletes = other.causes.neverCompletes
      result.causes.silent = causes.silent
    }
  }

  /// What is true of each of several of which one is followed.
  public static func oneOf(_ shapes: [SignalShape]) -> SignalShape {
    guard let first = shapes.first else { return SignalShape() }
    return shapes.dropFirst().reduce(first, or)
  }

  private static func or(_ a: SignalShape, _ b: SignalShape) -> SignalShape {
    var shape = SignalShape()
    if a.completes == b.completes {
      shape.completes = a.completes
      shape.causes.neverCompletes = a.causes.neverCompletes
    }
    if a.fails == b.fails { shape.fails = a.fails }
    shape.least = min(a.least, b.least)
    shape.most = greater(a.most, b.most)
    shape.causes.silent = a.causes.silent
    if a.timing == b.timing {
      shape.timing = a.timing
      shape.causes.atOnce = a.causes.atOnce
    }
    if a.subscription == b.subscription { shape.subscription = a.subscription }
    if a.work == b.work { shape.work = a.work }
    return shape
  }

  /// One list when all have completed.
  static func together(_ shapes: [SignalShape]) -> SignalShape {
    if shapes.isEmpty { return items(0) }
    return together(shapes) { result in
      result.completes = shapes.map(\.completes).reduce(.surely, Prospect.both)
      result.most = result.completes == .never || shapes.contains { $0.isSilent } ? 0 : 1
      // One that ends without a value is the end of all.
      if shapes.contains(where: { $0.completes != .never && $0.least == 0 }) {
        result = result.ended
      }
    }
  }

  /// One after the other; of those behind one that never completes nothing is heard.
  static func inTurn(_ shapes: [SignalShape]) -> SignalShape {
    guard var result = shapes.first else { return items(0) }
    for next in shapes.dropFirst() {
      if result.completes == .never { return result }
      let before = result
      result = together([before, next]) { result in
        result.completes = .both(before.completes, next.completes)
        if before.completes != .surely, next.completes == .never { result.completes = .perhaps }
        result.most = sum(before.most, next.most)
        result.least =
          before.completes == .surely && before.fails <= .byMistake
          ? sum(before.least, next.least) ?? unlimited : before.least
        result.timing = before.timing == .later ? .later : result.timing
        result.causes.neverCompletes = next.causes.neverCompletes
        result.causes.silent = before.causes.silent
      }
    }
    return result
  }

  /// All that signals send that are made of the values of this one, or sent by it.
  func flattened(_ inner: SignalShape) -> SignalShape {
    var shape = apart.failing
    shape.pace = nil
    shape.inner = inner.inner
    if isSilent { return shape }
    shape.completes = least > 0 ? .both(completes, inner.completes) : completes
    if shape.completes == .surely, inner.completes != .surely { shape.completes = .perhaps }
    shape.fails = min(max(shape.fails, inner.fails), .perhaps)
    shape.least = 0
    shape.most = Self.product(most, inner.most)
    if timing != .later {
      shape.timing = timing == .atOnce && inner.timing == .atOnce ? .atOnce : .unknown
    }
    shape.spins = spins || inner.spins
    if inner.work.rawValue > work.rawValue { shape.work = inner.work }
    shape.causes.spins = causes.spins ?? inner.causes.spins
    shape.causes.silent = inner.causes.silent
    if completes != .never { shape.causes.neverCompletes = inner.causes.neverCompletes }
    shape.runsOn = isCutShort && inner.isEndless
    shape.isCutShort = false
    return shape
  }
}
