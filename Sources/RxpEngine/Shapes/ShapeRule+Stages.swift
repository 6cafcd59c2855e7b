/// Rules that several operators have.
extension ShapeRule {
  /// One value for each, in its instant; what is worked out for it may fail.
  static let each = ShapeRule(worksOnValues: true) { context in
    var shape = context.input.failing
    shape.inner = nil
    return shape
  }

  /// As `each`; the values are what an argument gives, also where that is a signal.
  static func mapping(_ parameter: String) -> ShapeRule {
    ShapeRule(worksOnValues: true) { context in
      var shape = context.input.failing
      shape.inner = context.signals(parameter).first
      return shape
    }
  }

  /// Some of the values, each in its instant; the test may fail.
  static let some = ShapeRule(worksOnValues: true) { $0.input.thinned.failing }

  /// Some of the values, the first among them.
  static let leavingOutEqual = ShapeRule(worksOnValues: true) { context in
    var shape = context.input.thinned.failing
    shape.least = min(context.input.least, 1)
    return shape
  }

  /// Values pass later, or not at all.
  static let retimed = ShapeRule(worksOnValues: true) { $0.input.thinned.shifted.failing }

  /// The same, as signals made of them say.
  static func retimed(by parameter: String) -> ShapeRule {
    ShapeRule(worksOnValues: true) { context in
      // What waits may wait for ever, by option an error too.
      context.input.thinned.shifted.failing.waiting(for: context.signal(parameter))
    }
  }

  /// Something made of the values, which may come at other instants than theirs.
  static let cutting = ShapeRule { $0.input.cut }

  /// The same, as other signals say.
  static func cutting(by parameters: String...) -> ShapeRule {
    ShapeRule { context in
      parameters.reduce(context.input.cut) { $0.alongside(context.signal($1)) }
    }
  }

  /// Passes everything on and watches it; `acts`: does something outside.
  static func watching(acts: Bool) -> ShapeRule {
    ShapeRule { context in
      var shape = context.input.failing
      if acts { shape.work = .acts }
      return shape
    }
  }

  /// One value at the end.
  static let gathering = ShapeRule { $0.input.gathered().failing }

  /// What signals send that are gathered up to the end.
  static let gatheringSignals = ShapeRule { context in
    var shape = context.input.gathered(least: 0).shifted.failing
    if context.input.completes != .never { shape.most = nil }
    if shape.completes == .surely { shape.completes = .perhaps }
    return shape
  }

  /// One value, as soon as it is known, at the latest at the end.
  static let picking = ShapeRule(stopsEarly: true) { $0.input.decisive }

  /// The same, also of an error.
  static let deciding = ShapeRule(stopsEarly: true) { context in
    let fails = context.input.fails
    var shape = context.input.forgiven.decisive
    shape.fails = max(shape.fails, context.has("onError") ? min(fails, .perhaps) : .never)
    return shape
  }

  /// Signals made of each event, or sent by the input where `parameter` is nil.
  static func flattening(_ parameter: String?) -> ShapeRule {
    ShapeRule(worksOnValues: true) { context in
      var shape = context.input.flattened(
        parameter.map { context.signal($0) } ?? context.input.inner ?? SignalShape())
      // By option none is ever followed, so that there is no end.
      if context.has("zero"), shape.completes == .surely { shape.completes = .perhaps }
      return shape
    }
  }

  /// Files, read from the start at each subscription; those of the command line or standard input
  /// where none are named.
  static func reading(_ parameter: String) -> ShapeRule {
    ShapeRule { $0.has(parameter) ? .file : SignalShape() }
  }
}

extension SignalShape {
  /// One value made of the first ones, or of the end.
  fileprivate var decisive: SignalShape {
    var shape = thinned.failing
    shape.most = 1
    shape.inner = nil
    if isSilent, isEndless {
      shape.most = 0
      return shape
    }
    return shape.ended
  }

  /// What a file holds.
  static let file: SignalShape = {
    var shape = SignalShape()
    shape.subscription = .cold
    shape.work = .reads
    return shape
  }()
}
