import Testing

@testable import RxpEngine

/// to: feeding a subject (J4).
@Suite struct ToTests {
  static func run(
    _ memory: Subject.Memory = .none, feeding sources: [String], isHeard: Bool = true,
    also act: (Bench, Subject) -> Void = { _, _ in }
  ) -> Transcript {
    Transcript.of(ScriptedHost()) { bench in
      let subject = Subject(memory)
      let signal = Signal.standing(on: subject)
      act(bench, subject)
      let feeding = sources.map {
        bench.make(.to, bench.cold($0), ["subject": .signal(signal)])
      }
      return (isHeard ? [signal] : []) + feeding
    }
  }

  @Test func nextAndCompletedPass() {
    #expect(ToTests.run(feeding: ["-a-b|"]).events == ["1ms \"a\"", "3ms \"b\"", "4ms |", "4ms |"])
  }

  /// The error is the subject's: whoever feeds it has no other.
  @Test func anErrorPasses() {
    #expect(ToTests.run(feeding: ["-a#"]).events == ["1ms \"a\"", "2ms # error", "2ms |"])
  }

  @Test func anErrorThatNobodyWouldHearOfIsTheFeedersOwn() {
    #expect(ToTests.run(feeding: ["-a#"], isHeard: false).events == ["2ms # error"])
    #expect(ToTests.run(.replay(0), feeding: ["-a#"], isHeard: false).events == ["2ms |"])
  }

  @Test func itsEndLetsGoOfWhatFeedsIt() {
    let got = ToTests.run(feeding: ["-a-b-c-|", "--x|"])
    #expect(got.events == ["1ms \"a\"", "2ms \"x\"", "3ms \"b\"", "3ms |", "3ms |", "3ms |"])
    let byHand = ToTests.run(feeding: ["-a-b-c-|"]) { bench, subject in
      bench.at(2) { subject.finish(.completed) }
    }
    #expect(byHand.events == ["1ms \"a\"", "2ms |", "2ms |"])
  }

  @Test func oneThatHasEndedIsNotFed() {
    let got = ToTests.run(feeding: ["-a|"], isHeard: false) { _, subject in
      subject.finish(.completed)
    }
    #expect(got.events == ["|"])
  }

  @Test func whatIsNoSubjectIsAMistake() {
    let got = Transcript.of(ScriptedHost()) { bench in
      [bench.make(.to, bench.cold("-a|"), ["subject": .signal(bench.cold("|"))])]
    }
    #expect(got.events.count == 1)
    #expect(got.events[0].hasPrefix("# to needs a subject as subject"))
  }
}
