import Foundation
import TestSupport
import Testing

/// deliverOn and subscribeOn on the real clock: work on other threads, and back, in order. Nothing
/// here depends on how fast the machine is.
@Suite struct ThreadTests {
  /// Output without the instants, which differ from run to run.
  static func untimed(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: " ").filter { word in
        !(word.first?.isNumber == true && word.last == "s" && word.contains { !$0.isNumber })
      }.joined(separator: " ")
    }
  }

  @Test func workGoesToAnotherThreadAndBack() throws {
    let result = try RxpProcess.run([
      "-e",
      """
      from 1..3 | log "a" | deliverOn background | map it * 2 | log "b" | deliverOn main | log "c"
      """,
    ])
    #expect(result.errors == "")
    #expect(result.status == 0)
    let lines = Self.untimed(result.output)
    func of(_ label: String) -> [String] { lines.filter { $0.hasPrefix(label) } }
    #expect(of("a") == ["a next 1", "a next 2", "a next 3", "a completed"])
    #expect(
      of("b") == [
        "b background next 2", "b background next 4", "b background next 6",
        "b background completed",
      ])
    #expect(of("c") == ["c next 2", "c next 4", "c next 6", "c completed"])
    // Each is written where it happens before it is handed on.
    for number in 1...3 {
      let places = ["a next \(number)", "b background next \(number * 2)", "c next \(number * 2)"]
        .compactMap { lines.firstIndex(of: $0) }
      #expect(places == places.sorted() && places.count == 3)
    }
  }

  @Test func theSourceRunsWhereItIsSubscribedTo() throws {
    let result = try RxpProcess.run([
      "-e", #"from 1..2 | log "a" | subscribeOn background | log "b""#,
    ])
    #expect(result.errors == "")
    let lines = Self.untimed(result.output)
    #expect(
      lines.filter { $0.hasPrefix("a") } == [
        "a background next 1", "a background next 2", "a background completed",
      ])
    #expect(lines.filter { $0.hasPrefix("b") } == ["b next 1", "b next 2", "b completed"])
  }

  @Test(arguments: [
    "deliverOn background | map it * 2 | deliverOn main",
    "map it * 2 | subscribeOn background",
    "deliverOn background | map it + it | deliverOn background | deliverOn main",
    "deliverOn background | map it * 2",
    "deliverOn background | map it * 2 | publish | autoconnect",
    "subscribeOn background | deliverOn background | map it * 2 | deliverOn main",
    "deliverOn background | map it * 2 | deliverOn main | map it + 1 | deliverOn background | map it - 1",
    """
    deliverOn background | map it + 1 | deliverOn main | map it * 2 | deliverOn background \
    | map it - 1 | deliverOn main | map it - 1 | deliverOn background | map it | deliverOn main
    """,
  ])
  func manyEventsKeepTheirOrder(_ stages: String) throws {
    let count = 30_000
    let result = try RxpProcess.run(["-e", "from 1..\(count) | \(stages)"])
    #expect(result.errors == "")
    #expect(result.status == 0)
    #expect(result.output == (1...count).map { "\($0 * 2)\n" }.joined())
  }

  /// The queue between two threads is full long before: the sending side waits.
  @Test func aFastSourceIsHeldBack() throws {
    let result = try RxpProcess.run([
      "-e", "from 1..100000 | deliverOn background | map it % 7 | deliverOn main | sum",
    ])
    #expect(result.errors == "")
    #expect(result.output == "\((1...100_000).reduce(0) { $0 + $1 % 7 })\n")
  }

  /// A loop that sends nothing and never ends would keep one thread from everything else.
  @Test func theOtherWorkGoesOn() throws {
    let result = try RxpProcess.run([
      "-e",
      "from 1..inf | filter false | subscribeOn background | merge (timer 20ms) | take 1",
    ])
    #expect(result.output == "0\n")
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test func anErrorComesBackWithItsPlace() throws {
    let result = try RxpProcess.run([
      "-e", #"from 1..5 | deliverOn background | map (if it > 2 then raise("why") else it)"#,
    ])
    #expect(result.output == "1\n2\n")
    #expect(result.errors.contains("why"))
    #expect(result.errors.contains("^"))
    #expect(result.status == 1)
  }

  @Test func severalWorkersAtOnce() throws {
    let result = try RxpProcess.run([
      "-e",
      """
      from 1..20 | flatMap x => (just x | map reduce(1..2000, 0, (a, y) => a + y) + it | subscribeOn background) \
      | collect | map sort
      """,
    ])
    #expect(result.errors == "")
    let wanted = (1...20).map { "\(2_001_000 + $0)" }.joined(separator: ",")
    #expect(result.output == "[\(wanted)]\n")
  }

  /// What has a state for all its subscribers stays with the loop that made it.
  @Test func sharedSignalsAreReachedFromAWorker() throws {
    let result = try RxpProcess.run([
      "-e",
      """
      subject s, replay: 10
      var factor = 10
      s <- 1
      s <- 2
      complete s
      from 1..2 | deliverOn background | concatMap x => (s | map it * factor + x) | deliverOn main
      """,
    ])
    #expect(result.errors == "")
    #expect(result.output == "11\n21\n12\n22\n")
  }

  @Test func groupsMadeOnAWorkerAreHeardInTheLoop() throws {
    let result = try RxpProcess.run([
      "-e",
      """
      from 1..6 | deliverOn background | window 3 | deliverOn main | flatMap w => (w | collect)
      """,
    ])
    // They are hot: what they sent before the loop heard of them is gone.
    #expect(result.errors == "")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.hasPrefix("[") && $0.hasSuffix("]") })
  }

  @Test func whatBelongsToTheLoopIsAMistakeOnAThread() throws {
    let result = try RxpProcess.run([
      "-e",
      """
      command go(x) = just(x)
      from 1..2 | deliverOn background | flatMap x => execute(go, x)
      """,
    ])
    #expect(result.errors.contains("execute has no place on a thread"))
    #expect(result.status == 1)
  }

  @Test func patternsAreUsedByAllThreads() throws {
    let result = try RxpProcess.run([
      "-e",
      """
      let isEven = x => str(x) ~ /[02468]$/
      from 1..4 | flatMap t => (from 1..2000 | filter isEven(it) | count | subscribeOn background) | sum
      """,
    ])
    #expect(result.errors == "")
    #expect(result.output == "4000\n")
  }

  @Test func theVirtualClockHasOneThread() throws {
    let text = """
      from 1..3 | deliverOn background | log "b" | map it * 2 | deliverOn main
      interval 10ms | take 2 | subscribeOn background | log "i"
      """
    let wanted = """
      b 0ns background next 1
      b 0ns background next 2
      b 0ns background next 3
      b 0ns background completed
      2
      4
      6
      i 10ms next 0
      i 20ms next 1
      i 20ms completed

      """
    for _ in 0..<3 {
      let result = try RxpProcess.run(["--virtual", "-e", text])
      #expect(result.errors == "")
      #expect(result.output == wanted)
    }
  }

  @Test func filesAreReadOnAWorker() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).txt")
    try (1...5_000).map { "line \($0)\n" }.joined().write(
      to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try RxpProcess.run([
      "-e", "lines \"\(file.path)\" | filter endsWith(\"7\") | subscribeOn background | count",
    ])
    #expect(result.errors == "")
    #expect(result.output == "500\n")
  }

  /// Bad records are told of, and make the exit status 1, wherever they are read.
  @Test func badRecordsOfAWorkerAreTold() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "\(UUID().uuidString).ndjson")
    try "{\"n\":1}\nnonsense\n{\"n\":2}\n".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try RxpProcess.run([
      "-e", "jsonl \"\(file.path)\" | map .n | subscribeOn background",
    ])
    #expect(result.output == "1\n2\n")
    #expect(result.errors.contains(":2:"))
    #expect(result.status == 1)
  }
}
