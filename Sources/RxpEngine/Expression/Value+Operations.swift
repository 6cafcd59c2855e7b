import RxpText

extension Failure {
  /// Whole numbers have 64 bits; a result that does not fit is an error, never a wrap.
  static func overflow(_ what: String, _ place: Place? = nil) -> Failure {
    Failure(kind: "overflow", Text("\(what) does not fit into 64 bits"), place: place)
  }

  static func divisionByZero(_ what: String) -> Failure {
    Failure(kind: "division", Text("\(what): division by zero"))
  }
}

extension Value {
  /// The value as a yes or a no: nil is no; what is neither is a mistake of the program.
  func truth(_ place: Place?) throws -> Bool {
    switch self {
    case .bool(let yes): return yes
    case .null: return false
    default:
      throw Failure.type(
        "a yes/no value was needed, got \(Value.article(typeName)): \(excerpt())", at: place)
    }
  }

  /// `+ - * / %`. With nil on a side: nil. `+` joins strings, and lists.
  static func arithmetic(
    _ operation: ArithmeticExpr.Operation, _ a: Value, _ b: Value
  ) throws -> Value {
    switch (a, b) {
    case (.null, _), (_, .null): return .null
    case (.int(let x), .int(let y)): return try integers(operation, x, y)
    case (.int(let x), .double(let y)): return doubles(operation, Double(x), y)
    case (.double(let x), .int(let y)): return doubles(operation, x, Double(y))
    case (.double(let x), .double(let y)): return doubles(operation, x, y)
    case (.text(let x), .text(let y)) where operation == .add:
      guard x.count + y.count <= Limits.textBytes else {
        throw Failure(kind: "limit", Text("a string of more than \(Limits.textBytes) bytes"))
      }
      return .text(x + y)
    case (.list(let x), .list(let y)) where operation == .add:
      guard x.items.count + y.items.count <= Limits.listItems else {
        throw Failure(kind: "limit", Text("a list of more than \(Limits.listItems) items"))
      }
      return .list(try List(x.items + y.items))
    default:
      throw Failure.type(
        "\(operation.rawValue) cannot take \(article(a.typeName)) and \(article(b.typeName)): \(a.excerpt()) \(operation.rawValue) \(b.excerpt())"
      )
    }
  }

  private static func integers(
    _ operation: ArithmeticExpr.Operation, _ x: Int, _ y: Int
  ) throws -> Value {
    let result: (partialValue: Int, overflow: Bool)
    switch operation {
    case .add: result = x.addingReportingOverflow(y)
    case .subtract: result = x.subtractingReportingOverflow(y)
    case .multiply: result = x.multipliedReportingOverflow(by: y)
    case .divide: return .double(Double(x) / Double(y))
    case .remainder:
      if y == 0 { throw Failure.divisionByZero("\(x) % 0") }
      // Int.min % -1 overflows in the machine though its result, 0, fits.
      return .int(y == -1 ? 0 : x % y)
    }
    if result.overflow { throw Failure.overflow("\(x) \(operation.rawValue) \(y)") }
    return .int(result.partialValue)
  }

  private static func doubles(
    _ operation: ArithmeticExpr.Operation, _ x: Double, _ y: Double
  ) -> Value {
    switch operation {
    case .add: .double(x + y)
    case .subtract: .double(x - y)
    case .multiply: .double(x * y)
    case .divide: .double(x / y)
    case .remainder: .double(x.truncatingRemainder(dividingBy: y))
    }
  }

  /// Whether a list, range, string or record (by key) holds an item.
  func holds(_ item: Value) throws -> Value {
    switch (self, item) {
    case (.null, _): return .bool(false)
    case (.list(let list), _): return .bool(list.items.contains(item))
    case (.range(let range), .int(let x)): return .bool(x >= range.low && x <= range.high)
    case (.range(let range), .double(let x)):
      return .bool(x >= Double(range.low) && x <= Double(range.high))
    case (.text, .null): return .bool(false)
    case (.text(let text), .text(let part)): return .bool(text.find(part, from: 0) != nil)
    case (.text(let text), .regex(let regex)): return .bool(try regex.matches(text))
    case (.record(let record), .text(let key)): return .bool(record[key] != nil)
    default:
      throw Failure.type(
        "\(Value.article(typeName)) cannot hold \(Value.article(item.typeName)): \(excerpt()), \(item.excerpt())"
      )
    }
  }
}

extension Text {
  /// The byte offset of the first occurrence of `part` at or after `from`.
  func find(_ part: Text, from: Int) -> Int? {
    withBytes { hay in
      part.withBytes { needle in
        if needle.isEmpty { return from <= hay.count ? from : nil }
        guard hay.count - from >= needle.count else { return nil }
        let first = needle[0]
        var at = from
        let last = hay.count - needle.count
        while at <= last {
          if hay[at] == first {
            var same = 1
            while same < needle.count, hay[at + same] == needle[same] { same += 1 }
            if same == needle.count { return at }
          }
          at += 1
        }
        return nil
      }
    }
  }
}
