/// From the types of the arguments, as far as they are given, to the type of the result.
struct ResultRule: Sendable {
  let apply: @Sendable ([Type]) -> Type

  static func always(_ type: Type) -> ResultRule { ResultRule { _ in type } }
  static let any = always(.any)
  static let bool = always(.bool)
  static let int = always(.int)
  static let number = always(.number)
  static let text = always(.text)
  static let texts = always(.list(.text))

  /// A whole number stays one.
  static let sameNumber = ResultRule { $0.first == .int ? .int : .number }

  /// What the list, range or string given first holds.
  static let member = ResultRule { types in
    types.first == .text ? .text : types.first?.sent ?? .any
  }

  /// A string for a string, a list for a list or range.
  static let part = ResultRule { types in
    switch types.first {
    case .text: .text
    case .list, .tuple, .range: .list(types[0].sent)
    default: .any
    }
  }

  /// A list of what the list given first holds.
  static let listOfMembers = ResultRule { .list($0.first?.sent ?? .any) }

  /// A list of what the function at a place of the arguments gives.
  static func listOfAnswers(of place: Int) -> ResultRule {
    ResultRule { types in
      if types.indices.contains(place), case .function(_, let result) = types[place] {
        return .list(result)
      }
      return .list(.any)
    }
  }
}

extension [Type] {
  /// The narrowest type that holds all; unknown of none.
  var joined: Type { isEmpty ? .any : dropFirst().reduce(self[0]) { $0.joined(with: $1) } }
}
