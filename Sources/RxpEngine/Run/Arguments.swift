import RxpText

/// The arguments of a stage, worked out for one subscription and read by name. The checker has made
/// sure of names and, where it could, of types; what only the run can know fails with a place.
public struct Arguments {
  let signal: Signal
  let run: Run

  /// Whether the argument was given.
  public func has(_ name: String) -> Bool {
    if case .missing = bound(name) { return false }
    return true
  }

  /// The value, or nil where it was left out.
  public func value(_ name: String) throws -> Value? { try evaluate(bound(name)) }

  /// A count: a whole number ≥ `minimum`; `inf` is `Int.max`.
  public func count(_ name: String, minimum: Int = 0) throws -> Int? {
    guard let value = try value(name) else { return nil }
    switch value {
    case .int(let n) where n >= minimum: return n
    case .double(let d) where d == .infinity: return Int.max
    case .double(let d):
      if let n = Int(exactly: d), n >= minimum { return n }
      fallthrough
    default:
      throw mistake(name, "a whole number, \(minimum) or more", value)
    }
  }

  /// A duration: seconds as a number, to whole nanoseconds by rounding to the nearest. At least 0; a
  /// period is above 0, and so is what is `positive` because of other arguments.
  public func duration(_ name: String, positive: Bool = false) throws -> Int? {
    var isPeriod = positive
    if case .period? = signal.definition.parameters.first(where: { $0.name == name })?.kind {
      isPeriod = true
    }
    guard let value = try value(name) else { return nil }
    guard let seconds = value.number, let time = Time.nanoseconds(seconds: seconds),
      isPeriod ? time > 0 : time >= 0
    else {
      throw mistake(
        name, "a duration\(isPeriod ? " above 0" : ""), for example 0.5 or 500ms", value)
    }
    // An int of seconds must not pass through a double.
    if case .int(let whole) = value {
      let (exact, overflow) = whole.multipliedReportingOverflow(by: Time.second)
      return overflow ? Time.forever : exact
    }
    return time
  }

  public func text(_ name: String) throws -> Text? {
    guard let value = try value(name) else { return nil }
    guard case .text(let text) = value else { throw mistake(name, "a string", value) }
    return text
  }

  public func bool(_ name: String) throws -> Bool? {
    guard let value = try value(name) else { return nil }
    guard case .bool(let flag) = value else { throw mistake(name, "true or false", value) }
    return flag
  }

  /// One of the words that the parameter lists.
  public func word(_ name: String) throws -> String? { try text(name)?.string }

  /// What is asked for each event.
  public func asked(_ name: String) throws -> Asked {
    if let asked = optionalAsked(name) { return asked }
    throw Failure.type("\(signal.definition.name) needs \(name)", at: place)
  }

  public func optionalAsked(_ name: String) -> Asked? {
    if case .asked(let closure) = bound(name) { return Asked(closure, run, place) }
    return nil
  }

  /// The signal before the stage, if there is one, then those of a variadic parameter.
  public func inputs(_ name: String) throws -> [Signal] {
    (signal.upstream.map { [$0] } ?? []) + (try signals(name))
  }

  /// A signal; a list or a range stands for the signal of its members.
  public func signal(_ name: String) throws -> Signal? {
    guard let value = try value(name) else { return nil }
    guard let signal = value.asSignal else { throw mistake(name, "a signal", value) }
    return signal
  }

  /// The signals of a variadic parameter; a list or a record of signals as the only one stands for
  /// its members.
  public func signals(_ name: String) throws -> [Signal] {
    var values = try values(name)
    if values.count == 1 {
      switch values[0] {
      case .list(let list) where list.items.allSatisfy(\.isSignal): values = list.items
      case .record(let record) where record.values.allSatisfy(\.isSignal): values = record.values
      default: break
      }
    }
    return try values.map {
      guard let signal = $0.asSignal else { throw mistake(name, "a signal", $0) }
      return signal
    }
  }

