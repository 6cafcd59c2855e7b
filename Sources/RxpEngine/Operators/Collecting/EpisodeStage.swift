/// What `sessions` and `threshold` share: events of different keys are kept apart, and what they come to
/// is sent as an episode.
class EpisodeStage: ClockedStage {
  private let key: Asked?
  private let form: Episode.Form
  final let limit: HeldLimit

  static func key(_ summary: String) -> Parameter {
    .named("key", .asked(.event, wants: .any), summary, else: "all are one")
  }

  /// `held`: what the limit is a limit of.
  init(_ args: Arguments, limit held: String) throws {
    key = args.optionalAsked("key")
    form = try Episode.form(args)
    limit = try HeldLimit(args, held)
    try super.init(args)
  }

  /// Whether the events themselves are sent.
  final var sendsEvents: Bool { form != .summary }

  final func key(of event: Value) throws -> Value { try key?(event) ?? .null }

  final func send(_ episode: Episode, key: Value) throws {
    send(try episode.value(form, key: self.key == nil ? nil : key))
  }
}
