import RxpText

/// What an event carries and an expression gives.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case text(Text)
  case list(List)
  case record(Record)
  case range(IntRange)
  case regex(Regex)
  case function(Function)
  case signal(Signal)
  case event(Event)
  case failure(Failure)
  case command(Command)

  public static func string(_ text: String) -> Value { .text(Text(text)) }

  public static func list(_ items: [Value]) throws -> Value { .list(try List(items)) }

  /// Counts the containers inside; 0 for what contains nothing.
  var depth: Int {
    switch self {
    case .list(let list): list.depth
    case .record(let record): record.depth
    case .event(let event): event.depth
    default: 0
    }
  }

  /// The kind's name in messages, with its article left to the message: `string`, `number`, `nil`.
  public var typeName: String {
    switch self {
    case .null: "nil"
    case .bool: "bool"
    case .int, .double: "number"
    case .text: "string"
    case .list: "list"
    case .record: "record"
    case .range: "range"
    case .regex: "regex"
    case .function: "function"
    case .signal: "signal"
    case .event: "event"
    case .failure: "error"
    case .command: "command"
    }
  }
}

/// A list, immutable for all but its maker, who may change it while nobody else has it
/// (`ReusedList`); also what zip and combineLatest send.
public final class List: @unchecked Sendable {
  public fileprivate(set) var items: [Value]
  private(set) var depth: Int

  /// Throws where nesting passes `Limits.valueDepth`.
  public init(_ items: [Value]) throws {
    var deepest = 0
    for item in items { deepest = max(deepest, item.depth) }
    guard deepest < Limits.valueDepth else { throw Failure.tooDeep }
    self.items = items
    self.depth = deepest + 1
  }

  /// A list of values that contain nothing themselves.
  init(flat items: [Value]) {
    self.items = items
    self.depth = 1
  }

  public static let empty = List(flat: [])

  /// Changes a member. Throws where nesting passes `Limits.valueDepth`.
  fileprivate func set(_ place: Int, _ value: Value) throws {
    let isFlat = depth == 1 && value.depth == 0
    items[place] = value
    if isFlat { return }
    var deepest = 0
    for item in items { deepest = max(deepest, item.depth) }
    guard deepest < Limits.valueDepth else { throw Failure.tooDeep }
    depth = deepest + 1
  }
}

/// A list that is sent again and again with some members changed: one that its receivers kept stays
/// as it is, one that nobody kept is used again.
struct ReusedList {
  private var list: List

  init(count: Int) { list = List(flat: Array(repeating: .null, count: count)) }

  var current: List { list }

  mutating func set(_ place: Int, _ value: Value) throws {
    if !isKnownUniquelyReferenced(&list) { list = try List(list.items) }
    try list.set(place, value)
  }
}

/// `low..high`, both ends in.
public struct IntRange: Hashable, Sendable {
  public var low: Int
  public var high: Int
  public init(_ low: Int, _ high: Int) {
    self.low = low
    self.high = high
  }
  public var isEmpty: Bool { high < low }
  /// How many numbers, at most `Int.max`.
  public var count: Int {
    if isEmpty { return 0 }
    let (difference, overflow) = high.subtractingReportingOverflow(low)
    if overflow { return Int.max }
    return difference == Int.max ? Int.max : difference + 1
  }
}
