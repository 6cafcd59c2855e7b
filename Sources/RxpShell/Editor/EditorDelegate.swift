/// What the editor asks of its owner while it waits for a key. Every call comes on the thread that
/// reads, and must come back soon: keys wait meanwhile.
public protocol EditorDelegate: AnyObject {
  /// When `service` must run next, in nanoseconds of the monotonic clock; nil: time alone does not
  /// call for it.
  func nextDeadline() -> Int?
  /// The descriptors that call for `service` when they can be read.
  func descriptors() -> [Int32]
  /// Timers are due or descriptors ready. May call `printAbove` and `finish`.
  func service()
  /// What fits at a place of a statement, for Tab. `cursor` counts UTF-8 bytes of `text`, which holds
  /// the lines typed before the current one too.
  func complete(_ text: String, cursor: Int) -> Completion
}

/// What can stand at the cursor.
public struct Completion: Sendable, Equatable {
  public struct Candidate: Sendable, Equatable {
    /// What replaces the text from `Completion.start` to the cursor.
    public var text: String
    /// What the list of several candidates shows.
    public var label: String
    /// What follows the text where it is the only candidate: a blank, a closing quote.
    public var suffix: String

    public init(_ text: String, label: String? = nil, suffix: String = " ") {
      self.text = text
      self.label = label ?? text
      self.suffix = suffix
    }
  }

  /// Where the word at the cursor starts, in UTF-8 bytes of the statement.
  public var start: Int
  public var candidates: [Candidate]
  /// What a second Tab shows: a signature and an example.
  public var detail: String?
  /// Why there is no candidate.
  public var reason: String?

  public init(
    start: Int, candidates: [Candidate], detail: String? = nil, reason: String? = nil
  ) {
    self.start = start
    self.candidates = candidates
    self.detail = detail
    self.reason = reason
  }

  /// Nothing fits, and why.
  public static func none(_ reason: String? = nil) -> Completion {
    Completion(start: 0, candidates: [], reason: reason)
  }
}