  /// The names of the signals of a variadic parameter, where a record of them was given.
  public func memberNames(_ name: String) throws -> [Text]? {
    let values = try values(name)
    if values.count == 1, case .record(let record) = values[0] { return record.shape.keys }
    return nil
  }

  /// The values of a variadic parameter.
  public func values(_ name: String) throws -> [Value] {
    guard case .several(let arguments) = bound(name) else {
      return try value(name).map { [$0] } ?? []
    }
    return try arguments.compactMap { try evaluate($0) }
  }

  /// The strings of a variadic parameter.
  public func texts(_ name: String) throws -> [Text] {
    try values(name).map {
      guard case .text(let text) = $0 else { throw mistake(name, "strings", $0) }
      return text
    }
  }

  /// The named values of the user's own choosing.
  public func named(_ name: String) throws -> [(name: String, value: Value)] {
    guard case .named(let pairs) = bound(name) else { return [] }
    return try pairs.map { ($0.name, try evaluate($0.value) ?? .null) }
  }

  public var place: Place? { signal.place }

  /// What the stage works on; an empty signal where there is none.
  var upstream: Signal { signal.upstream ?? Signal(.empty) }

  /// "throttle needs a duration: got "fast", expected …".
  public func mistake(_ name: String, _ expected: String, _ got: Value) -> Failure {
    Failure.type(
      "\(signal.definition.name) needs \(expected) as \(name): got \(got.excerpt())", at: place)
  }

  private func bound(_ name: String) -> BoundArgument {
    guard let index = signal.definition.parameters.firstIndex(where: { $0.name == name }),
      index < signal.arguments.count
    else { return .missing }
    return signal.arguments[index]
  }

  private func evaluate(_ argument: BoundArgument) throws -> Value? {
    switch argument {
    case .missing: nil
    case .once(let closure), .asked(let closure):
      try run.machine.call(closure, place: place)
    case .fixed(let value): value
    case .several(let several): .list(try List(several.compactMap { try evaluate($0) }))
    case .named(let pairs):
      .record(try Record(pairs: pairs.map { (Text($0.name), try evaluate($0.value) ?? .null) }))
    }
  }
}

/// An argument that the operator asks for each event: its code with a place to keep the count of askings.
public final class Asked {
  let closure: Closure
  private let code: PreparedCode
  let place: Place?
  /// What `index` says: how often it was asked, in this subscription.
  var index = 0

  init(_ closure: Closure, _ run: Run, _ place: Place?) {
    self.closure = closure
    code = PreparedCode(closure, run.machine, place)
    self.place = place
  }

  private let reads = Vectorizer.Reads()
  private lazy var vector: VectorNode? = Vectorizer.node(for: closure, reads)

  /// What of the event it looks at; all where that is not known.
  var needs: FieldNeeds { vector == nil ? .all : reads.fields }

  /// Whether it is known not to look at `index`, and to be made of nothing but what can be worked out
  /// for rows in any order.
  var isStateless: Bool { vector != nil && !reads.index }

  /// What works it out for rows in whatever order, on whatever thread; nil where nothing can.
  var rowNode: VectorNode? { isStateless ? vector : nil }

  private lazy var context = VectorContext()

  /// Whether it is made of nothing but what can be worked out again without being seen.
  var isPlain: Bool { whole != nil || vector != nil }

  /// The form for whole numbers; looked for at the first asking. What is asked for each event is
  /// reached without counting references: it owns it.
  private lazy var wholeForm: WholeNode? = WholeNode.node(for: closure)
  private lazy var whole: Unmanaged<WholeNode>? = wholeForm.map { .passUnretained($0) }

  /// The answers for a whole batch; nil where it must be asked row by row.
  func column(_ batch: Batch) -> Vector? {
    if !batch.prepared.isEmpty, let vector, let answers = batch.prepared(for: vector) {
      index += batch.count
      return answers
    }
    context.begin(batch, firstIndex: index)
    guard let answers = vector?.evaluate(context) ?? wholeColumn(batch) else { return nil }
    index += batch.count
    return answers
  }

