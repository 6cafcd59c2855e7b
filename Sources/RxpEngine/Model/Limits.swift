/// Every limit of the engine, in one place; `:limits` lists them and each is tested at n and n+1.
public enum Limits {
  /// Containers inside containers.
  public static let valueDepth = 1024
  /// Bytes of one line of input; a longer one is reported and skipped.
  public static let lineBytes = 16 << 20
  /// Events of one batch.
  public static let batchRows = 1024
  /// Events that one source may deliver before others have their turn; not changed by the batch size.
  public static let turnRows = 1024
  /// Steps at one instant of the virtual clock, each brought about by the one before: `repeat` of what
  /// takes no time. Timers that fire side by side are one step.
  public static let instantSteps = 10_000_000
  /// Calls of functions inside each other.
  public static let callDepth = 200
  /// Bytes that wait for a program to read them before what is read for it in turns waits too.
  public static let programInputWaiting = 1 << 20
  /// Bytes that wait for a program to read them, where nothing can be made to wait.
  public static let programInputBytes = 256 << 20
  /// The last bytes of a program's standard error that are kept for its error.
  public static let programErrorBytes = 65_536
  /// Bytes of an answer that is gathered before it is sent.
  public static let httpBodyBytes = 64 << 20
  /// Values one stage may hold without being told otherwise (zip, groupBy, takeLast, share …).
  public static let heldValues = 65_536
  /// Events on their way from one thread to another before the sending one waits.
  public static let bridgedEvents = 1024
  /// Threads besides the one that runs the loop.
  public static let workers = 4
  /// Threads that work on a large file, the loop's included, without being told otherwise.
  public static let readingThreads = 4
  /// Bytes of a file that are read as they are asked for: what is larger is read ahead.
  public static let largeFileBytes = 4 << 20
  /// Keys that one stage may tell apart (groupBy, distinct …).
  public static let heldKeys = 1 << 20
  /// Steps of a regular expression on one value.
  public static let regexSteps: UInt32 = 100_000
  /// Bytes of a regular expression.
  public static let regexBytes = 65_536
  /// Bad records told one by one before only their number is told.
  public static let badRecordsShown = 10
  /// Bytes of a string made by an expression.
  public static let textBytes = 256 << 20
  /// Items of a list made by an expression.
  public static let listItems = 16 << 20
  /// Digits after the point that `format` writes and `round` keeps: no double has more.
  public static let formatDigits = 1_074
  /// Characters to which `format` fills.
  public static let formatWidth = 65_536

  /// All of them with what they bound, for `:limits`.
  public static let table: String = [
    ("value depth", valueDepth), ("line, bytes", lineBytes), ("batch, events", batchRows),
    ("turn of a source, events", turnRows), ("steps of one instant", instantSteps),
    ("function calls inside each other", callDepth),
    ("input waiting for a program before files wait, bytes", programInputWaiting),
    ("input waiting for a program, bytes", programInputBytes),
    ("gathered standard error of a program, bytes", programErrorBytes),
    ("body of an answer, bytes", httpBodyBytes),
    ("events between two threads", bridgedEvents), ("threads of the scheduler background", workers),
    ("threads on a large file", readingThreads),
    ("file read as it is asked for, bytes", largeFileBytes),
    ("values held by a stage", heldValues), ("keys told apart by a stage", heldKeys),
    ("regular expression, steps", Int(regexSteps)),
    ("regular expression, bytes", regexBytes), ("bad records told one by one", badRecordsShown),
    ("string made by an expression, bytes", textBytes),
    ("list made by an expression, items", listItems),
    ("digits of a formatted number", formatDigits), ("width of a formatted number", formatWidth),
  ].map { "  \($0.1)  \($0.0)" }.joined(separator: "\n")
}
