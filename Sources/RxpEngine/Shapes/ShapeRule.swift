/// From what is known of a stage's input and arguments to what is known of its result.
public struct ShapeRule: Sendable {
  /// What a rule may ask about.
  public struct Context {
    /// The signal before the stage; for a source one of which nothing is known.
    public let input: SignalShape
    public let hasInput: Bool
    /// The signals of an argument, or those that an asked one gives; for each of which nothing is
    /// known a shape that says so.
    public let signals: (String) -> [SignalShape]
    /// The value of an argument that is the same in every run; nil where it is not, or left out.
    public let value: (String) -> Value?
    /// How often an argument was given; several times only where it may be.
    public let count: (String) -> Int

    public init(
      input: SignalShape?, signals: @escaping (String) -> [SignalShape],
      value: @escaping (String) -> Value?, count: @escaping (String) -> Int
    ) {
      self.input = input ?? SignalShape()
      hasInput = input != nil
      self.signals = signals
      self.value = value
      self.count = count
    }

    func has(_ name: String) -> Bool { count(name) > 0 }

    func signal(_ name: String) -> SignalShape { signals(name).first ?? SignalShape() }

    /// The signal before the stage, if there is one, then those of a parameter.
    func inputs(_ name: String) -> [SignalShape] { (hasInput ? [input] : []) + signals(name) }

    /// A whole number; `inf` is `unlimited`. nil where it is not known.
    public func number(_ name: String) -> Int? {
      switch value(name) {
      case .int(let number)?: number
      case .double(.infinity)?: SignalShape.unlimited
      default: nil
      }
    }

    /// A time in nanoseconds; nil where it is not known.
    public func duration(_ name: String) -> Int? {
      value(name)?.number.flatMap { Time.nanoseconds(seconds: $0) }
    }

    /// One of an option's words.
    public func word(_ name: String) -> String? {
      if case .text(let text)? = value(name) { text.string } else { nil }
    }

    func flag(_ name: String) -> Bool? {
      if case .bool(let flag)? = value(name) { flag } else { nil }
    }
  }

  public let apply: @Sendable (Context) -> SignalShape
  /// Whether all that the stage does it does to values: where none come it does nothing.
  public let worksOnValues: Bool
  /// Whether a number of values is enough for it: it lets go of its source then.
  public let stopsEarly: Bool

  public init(
    worksOnValues: Bool = false, stopsEarly: Bool = false,
    _ apply: @escaping @Sendable (Context) -> SignalShape
  ) {
    self.apply = apply
    self.worksOnValues = worksOnValues
    self.stopsEarly = stopsEarly
  }
}
