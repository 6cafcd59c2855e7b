import RxpText
import Testing

@testable import RxpEngine

/// keys: what a terminal sends becomes names, what comes from elsewhere characters; however it is
/// cut into reads.
@Suite struct KeysTests {
  /// Runs `keys` on the real clock of a scripted outside, in which a silence lasts `silence`.
  static func keys(
    _ pieces: [ScriptedHost.Piece], isTerminal: Bool = true, silence: Int = Time.millisecond,
    take count: Int? = nil, at location: SourceLocation = #_sourceLocation
  ) -> [String] {
    let host = ScriptedHost()
    host.input = pieces
    host.isTerminal = isTerminal
    host.longestWait = silence
    let run = Run(host: host)
    var events: [String] = []
    var signal = Signal(.keys)
    if let count {
      signal = Signal(
        .take, upstream: signal,
        arguments: Operator.take.parameters.map { $0.name == "n" ? .int(count) : .missing })
    }
    run.subscribe(
      signal,
      Observer(run) { value in
        if events.isEmpty, isTerminal {
          #expect(host.heldTerminals == 1, sourceLocation: location)
        }
        events.append(value.display())
      } end: { end in
        switch end {
        case .completed: events.append("|")
        case .failed(let failure): events.append("# \(failure.message)")
        }
      })
    run.runToEnd()
    run.stop(.asked)
    #expect(run.liveStages == 0, sourceLocation: location)
    #expect(host.heldTerminals == 0, "the terminal is given back", sourceLocation: location)
    return events
  }