  /// Takes a column back: its rows will be asked one by one.
  func unask(_ rows: Int) { index -= rows }

  private func wholeColumn(_ batch: Batch) -> Vector? {
    guard case .ints = batch.kind, let whole = wholeForm else { return nil }
    let (from, out) = (batch.room.words, context.fresh())
    for row in 0..<batch.count {
      guard let answer = whole.value(from[row], 0, index &+ row) else { return nil }
      out.words[row] = answer
    }
    return Vector(kind: whole.isTest ? .bools : .ints, columns: out)
  }

  /// Runs through a batch of whole numbers, the running value being one: its value after each row
  /// into `out`, and the last one; nil where it must be asked row by row.
  func fold(
    _ acc: Int, _ batch: Batch, into out: UnsafeMutablePointer<Int>? = nil
  ) -> Int? {
    guard case .ints = batch.kind, let whole = wholeForm, !whole.isTest else { return nil }
    let from = batch.room.words
    var acc = acc
    for row in 0..<batch.count {
      guard let next = whole.value(from[row], acc, index &+ row) else { return nil }
      acc = next
      out?[row] = next
    }
    index += batch.count
    return acc
  }

  /// Asks with the event as `it`.
  public func callAsFunction(_ it: Value) throws -> Value {
    defer { index &+= 1 }
    if case .int(let number) = it, let answer = wholeAnswer(number, 0) { return answer }
    return try code(it, index: index)
  }

  /// Asks with the running value as `acc` and the event as `it`.
  public func callAsFunction(acc: Value, _ it: Value) throws -> Value {
    defer { index &+= 1 }
    if case .int(let number) = it, case .int(let running) = acc,
      let answer = wholeAnswer(number, running)
    {
      return answer
    }
    return try code(it, acc: acc, index: index)
  }

  @inline(__always)
  private func wholeAnswer(_ number: Int, _ running: Int) -> Value? {
    whole?._withUnsafeGuaranteedRef { node in
      guard let answer = node.value(number, running, index) else { return nil }
      return node.isTest ? .bool(answer != 0) : .int(answer)
    }
  }

  /// Asks where no event is at hand.
  public func callAsFunction() throws -> Value {
    defer { index &+= 1 }
    return try code(.null, index: index)
  }

  /// Asks for a yes or a no; nil counts as no, anything else is a mistake of the program.
  public func test(_ it: Value) throws -> Bool { try yes(try self(it)) }

  /// The same with the running value as `acc`.
  public func test(acc: Value, _ it: Value) throws -> Bool { try yes(try self(acc: acc, it)) }

  private func yes(_ answer: Value) throws -> Bool {
    switch answer {
    case .bool(let yes): return yes
    case .null: return false
    default:
      throw Failure.type(
        "a yes/no test was needed, got \(Value.article(answer.typeName)): \(answer.excerpt())",
        at: place)
    }
  }

  /// Asks for a signal; nil stands for none.
  public func signal(_ it: Value) throws -> Signal? {
    let answer = try self(it)
    if case .null = answer { return nil }
    guard let signal = answer.asSignal else {
      throw Failure.type(
        "a signal was needed, got \(Value.article(answer.typeName)): \(answer.excerpt())", at: place
      )
    }
    return signal
  }
}

extension Value {
  fileprivate var isSignal: Bool { if case .signal = self { true } else { false } }

  /// The number, or nil.
  public var number: Double? {
    switch self {
    case .int(let x): Double(x)
    case .double(let x): x
    default: nil
    }
  }

  /// The signal; that of a list's or a range's members; nil for what is none.
  public var asSignal: Signal? {
    switch self {
    case .signal(let signal): signal
    case .list, .range: Signal(Operator.from, arguments: [.fixed(self)])
    default: nil
    }
  }
}
