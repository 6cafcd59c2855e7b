/// A stage that gives a list of signals, one for each word of an option, all out of the one before
/// it: `partition`.
public final class SplitExpr: Expr, @unchecked Sendable {
  let stage: SignalExpr
  let option: Int
  let words: [String]

  /// `option`: the place of the option among the parameters.
  public init(_ stage: SignalExpr, option: Int, words: [String]) {
    self.stage = stage
    self.option = option
    self.words = words
    super.init(stage.place)
  }

  public override func evaluate(_ frame: Frame) throws -> Value {
    let whole = try stage.build(frame)
    return .list(
      try List(
        words.map { word in
          var arguments = whole.arguments
          arguments[option] = .fixed(.string(word))
          return .signal(
            Signal(
              whole.definition, upstream: whole.upstream, arguments: arguments, place: whole.place))
        }))
  }
}
