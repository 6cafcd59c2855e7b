import RxpText

/// How many keys, sessions or events a stage may hold: the option `limit`, or the common limit.
struct HeldLimit {
  let most: Int
  private let what: String

  /// `what` is held, in the plural, for the message.
  init(_ args: Arguments, _ what: String) throws {
    most = try args.count("limit", minimum: 1) ?? Limits.heldValues
    self.what = what
  }

  /// Fails where more are held than may be.
  func check(_ count: Int, by stage: Stage) throws {
    if count <= most { return }
    throw Failure(
      kind: "limit",
      Text(
        "\(stage.signal.name) holds more than \(most) \(what); limit: allows another number"))
  }
}

extension Parameter {
  /// The option that `HeldLimit` reads.
  static func limit(_ what: String) -> Parameter {
    .named(
      "limit", .count, "how many \(what) are held at most; one more is an error",
      else: "\(Limits.heldValues)")
  }
}
