import Testing

@testable import RxpEngine

/// When effects run, told apart from what is delivered: both write into one journal.
@Suite struct EffectTests {
  final class Journal {
    var entries: [String] = []
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let title: String
    let source: String
    let build: @Sendable (Bench, Signal, Journal) -> Signal
    var released: Int?
    let expected: [String]
    var testDescription: String { title }
  }

  static func note(_ journal: Journal, _ text: String) -> BoundArgument {
    .asked { value in
      if case .null = value {
        journal.entries.append(text)
      } else {
        journal.entries.append("\(text) \(value.display())")
      }
      return .null
    }
  }

  static func finally(_ options: [String: BoundArgument] = [:])
    -> @Sendable (Bench, Signal, Journal) -> Signal
  {
    { bench, source, journal in
      bench.make(.finally, source, options.merging(["f": note(journal, "finally")]) { $1 })
    }
  }

  static let cases: [Case] = [
    Case(
      title: "do: before each event is passed on", source: "-a-b|",
      build: { bench, source, journal in
        bench.make(
          .do, source,
          ["next": note(journal, "do"), "completed": note(journal, "completed")])
      }, expected: ["do a", "a", "do b", "b", "completed", "|"]),
    Case(
      title: "do: at an error, with the error", source: "-#",
      build: { bench, source, journal in
        bench.make(
          .do, source,
          [
            "error": .asked { value in
              if case .failure(let failure) = value {
                journal.entries.append(failure.message.string)
              }
              return .null
            }
          ])
      }, expected: ["error", "#"]),
    Case(
      title: "doError", source: "-#",
      build: { bench, source, journal in
        bench.make(
          .doError, source,
          [
            "f": .asked { _ in
              journal.entries.append("doError")
              return .null
            }
          ])
      }, expected: ["doError", "#"]),
    Case(
      title: "doCompleted", source: "-a|",
      build: { bench, source, journal in
        bench.make(.doCompleted, source, ["f": note(journal, "doCompleted")])
      }, expected: ["a", "doCompleted", "|"]),
    Case(
      title: "initially: at each subscription", source: "-a|",
      build: { bench, source, journal in
        bench.make(
          .repeat, bench.make(.initially, source, ["f": note(journal, "initially")]), ["n": .int(2)]
        )
      }, expected: ["initially", "a", "initially", "a", "|"]),
    Case(
      title: "initially: before the source is subscribed to", source: "-a|",
      build: { bench, source, journal in
        bench.make(
          .initially, bench.make(.initially, source, ["f": note(journal, "inner")]),
          ["f": note(journal, "outer")])
      }, expected: ["outer", "inner", "a", "|"]),
    Case(
      title: "finally: before the completion", source: "-a|", build: finally(),
      expected: ["a", "finally", "|"]),
    Case(
      title: "finally: before the error", source: "-#", build: finally(),
      expected: ["finally", "#"]),
    Case(
      title: "finally: not on letting go", source: "-a-b|", build: finally(), released: 2,
      expected: ["a"]),
    Case(
      title: "finally: after the end", source: "-a|", build: finally(["runs": .text("after")]),
      expected: ["a", "|", "finally"]),
    Case(
      title: "finally: on letting go, once", source: "-a-b|",
      build: finally(["onRelease": .bool(true)]), released: 2, expected: ["a", "finally"]),
    Case(
      title: "finally: on letting go and after an end, still once", source: "-a|",
      build: finally(["runs": .text("after"), "onRelease": .bool(true)]),
      expected: ["a", "|", "finally"]),
    Case(
      title: "finally: inner ones first", source: "-a|",
      build: { bench, source, journal in
        bench.make(
          .finally, bench.make(.finally, source, ["f": note(journal, "inner")]),
          ["f": note(journal, "outer")])
      }, expected: ["a", "inner", "outer", "|"]),
  ]

  @Test(arguments: cases)
  func runs(_ example: Case) {
    let bench = Bench(batchLimit: 1)
    let journal = Journal()
    let signal = example.build(bench, bench.cold(example.source), journal)
    let observer = Observer(
      bench.run, next: { journal.entries.append($0.display()) },
      end: { end in
        if case .completed = end {
          journal.entries.append("|")
        } else {
          journal.entries.append("#")
        }
      })
    bench.at(0, rank: .expectation) { bench.run.subscribe(signal, observer) }
    if let released = example.released {
      bench.at(released, rank: .expectation) { observer.cancel() }
    }
    bench.check()
    #expect(journal.entries == example.expected)
  }
}