  /// What is pressed, what the terminal sends, what it is called.
  static let pressed: [(bytes: String, keys: [String])] = [
    ("a", ["a"]), ("Q ", ["Q", " "]), ("é€😀", ["é", "€", "😀"]),
    ("e\u{301}x", ["e\u{301}", "x"]), ("👩‍👩‍👧", ["👩‍👩‍👧"]),
    ("\r", ["enter"]), ("\n", ["enter"]), ("\t", ["tab"]), ("\u{7F}", ["backspace"]),
    ("\u{8}", ["backspace"]), ("\0", ["ctrl-space"]), ("\u{1}\u{1A}", ["ctrl-a", "ctrl-z"]),
    ("\u{1C}\u{1F}", ["ctrl-\\", "ctrl-_"]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", ["up", "down", "right", "left"]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF\u{1B}OM", ["up", "home", "end", "enter"]),
    ("\u{1B}[1~\u{1B}[2~\u{1B}[3~\u{1B}[4~", ["home", "insert", "delete", "end"]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F", ["pageup", "pagedown", "home", "end"]),
    ("\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[[A", ["f1", "f5", "f12", "f1"]),
    ("\u{1B}[1;5C\u{1B}[1;2A", ["ctrl-right", "shift-up"]),
    ("\u{1B}[3;3~\u{1B}[1;8D", ["alt-delete", "ctrl-alt-shift-left"]),
    ("\u{1B}[Z\u{1B}[1;6Z", ["shift-tab", "ctrl-shift-tab"]),
    ("\u{1B}x\u{1B}é\u{1B}\r", ["alt-x", "alt-é", "alt-enter"]),
    ("\u{1B}[200~a\u{1B}[99;99Xb", ["a", "b"]),
  ]

  @Test(arguments: pressed.indices)
  func everyKeyHasItsName(_ index: Int) {
    let (bytes, keys) = KeysTests.pressed[index]
    #expect(KeysTests.keys([.text(bytes)]) == keys + ["|"])
  }

  /// Two pieces that come one right after the other: only characters that are put together of
  /// several may fall apart.
  @Test(arguments: pressed.indices)
  func everySplitGivesTheSameKeys(_ index: Int) {
    let (text, keys) = KeysTests.pressed[index]
    let bytes = Array(text.utf8)
    if bytes.contains(where: { $0 >= 0x80 })
      && keys.contains(where: { $0.unicodeScalars.count > 1 })
      && !text.hasPrefix("\u{1B}")
    {
      return
    }
    for split in bytes.indices {
      let got = KeysTests.keys([
        .bytes(Array(bytes[..<split])), .silence, .bytes(Array(bytes[split...])),
      ])
      #expect(got == keys + ["|"], "split at \(split)")
    }
  }

  @Test func anEscapeAloneIsAKey() {
    #expect(KeysTests.keys([.text("\u{1B}")]) == ["escape", "|"])
    #expect(
      KeysTests.keys([.text("\u{1B}\u{1B}[A")]) == ["escape", "up", "|"])
    // Nothing for longer than a terminal needs: what comes then is another key.
    let pause = [ScriptedHost.Piece.text("\u{1B}"), .silence, .text("[A")]
    #expect(KeysTests.keys(pause) == ["up", "|"])
    #expect(
      KeysTests.keys(pause, silence: Time.second) == ["escape", "[", "A", "|"])
  }

  /// On the virtual clock no time passes that could tell.
  @Test func onTheVirtualClockItIsOneAtOnce() {
    let host = ScriptedHost()
    host.input = [.text("\u{1B}"), .silence, .text("a")]
    host.isTerminal = true
    let got = Transcript.of(host) { [$0.make(.keys)] }
    #expect(got.events == ["\"escape\"", "\"a\"", "|"])
  }

  @Test func controlDIsTheEnd() {
    let got = KeysTests.keys([.text("a\u{4}b")])
    #expect(got == ["a", "|"])
  }

  @Test func aFailureOfTheTerminalEndsIt() {
    #expect(
      KeysTests.keys([.text("a"), .failure])
        == ["a", "# cannot read standard input: it is broken"])
  }

  // MARK: No terminal

  static let texts: [(text: String, characters: [String])] = [
    ("", []), ("ab\n", ["a", "b", "\n"]), ("a\r\nb", ["a", "\r\n", "b"]),
    ("e\u{301}é\u{301}", ["e\u{301}", "é\u{301}"]), ("👩‍👩‍👧🇩🇪🇫🇷", ["👩‍👩‍👧", "🇩🇪", "🇫🇷"]),
    ("\u{1B}[A\0", ["\u{1B}", "[", "A", "\0"]), ("\u{4}x", ["\u{4}", "x"]),
  ]

  @Test(arguments: texts.indices, [1, 2, 3, 5, 4096])
  func charactersAsAReaderCountsThem(_ index: Int, _ readSize: Int) {
    let (text, characters) = KeysTests.texts[index]
    let host = ScriptedHost()
    host.input = [.text(text)]
    host.readSize = readSize
    for limit in batchLimits {
      let got = Transcript.of(host, batchLimit: limit) { [$0.make(.keys)] }
      #expect(got.events == characters.map { Value.string($0).json() } + ["|"])
      host.rewind()
    }
  }

  /// What is there is not held back: a program may type letter by letter.
  @Test func aSilenceEndsACharacter() {
    let pieces: [ScriptedHost.Piece] = [
      .text("e"), .silence, .text("\u{301}"), .silence, .bytes([0xE2, 0x82]), .silence,
      .bytes([0xAC, 0x61]),
    ]
    #expect(
      KeysTests.keys(pieces, isTerminal: false)
        == ["e", "\u{301}", "€", "a", "|"])
  }

  @Test func bytesThatAreNoTextPassAsTheyAre() {
    let splitter = CharacterSplitter.characters([0x61, 0xFF, 0xC3, 0x62])
    #expect(splitter.map(\.bytes) == [[0x61], [0xFF], [0xC3], [0x62]])
  }

  @Test func aCharacterWithoutEndComesInPieces() {
    let host = ScriptedHost()
    host.input = [.text("e" + String(repeating: "\u{301}", count: 10_000)), .text("x")]
    var lengths: [Int] = []
    let got = Transcript.of(host) { bench in
      [
        bench.make(
          .map, bench.make(.keys),
          [
            "f": .asked {
              if case .text(let text) = $0 { lengths.append(text.count) }
              return .null
            }
          ])
      ]
    }
    #expect(got.events.last == "|")
    #expect(lengths.reduce(0, +) == 20_002)
    #expect(lengths.count > 2)
  }

  // MARK: Several readers of standard input

  @Test func allWhoListenGetEachKey() {
    let host = LinesTests.host(input: "abc")
    let got = Transcript.of(host) { bench in
      [bench.make(.keys), LinesTests.take(bench, 1, bench.make(.keys))]
    }
    #expect(got.events == ["\"a\"", "\"a\"", "|", "\"b\"", "\"c\"", "|"])
  }

  @Test func whatTheFirstDidNotTakeIsTheNexts() {
    let host = LinesTests.host(input: "abc\nd\n")
    let got = Transcript.of(host) { bench in
      let first = LinesTests.take(bench, 2, bench.make(.keys))
      let line = LinesTests.take(bench, 1, LinesTests.lines(bench))
      return [bench.make(.concat, nil, ["signals": .signals([first, line, bench.make(.keys)])])]
    }
    #expect(got.events == ["\"a\"", "\"b\"", "\"c\"", "\"d\"", "\"\\n\"", "|"])
  }

  @Test func linesAndKeysAtOnceAreAMistake() {
    let host = LinesTests.host(input: "ab\n")
    let got = Transcript.of(host) { [$0.make(.lines), $0.make(.keys)] }
    #expect(
      got.events == [
        "# standard input is read as lines already: as keys it cannot be read too", "\"ab\"", "|",
      ])
    let other = Transcript.of(LinesTests.host(input: "a")) { [$0.make(.keys), $0.make(.text)] }
    #expect(other.events.first?.contains("read as keys already") == true)
  }

  @Test func theTerminalIsGivenBackWithTheLastListener() {
    #expect(KeysTests.keys([.text("abc")], take: 2) == ["a", "b", "|"])
  }
}
