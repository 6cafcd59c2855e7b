/// One call of a function: its arguments, read as what they should be. What they are not is a
/// mistake of the program, told with the function's name, what it got and what it wanted.
struct Call: ~Copyable {
  let name: String
  let parameters: [Builtin.Parameter]
  let arguments: [Value]
  let machine: Machine

  subscript(_ place: Int) -> Value { arguments[place] }

  /// Whether an argument that may be left out is there. nil is as good as nothing.
  func has(_ place: Int) -> Bool {
    guard place < arguments.count else { return false }
    if case .null = arguments[place] { return false }
    return true
  }

  func text(_ place: Int) throws -> Text {
    if case .text(let text) = arguments[place] { return text }
    throw mistake(place, "a string")
  }

  func regex(_ place: Int) throws -> Regex {
    if case .regex(let regex) = arguments[place] { return regex }
    throw mistake(place, "a regular expression, for example /[0-9]+/,")
  }

  /// A whole number, also one written with a fraction of 0; `inf` is the largest.
  func int(_ place: Int) throws -> Int {
    switch arguments[place] {
    case .int(let number): return number
    case .double(.infinity): return Int.max
    case .double(let number):
      guard let whole = Int(exactly: number) else { fallthrough }
      return whole
    default: throw mistake(place, "a whole number")
    }
  }

  func number(_ place: Int) throws -> Double {
    switch arguments[place] {
    case .int(let number): return Double(number)
    case .double(let number): return number
    default: throw mistake(place, "a number")
    }
  }

  /// The members of a list, the numbers of a range.
  func items(_ place: Int) throws -> Items {
    guard let items = Items(arguments[place]) else { throw mistake(place, "a list") }
    return items
  }

  func record(_ place: Int) throws -> Record {
    if case .record(let record) = arguments[place] { return record }
    throw mistake(place, "a record")
  }

  /// A function to be called for each of many values.
  func function(_ place: Int) throws -> ItemFunction {
    if case .function(let function) = arguments[place] { return ItemFunction(function, machine) }
    throw mistake(place, "a function, for example x => x + 1,")
  }

  /// A function that says yes or no of a value.
  func test(_ place: Int) throws -> ItemTest { ItemTest(try function(place), name) }

  /// A mistake of the program: what was wanted at a place, and what stood there.
  func mistake(_ place: Int, _ wanted: String) -> Failure {
    let role = place == 0 ? "" : " as \(parameters[min(place, parameters.count - 1)].name)"
    return Call.mistake(name, wanted + role, arguments[place])
  }

  /// The same of a value that is no argument: a member, an answer.
  static func mistake(_ name: String, _ wanted: String, _ got: Value) -> Failure {
    let kind = Value.article(got.typeName)
    if case .null = got { return .type("\(name) needs \(wanted): got \(kind)") }
    return .type("\(name) needs \(wanted): got \(kind), \(got.excerpt())")
  }
}

extension Failure {
  static let textTooLong = Failure(
    kind: "limit", Text("a string of more than \(Limits.textBytes) bytes"))
  static let listTooLong = Failure(
    kind: "limit", Text("a list of more than \(Limits.listItems) items"))
}

extension Value {
  /// A string within `Limits.textBytes`.
  static func text(bounded bytes: [UInt8]) throws -> Value {
    guard bytes.count <= Limits.textBytes else { throw Failure.textTooLong }
    return .text(Text(bytes))
  }

  /// A list within `Limits.listItems`.
  static func list(bounded items: [Value]) throws -> Value {
    guard items.count <= Limits.listItems else { throw Failure.listTooLong }
    return .list(try List(items))
  }

  /// A list of strings within `Limits.listItems`.
  static func texts(_ texts: [Text]) throws -> Value {
    guard texts.count <= Limits.listItems else { throw Failure.listTooLong }
    return .list(List(flat: texts.map { .text($0) }))
  }
}
