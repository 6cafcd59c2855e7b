import Testing

@testable import RxpIO

@Suite("text of the progress") struct ProgressTextTests {
  /// Bytes done, of how many, bytes a second, columns, and what is shown.
  static let lines: [(Int, Int?, Double, Int, String)] = [
    (0, 500_000_000, 0, 80, "0 B of 500 MB (0%), 0 B/s"),
    (45_100_000, 500_000_000, 81_000_000, 80, "45.1 MB of 500 MB (9%), 81.0 MB/s, 0:06 left"),
    (999_999, 1_000_000, 1, 80, "1.00 MB of 1.00 MB (99%), 1 B/s, 0:01 left"),
    (5, 5, 100, 80, "5 B of 5 B (100%), 100 B/s, 0:00 left"),
    (0, 0, 0, 80, "0 B of 0 B (100%), 0 B/s"),
    (1_234_567, nil, 12_345, 80, "1.23 MB, 12.3 kB/s"),
    (0, 3_600_000_000_000, 1_000_000_000, 80, "0 B of 3.60 TB (0%), 1.00 GB/s, 1:00:00 left"),
    (0, Int.max, 1, 80, "0 B of 9223372 TB (0%), 1 B/s, days left"),
    // A terminal of so many columns takes one less without wrapping.
    (45_100_000, 500_000_000, 81_000_000, 45, "45.1 MB of 500 MB (9%), 81.0 MB/s, 0:06 left"),
    (45_100_000, 500_000_000, 81_000_000, 44, "45.1 MB of 500 MB (9%), 81.0 MB/s"),
    (45_100_000, 500_000_000, 81_000_000, 25, "45.1 MB of 500 MB (9%)"),
    (45_100_000, 500_000_000, 81_000_000, 10, "45.1 MB o"),
    (45_100_000, 500_000_000, 81_000_000, 1, ""),
  ]

  @Test(arguments: lines)
  func line(done: Int, total: Int?, rate: Double, columns: Int, expected: String) {
    #expect(ProgressText.line(done: done, total: total, rate: rate, columns: columns) == expected)
  }

  @Test(arguments: [
    (-1, "0 B"), (0.4, "0 B"), (999.4, "999 B"), (999.5, "1.00 kB"), (9_994, "9.99 kB"),
    (9_995, "10.0 kB"), (99_949, "99.9 kB"), (99_950, "100 kB"), (999_499, "999 kB"),
    (999_500, "1.00 MB"), (1e15, "1000 TB"), (1e30, "much"), (.infinity, "much"),
  ])
  func bytes(count: Double, expected: String) {
    #expect(ProgressText.bytes(count) == expected)
  }

  @Test(arguments: [
    (-1, "0:00"), (0.1, "0:01"), (59.9, "1:00"), (61, "1:01"), (3_599, "59:59"),
    (3_600, "1:00:00"), (359_999, "99:59:59"), (360_000, "days"), (.infinity, "days"),
  ])
  func time(seconds: Double, expected: String) {
    #expect(ProgressText.time(seconds) == expected)
  }
}
