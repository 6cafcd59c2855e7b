import Testing

@testable import RxpEngine

/// One row of a table about shared signals: what is built on the source `a`, what its subscribers
/// see, from and until when, what is done by hand, and when the source was subscribed to.
struct SharingCase: Sendable, CustomTestStringConvertible {
  enum Act: Sendable {
    case connect(Int)
    case disconnect(Int)
  }

  let title: String
  let source: String
  let build: @Sendable (Bench) -> Signal
  var acts: [Act] = []
  let subscribers: [(from: Int, until: Int?, diagram: String)]
  let subscriptions: [String]
  var testDescription: String { title }

  func check(_ batchLimit: Int, at location: SourceLocation = #_sourceLocation) {
    let bench = Bench(batchLimit: batchLimit)
    bench.sources(["a": source])
    let signal = build(bench)
    for (from, until, diagram) in subscribers {
      bench.expect(signal, diagram, from: from, until: until, title, at: location)
    }
    for act in acts {
      switch act {
      case .connect(let instant):
        bench.at(instant) { Connection.of(signal)?.connect(bench.run) }
      case .disconnect(let instant): bench.at(instant) { Connection.of(signal)?.disconnect() }
      }
    }
    bench.expectSubscriptions("a", subscriptions, at: location)
    bench.check(location)
  }
}
