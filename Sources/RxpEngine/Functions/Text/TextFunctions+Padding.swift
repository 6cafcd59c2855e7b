extension Builtin.Parameter {
  private static let width = Builtin.Parameter("width", .int)
  private static let fill = Builtin.Parameter("fill", .text)
  fileprivate static let padding: [Builtin.Parameter] = [.any, width, fill]
}

extension Builtin {
  static let padLeft = Builtin(
    "padLeft", "Filled on the left, with blanks or another string, to a width in characters.",
    Parameter.padding, required: 2, gives: .text,
    examples: [
      ("padLeft(\"7\", 3)", "\"  7\""), ("padLeft(7, 3, \"0\")", "\"007\""),
      ("padLeft(\"long\", 2)", "\"long\""),
    ]
  ) { call in
    let (text, padding) = try padded(call)
    return try .text(bounded: padding + text.bytes)
  }

  static let padRight = Builtin(
    "padRight", "Filled on the right, with blanks or another string, to a width in characters.",
    Parameter.padding, required: 2, gives: .text,
    examples: [
      ("padRight(\"a\", 3)", "\"a  \""), ("padRight(\"a\", 4, \".\")", "\"a...\""),
      ("padRight(\"long\", 2)", "\"long\""),
    ]
  ) { call in
    let (text, padding) = try padded(call)
    return try .text(bounded: text.bytes + padding)
  }

  /// What is to be filled, as displayed, and the bytes that fill it. A filling of several characters
  /// is begun anew as often as needed.
  private static func padded(_ call: borrowing Call) throws -> (Text, [UInt8]) {
    let text = call[0].displayed
    // A width below 0 is as good as 0; so the difference fits.
    let missing = Swift.max(0, try call.int(1)) - text.characterCount
    let filling = call.has(2) ? try call.text(2) : " "
    let characters = filling.characters
    guard missing > 0, characters.count > 0 else { return (text, []) }
    guard missing <= Limits.textBytes else { throw Failure.textTooLong }
    let (rounds, rest) = missing.quotientAndRemainder(dividingBy: characters.count)
    let bytes = filling.bytes
    guard rounds < Limits.textBytes / bytes.count else { throw Failure.textTooLong }
    var padding: [UInt8] = []
    padding.reserveCapacity((rounds + 1) * bytes.count)
    for _ in 0..<rounds { padding.append(contentsOf: bytes) }
    padding.append(contentsOf: bytes[..<characters.offset(rest)])
    return (text, padding)
  }
}
