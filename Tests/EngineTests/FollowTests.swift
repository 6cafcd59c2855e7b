import Testing

@testable import RxpEngine

/// follow: lines as they come, from the start or the end, over restarts.
@Suite struct FollowTests {
  static func read(
    _ pieces: [ScriptedHost.Piece], from: String? = nil, batchLimit: Int = Limits.batchRows
  ) -> Transcript {
    let host = ScriptedHost()
    host.files["f"] = pieces
    return Transcript.of(host, batchLimit: batchLimit) { bench in
      [
        bench.make(
          .follow, nil, ["file": .text("f"), "from": from.map { .text($0) } ?? .missing])
      ]
    }
  }

  static let growing: [ScriptedHost.Piece] = [
    .text("1\n2\n3"), .silence, .text("4\n"), .silence, .silence, .text("5\n6\n"), .silence,
  ]

  @Test(arguments: batchLimits)
  func linesAsTheyCome(_ limit: Int) {
    let got = FollowTests.read(FollowTests.growing, batchLimit: limit)
    #expect(got == Transcript(events: ["\"1\"", "\"2\"", "\"34\"", "\"5\"", "\"6\"", "|"]))
  }

  /// The line that is not complete yet counts as new.
  @Test(arguments: batchLimits)
  func fromTheEnd(_ limit: Int) {
    let got = FollowTests.read(FollowTests.growing, from: "end", batchLimit: limit)
    #expect(got == Transcript(events: ["\"34\"", "\"5\"", "\"6\"", "|"]))
  }

  @Test(arguments: batchLimits)
  func fromTheEndOfMoreThanATurn(_ limit: Int) {
    let old = String(repeating: "old\n", count: 3 * Limits.turnRows + 5)
    let got = FollowTests.read(
      [.text(old), .silence, .text("new\n"), .silence], from: "end", batchLimit: limit)
    #expect(got.events == ["\"new\"", "|"])
  }

  @Test func fromTheEndOfAnEmptyFile() {
    #expect(
      FollowTests.read([.silence, .text("1\n")], from: "end").events == ["\"1\"", "|"])
  }

  @Test(arguments: batchLimits)
  func restartsAreToldOf(_ limit: Int) {
    let pieces: [ScriptedHost.Piece] = [
      .text("1\n2"), .silence, .restart(lost: false), .text("3\n"), .silence, .restart(lost: true),
      .text("4\n"), .silence,
    ]
    let got = FollowTests.read(pieces, batchLimit: limit)
    #expect(got.events == ["\"1\"", "\"2\"", "\"3\"", "\"4\"", "|"])
    #expect(
      got.errors == """
        f: the file was replaced; reading goes on at the start of the new one
        f: the file was cut or replaced, and some of it may be lost; reading goes on at its start

        """)
    #expect(!got.hadErrors)
  }

  @Test func aRestartEndsTheCatchingUp() {
    let got = FollowTests.read(
      [.text("1\n"), .restart(lost: false), .text("2\n"), .silence], from: "end")
    #expect(got.events == ["\"2\"", "|"])
  }

  @Test func lettingGoClosesTheFile() {
    let host = ScriptedHost()
    host.files["f"] = [.text("1\n2\n"), .silence]
    let got = Transcript.of(host) { bench in
      [bench.make(.take, bench.make(.follow, nil, ["file": .text("f")]), ["n": .int(1)])]
    }
    #expect(got.events == ["\"1\"", "|"])
  }
}
