import Foundation
import RxpSyntax
import RxpText

/// Scripts that the tests read: the examples, the conformance scripts and the texts below.
enum Corpus {
  static let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Texts with mistakes and without.
  static let all: [SourceText] = files + texts

  /// Those without mistakes.
  static let correct: [SourceText] = all.filter { parse($0).diagnostics.isEmpty }

  private static let files: [SourceText] = {
    var found: [SourceText] = []
    for folder in ["examples", "Tests/Conformance"] {
      let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      while let name = names?.nextObject() as? String {
        guard name.hasSuffix(".rxp") else { continue }
        let path = root.appending(path: folder).appending(path: name)
        guard let data = try? Data(contentsOf: path) else { continue }
        found.append(SourceText(name: name, bytes: Array(data)))
      }
    }
    return found.sorted { $0.name < $1.name }
  }()

  private static let texts = [
    """
    #!/usr/bin/env rxp
    # everything there is, in one script

    # a comment apart

    import "lib.rxp"
    let clean = filter len > 3 | throttle 0.5   # a stage of one's own
    let search(q) = jsonl "data/films.jsonl"   # the films
      # only those that match
      | filter lower(.title) contains lower(q)
      | map {title: .title, "a b": .year ?? nil, q, n: -1}
      | delay 0.3
    let choice = x => if x in 1..5 and not (x == 3 or x < -2) then "few \\(x + 1)" else 'many'
    subject clicks, replay: 2, window: 5s
    var name = ""
    name = "ann"
    enabled <~ name | map len > 0
    command login(user) when enabled = signIn(user) | retry 2
    clicks <- [1, 2.5, /a[/]b/i, true]
    at 0.3 execute login, "ann"
    at 1s at 2s fail clicks, "why"
    rx.throttleTime 1s | flatMap (q, i) => (search(q) | retry 3, delay: 200ms) | not &
    test "a \\"test\\"", frame: 1ms {
      let a = hot "-a-b|", a: {n: 1}

      # what it does
      expect a | take 1 is "-[a|]", subscribe: 4ms
      expect subscriptions(a) is ["^!"]
      # the end
    }
    # the very end
    """,
    "text | flatMap q => (search(q)\n  | retry 3\n  | catch e => just(e.message)) | take 1",
    "let f(a, b) = (a.b[0](1, k: 2)..b * -3 ?? () => nil) ~ /x/",
    "\"\\(\"\\(\"\\(a)\")\")\" | map it[\"a b\"]",
    "a + - (b - c) - (d - e) * (f / g) % -h",
  ].enumerated().map { SourceText(name: "text \($0)", $1) }
}
