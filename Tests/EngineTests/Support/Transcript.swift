import Testing

@testable import RxpEngine

/// What signals give over a scripted outside, on the virtual clock.
struct Transcript: Equatable {
  /// `a`, `"b c"`, `0.5s a`, `|`, `# why (file:1)`: events in order, with their instants behind 0.
  var events: [String] = []
  var output = ""
  var errors = ""
  var hadErrors = false

  /// Runs the signals that `build` makes, in one run, and sees to it that nothing is left open.
  static func of(
    _ host: ScriptedHost, batchLimit: Int = Limits.batchRows, files: [String] = [],
    until limit: Instant? = nil, at location: SourceLocation = #_sourceLocation,
    _ build: (Bench) throws -> [Signal]
  ) rethrows -> Transcript {
    let bench = Bench(batchLimit: batchLimit, host: host)
    let run = bench.run
    run.inputFiles = files
    var transcript = Transcript()
    for signal in try build(bench) {
      func note(_ text: String) {
        transcript.events.append(run.now == 0 ? text : "\(Time.text(run.now)) \(text)")
      }
      let observer = Observer(run) {
        note($0.json())
      } end: { end in
        switch end {
        case .completed: note("|")
        case .failed(let failure):
          note("# \(failure.message)" + (failure.origin.map { " (\($0))" } ?? ""))
        }
      }
      run.subscribe(signal, observer)
      if let limit { bench.at(limit / Time.millisecond) { observer.cancel() } }
    }
    run.runToEnd()
    run.stop(.asked)
    run.flushOutput()
    #expect(run.liveStages == 0, "stages are alive", sourceLocation: location)
    #expect(run.liveTimers == 0, "timers are set", sourceLocation: location)
    #expect(host.openFiles == 0, "files are open", sourceLocation: location)
    transcript.output = host.output
    transcript.errors = host.errors
    transcript.hadErrors = run.hadErrors
    return transcript
  }
}

extension BoundArgument {
  static func texts(_ texts: [String]) -> BoundArgument { .several(texts.map { .text($0) }) }
}

/// Batch limits at which everything must be the same.
let batchLimits = [1, 2, 7, 1024]
