import Foundation
import RxpLanguage
import RxpSyntax
import RxpText
import TestSupport
import Testing

@testable import RxpEngine

/// What is read ahead by several threads comes out as if it were read when asked for: random pipelines
/// over random files write the same bytes, errors and failures with blocks of every size.
@Suite struct AheadTests {
  private final class Reports: ExecutorDelegate {
    var failures: [String] = []
    func observer(
      for step: PipelineStep, _ signal: Signal, showsItself: Bool, in executor: Executor
    ) -> Stage? { nil }
    func show(_ value: Value, of step: PipelineStep, in executor: Executor) {}
    func report(_ failure: Failure, in executor: Executor) {
      failures.append("\(failure.kind): \(failure.message) \(failure.origin ?? "")")
    }
  }

  private struct Outcome: Equatable {
    var output: String
    var errors: String
    var failures: [String]
    var liveStages: Int

    func difference(_ expected: Outcome) -> String {
      if failures != expected.failures { return "\(failures) for \(expected.failures)" }
      if errors != expected.errors { return "\(errors) for \(expected.errors)" }
      let (mine, its) = (output.split(separator: "\n"), expected.output.split(separator: "\n"))
      let line = zip(mine, its).prefix { $0 == $1 }.count
      return "\(mine.count) lines for \(its.count), line \(line): "
        + "\(mine.dropFirst(line).first?.prefix(80) ?? "") for "
        + "\(its.dropFirst(line).first?.prefix(80) ?? ""); \(liveStages) alive"
    }
  }

  /// Runs a text over a file `f`; without `blockBytes` on one thread.
  private static func run(
    _ text: String, _ file: [UInt8], threads: Int = 1, blockBytes: Int = 1
  ) throws -> Outcome {
    let compiler = Compiler(SourceText(name: "ahead", text))
    let steps = compiler.compile(parse(SourceText(name: "ahead", text)).script)
    #expect(!compiler.hasErrors, "\(text)")
    let host = MemoryHost(processors: threads)
    host.files["f"] = file
    host.files["g"] = file.reversed()
    var options = Run.Options()
    options.isVirtual = true
    if compiler.hasEffects { options.batchLimit = 1 }
    options.ahead.threads = threads
    options.ahead.from = 0
    options.ahead.blockBytes = blockBytes
    let run = Run(host: host, options: options)
    run.inputFiles = ["f"]
    let reports = Reports()
    let executor = Executor(run, delegate: reports)
    for step in steps { executor.execute(step) }
    run.runToEnd()
    run.stop(.asked)
    return Outcome(
      output: host.output.text, errors: host.errors.text, failures: reports.failures,
      liveStages: run.liveStages)
  }

  private static let sizes = [(2, 5), (3, 40), (2, 700), (4, 20_000)]

  private static func check(_ text: String, _ file: [UInt8]) throws {
    let expected = try run(text, file)
    for (threads, blockBytes) in sizes {
      let outcome = try run(text, file, threads: threads, blockBytes: blockBytes)
      // Not the outcomes themselves, which are long.
      let isSame = outcome == expected
      #expect(
        isSame,
        "\(threads) threads, blocks of \(blockBytes) bytes: \(text): \(outcome.difference(expected))"
      )
    }
  }

  @Test(arguments: 0..<30)
  func linesComeOutTheSame(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var file = RandomPipeline.lines(&random) + RandomPipeline.lines(&random)
    if random.below(2) == 0 { file.removeLast() }
    try Self.check(RandomPipeline.make(&random), Array(file))
  }

  @Test(arguments: 0..<30)
  func recordsComeOutTheSame(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let file = RandomPipeline.records(&random) + RandomPipeline.records(&random)
    try Self.check(RandomPipeline.makeOfRecords(&random), Array(file))
  }

  @Test(arguments: [
    "", "\n", "\n\n\n", "a", "a\r", "a\r\nb\r", "\r\n", String(repeating: "long ", count: 9000),
    String(repeating: "x\n", count: 3000) + String(repeating: "y", count: 70_000) + "\nz\n",
    String(repeating: "ab\r\n", count: 5000),
  ])
  func edgesOfFiles(_ text: String) throws {
    for pipeline in ["lines", "lines | map len", "lines | map upper | filter len > 1 | count"] {
      try Self.check(pipeline, Array(text.utf8))
    }
  }

  /// Several files that are read side by side have their turns as if nothing were read ahead.
  @Test(arguments: [
    #"merge (lines "f"), (lines "g")"#,
    #"merge (lines "f" | filter len > 2 | map upper), (lines "g" | map len)"#,
    #"zip (lines "f" | map len), (lines "g") | map "\(it[0]) \(it[1])" | takeLast 3"#,
    #"concat (lines "f" | filter len > 4), (lines "g" | count)"#,
  ])
  func turnsAreTheSame(_ text: String) throws {
    var random = SeededRandom(seed: 5)
    var file = Data()
    while file.count < 700_000 { file += RandomPipeline.lines(&random) }
    let expected = try Self.run(text, Array(file))
    let outcome = try Self.run(
      text, Array(file), threads: 2, blockBytes: LineReader.blockBytes)
    let isSame = outcome == expected
    #expect(isSame, "\(outcome.difference(expected))")
  }

  /// Work is done ahead, and the rest of the file is not read for who has enough.
  @Test func whoLeavesLeavesNothing() throws {
    let file = Array(String(repeating: "one\ntwo\n", count: 50_000).utf8)
    for pipeline in [
      "lines | filter len > 2 | take 3", "lines | take 2500 | count",
      "lines | map upper | takeWhile index < 4000 | takeLast 1",
      "lines | map (if index == 3000 then raise(\"at\") else it) | count",
      "lines | map (if it == \"two\" and index > 9000 then raise(\"at\") else len(it)) | sum",
    ] {
      try Self.check(pipeline, file)
    }
  }

  /// Effects that begin in the middle cut the batches: what has been read ahead is not lost.
  @Test func batchesThatAreCutOnTheWay() throws {
    let file = Array((0..<20_000).map { "\($0)\n" }.joined().utf8)
    let host = MemoryHost(processors: 2)
    host.files["f"] = file
    var options = Run.Options()
    options.isVirtual = true
    options.ahead.threads = 2
    options.ahead.from = 0
    options.ahead.blockBytes = 3000
    let run = Run(host: host, options: options)
    run.inputFiles = ["f"]
    var seen = 0
    let observer = Observer(
      run,
      next: { value in
        #expect(value == .string("\(seen)"))
        seen += 1
        if seen == 7000 { run.cutBatches() }
      }, end: { _ in })
    run.subscribe(Signal(.lines), observer)
    run.runToEnd()
    #expect(seen == 20_000)
    #expect(run.batchLimit == 1)
  }
}
