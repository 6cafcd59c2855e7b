@testable import RxpEngine

/// What kind of values an operator works on.
enum Feed {
  /// Any: strings, numbers, nil.
  case plain
  /// true, false, nil, and seldom something that is none of these.
  case flags
  case listsOfFlags
  case numbers
  /// Numbers or strings or nil, which have an order.
  case ordered
  case signals
  /// Events as values, as materialize sends them.
  case events
  /// Strings that name cases.
  case keys
  case lists
  /// Lists with a function in front.
  case calls

  func alphabet(_ draw: inout Draw) -> Alphabet {
    let yes = Phrase("true", is: .bool(true))
    let no = Phrase("false", is: .bool(false))
    let phrases: [Phrase] =
      switch self {
      case .plain: draw.plain
      case .keys: ["a", "b", "c", "d"].map { .text($0) }
      case .flags:
        draw.random.below(6) == 0 ? [yes, no, .nil, .text("x")] : [yes, no, .nil, yes]
      case .listsOfFlags:
        [
          .list([yes, no]), .list([yes]),
          draw.random.below(3) == 0 ? .list([]) : .list([yes, yes]),
          .list([.nil, no]),
        ]
      case .numbers:
        [.number(1), Phrase("2.5", is: .double(2.5)), .nil, .number(-3)]
      case .ordered:
        draw.random.below(2) == 0
          ? [.number(2), .number(1), Phrase("2.0", is: .double(2)), .nil]
          : [
            .text("b"), .text("a"), draw.random.below(4) == 0 ? .number(3) : .text("c"), .text("b"),
          ]
      case .signals: [draw.inner("p"), draw.inner("q"), .nil, .list([.text("x"), .text("y")])]
      case .events:
        [
          Phrase("next(1)", is: Value.event(of: .next(.int(1)))),
          Phrase("next(\"x\")", is: Value.event(of: .next(.string("x")))),
          Phrase("completed", is: Value.event(of: .completed)),
          draw.random.below(2) == 0
            ? Phrase("failed(\"why\")", is: Value.event(of: .error(.from(.string("why")))))
            : .number(7),
        ]
      case .lists:
        [
          .list([.number(1)]), .list([]), .list([.text("x"), .nil]),
          .list([.number(2), .number(3)]),
        ]
      case .calls:
        [
          Phrase("[x => [x, 1], \"x\"]", is: .of([.string("pair"), .string("x")])),
          Phrase("[(x, y) => y, 1, 2]", is: .of([.string("second"), .int(1), .int(2)])),
          Phrase("[() => 7]", is: .of([.string("seven")])),
          draw.random.below(3) == 0
            ? .list([.number(1)]) : Phrase("[() => 7]", is: .of([.string("seven")])),
        ]
      }
    return Alphabet(phrases: phrases)
  }
}

extension Value {
  static func event(of content: Event.Content) -> Value {
    (try? Event(content)).map { .event($0) } ?? .null
  }
}
