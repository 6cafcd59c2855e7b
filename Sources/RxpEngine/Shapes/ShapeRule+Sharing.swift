/// Rules of operators that share one subscription.
extension ShapeRule {
  /// Joins what goes on, or starts it; some are told what was.
  static let shared = ShapeRule { $0.input.joined }

  /// What somebody has to connect. It tells who comes late of no end.
  /// With a selector nobody has to, and nothing is known of what is made of it.
  static let published = ShapeRule { context in
    context.has("selector") ? SignalShape() : context.input.published
  }

  /// What may be connected anew while somebody listens.
  static func renewed(_ rule: ShapeRule) -> ShapeRule {
    ShapeRule { context in
      var shape = rule.apply(context)
      if !shape.isSilent { shape.most = nil }
      return shape
    }
  }
}

extension SignalShape {
  /// Listened to together with others: its source runs once, however many there are, and has
  /// perhaps begun before.
  var joined: SignalShape {
    var shape = self
    shape.subscription = .hot
    shape.work = .nothing
    shape.least = 0
    shape.pace = nil
    shape.timing = .unknown
    for index in shape.stems.indices { shape.stems[index].isStarted = false }
    return shape
  }

  /// Joined once somebody has connected it.
  var published: SignalShape {
    var shape = joined
    if completes == .surely { shape.completes = .perhaps }
    if fails == .surely { shape.fails = .perhaps }
    shape.waitsForConnection = true
    // Not before it is connected.
    shape.spins = false
    return shape
  }

  /// Connected as long as there are subscribers.
  var connected: SignalShape {
    var shape = self
    shape.waitsForConnection = false
    return shape
  }
}
