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
      let ends = shapes.map(\.completes)
      result.completes =
        ends.allSatisfy { $0 == .never }
        ? .never : ends.allSatisfy { $0 == .surely } ? .surely : .perhaps
      result.most = shapes.map(\.most).reduce(nil, lesser)
      result.least = shapes.map(\.least).min() ?? 0
      result.causes.silent = shapes.first { $0.isSilent }?.causes.silent
    }
  }

  /// One list when all have completed.
  static func together(_ shapes: [SignalShape]) -> SignalShape {
    if shapes.isEmpty { return items(0) }
    return together(shapes) { result in
      result.completes = shapes.map(\.completes).reduce(.surely, Prospect.both)
      result.most = result.completes == .never || shapes.contains { $0.isSilent } ? 0 : 1
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
