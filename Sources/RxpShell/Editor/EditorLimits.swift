/// The bounds of the line editor, by name.
public enum EditorLimits {
  /// Statements that the history holds.
  public static let historyEntries = 10_000
  /// Entries beyond the bound that the history file may gather before it is written anew.
  public static let historySlack = 1_000
  /// Bytes of one history entry; a longer statement is run but not kept.
  public static let historyEntryBytes = 64 * 1024
  /// Bytes of the end of a history file that are read.
  public static let historyFileBytes = 16 * 1024 * 1024
  /// Bytes of one paste; the rest is dropped, and said to be.
  public static let pasteBytes = 1024 * 1024
  /// Characters of one line; keys beyond are refused.
  public static let lineCharacters = 1024 * 1024
  /// Redraws of the line in a second for output above it.
  public static let redrawsPerSecond = 20
  /// Bytes of output that wait for the next redraw; more is written at once.
  public static let waitingOutputBytes = 64 * 1024
  /// Candidates that a completion list shows.
  public static let listedCandidates = 200
}
