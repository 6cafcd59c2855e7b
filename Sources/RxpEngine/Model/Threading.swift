/// Threads, where the outside has them: one for each worker of a run.
public protocol Threading: AnyObject, Sendable {
  /// How many threads can run at once, at least 1.
  var processors: Int { get }
  /// What a loop waits on, so that other threads can wake it.
  func makeWaker() throws -> any Waker
  /// The files and clocks of a thread that calls it; nothing of them is another thread's.
  func makeHost() -> any Host
  func start(_ body: @escaping @Sendable () -> Void) throws
}

/// What several threads may read from at once: a regular file. Its bytes are counted from 0.
public protocol SharedReader: ByteReader, Sendable {
  /// Where `read` goes on; nil where that cannot be told.
  var position: Int? { get }
  /// Lets `read` go on somewhere else; whether that can be.
  func seek(to position: Int) -> Bool
  /// Reads from a place as many bytes as there are and fit, on whatever thread; `end` where there are
  /// none. `read` goes on where it was.
  func read(into buffer: UnsafeMutableRawBufferPointer, at position: Int) -> ReadResult
  /// So much of what has been read is what `read` would have read; on whatever thread.
  func count(_ bytes: Int)
  /// Shows how far the reading has come, if it is time to; on the thread that owns the reader.
  func showProgress()
}

/// Ready to be read once it has been woken.
public protocol Waker: ByteReader, Sendable {
  /// For any thread.
  func wake()
  /// Takes back what woke it; for the thread that waits, before it looks for what there is to do.
  func rest()
}

extension Host {
  public var threading: (any Threading)? { nil }
}
