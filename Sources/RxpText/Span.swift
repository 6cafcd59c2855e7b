/// A half-open run of bytes of one source text: `start..<end`, counted in UTF-8 bytes from 0.
public struct Span: Hashable, Sendable {
  public var start: Int
  public var end: Int

  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// The smallest span that holds both.
  public func union(_ other: Span) -> Span {
    Span(min(start, other.start), max(end, other.end))
  }

  public var isEmpty: Bool { start == end }

  /// For what no text stands behind: values made by the program itself.
  public static let none = Span(0, 0)
}
