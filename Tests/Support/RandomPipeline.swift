import Foundation

/// Pipelines that check, of all kinds of stages; some fail half-way.
public enum RandomPipeline {
  public static func lines(_ random: inout SeededRandom) -> Data {
    var text = ""
    for _ in 0..<(random.below(4) == 0 ? 3000 : 40) {
      switch random.below(8) {
      case 0: text += "\(random.below(1000))"
      case 1: text += ""
      case 2: text += "ünïcödé \(random.below(10))"
      default:
        for _ in 0..<(1 + random.below(12)) { text += random.pick(["a", "b", "c", "x", " ", "z"]) }
      }
      text += random.below(20) == 0 ? "\r\n" : "\n"
    }
    return Data(text.utf8)
  }

  private static let sources = [
    "lines", "from 1..50 | map str(it)", "from 1..3000 | map str(it)",
    "merge lines, (from 1..20 | map str(it))",
    "zip lines, (from 1..inf) | map \"\\(it[0])\\(it[1])\"",
    "lines | startWith \"first\", \"second\"",
    "concat (from [\"a\", \"b\"]), lines",
  ]

  private static let stages = [
    "filter len > 3", "filter len % 2 == 0", "map upper", "map \"\\(it)!\"",
    "map \"\\(index) \\(it)\"",
    "take 5", "take 1500", "skip 3", "skipWhile len < 4", "takeWhile len < 12",
    "distinctUntilChanged",
    "flatMap x => [x, x]", "flatMap x => just(x) | take 20",
    "flatMap x => (from 1..3 | map \"\\(x)\\(it)\" | take 2)",
    "scan \"\", \"\\(len(acc)) \\(it)\"", "takeLast 4", "startWith \"s\"", "mapReplace \"m\"",
    "ignore \"a\"",
    "map (if len > 9 then raise(\"long: \\(it)\") else it)",
    "map (if index > 1100 then raise(\"late\") else it)",
    "filter (if it contains \"zz\" then raise(\"zz\") else true)", "catch just(\"caught\")",
    "retry 2 | take 30",
    "throttle 0.1", "delay 0.2", "bufferTime 0.5 | map \"\\(len(it))\"",
    "groupBy len(it) % 3 | flatMap it",
    "materialize | map \"\\(it.kind)\"", "share", "timeout 5", "concat (just \"end\")",
    "then (from 1..3 | map str(it))",
    "flatMap just(it)", "flatMap [upper(it), it]", "flatMap merge(just(it), just(len(it)))",
    "map len | movingAverage 3 | map str(it)", "movingAverage of: len | map str(it)",
    "movingAverage 70, of: (if len > 11 then 0.5 else len), full: true | map str(it)",
    "count len > 2 | map str(it)", "map len | rolling 4 | map str(it)",
    "switchMap just(it)", "switchMap [upper(it), it]", "switchMap x => [x, x] | take 3",
    "switchMap (if len > 9 then nil else just(it))",
    "concatMap x => concat(just(x), empty, just(\"-\"))",
    "flatMap [index, index + 1] | map str(it)",
    "map len | scan 0, acc + it | map str(it)", "map len | distinctUntilChanged | map str(it)",
    "map len | filter it % 3 != 1 and it < 9 | map str(div(it, 2))",
    "map split(\" \") | map it[0]",
    "map split(\" \") | filter it[1] == \"x\" | map it[1] ?? \"nil\"",
    "map split(\"b\") | map len | map str(it)", "filter int(it) > 500",
    "groupBy it[0] | flatMap g => (g | count | map n => \"\\(g.key) \\(n)\")",
    "groupBy len | flatMap g => (g | map len(it) * 2 | sum | map \"\\(g.key) \\(it)\")",
    "groupBy it | flatMap g => (g | filter len > 2 | count) | map str(it)",
    "groupBy len | flatMap g => (g | map (if len > 11 then raise(\"long\") else 1) | sum | map str(it))",
    "buffer 3 | map \"\\(len(it)) \\(it[0])\"", "buffer 2, 3 | map len | map str(it)",
    "filter it !~ /^a.*b$/", "filter it ~ /x$|^$/", "filter it ~ /(?<!a)b/",
    "filter it ~ /[a-c]{2}/", "map (int(it) ?? 0) | map \"\\(it * 2)\"",
  ]

  /// Records as programs write them, some with fields missing or of another type, some broken.
  public static func records(_ random: inout SeededRandom) -> Data {
    var text = ""
    for line in 0..<(random.below(4) == 0 ? 3000 : 60) {
      let level = random.pick(["\"error\"", "\"info\"", "\"wärn\"", "\"a\\\"b\\u00e9\""])
      switch random.below(60) {
      case 0: text += "{\"level\":\(level)}"
      case 1: text += "{\"ms\": \(random.below(400)), \"level\": \(level), \"n\": {\"ms\": 1}}"
      case 2: text += "{\"level\":\(level),\"ms\":1.5,\"n\":[1,2]}"
      case 3: text += "{\"level\":null,\"ms\":\"x\",\"n\":1}"
      case 4: text += "[1, 2]"
      case 5: text += "{\"level\":\(level),\"ms\":01,\"n\":1}"
      case 6: text += ""
      case 7: text += "{\"level\":\(level),\"level\":\"twice\",\"ms\":7,\"n\":1}"
      default:
        text += "{\"level\":\(level),\"ms\":\(random.below(400)),\"n\":\(line)}"
      }
      text += "\n"
    }
    return Data(text.utf8)
  }

  private static let recordStages = [
    "filter .level == \"error\"", "filter .ms > 100", "filter .ms > 100 and .level != \"info\"",
    "take 700", "skip 2", "distinctUntilChanged by: .level",
    "map {level: .level, ms: .ms, n: .n}", "filter .ms % 2 == 0",
    "filter (if .ms == 77 then raise(\"77\") else true)",
  ]

  private static let recordEnds = [
    "", " | map .ms", " | map .level", " | map .n", " | count", " | sum .ms", " | map .ms | sum",
    " | groupBy .level | flatMap g => (g | count | map n => [g.key, n])",
    " | groupBy .level | flatMap g => (g | map .ms | average | map \"\\(g.key) \\(it)\")",
    " | groupBy .ms % 7 | flatMap g => (g | filter .ms > 50 | sum .ms)",
    " | groupBy .level | flatMap g => (g | count .ms > 200 | filter it > 3)",
    " | map .ms | scan 0, acc + it", " | map .ms | reduce 0, max(acc, it)",
    " | map .level | distinctUntilChanged | map len", " | map .ms | movingAverage 4, full: true",
    " | movingAverage 5, of: .ms", " | movingAverage of: .ms", " | count .ms > 150",
    " | distinctUntilChanged by: .ms % 3 | map .n",
  ]

  public static func makeOfRecords(_ random: inout SeededRandom) -> String {
    var text = "jsonl"
    for _ in 0..<random.below(4) { text += " | " + random.pick(recordStages) }
    return text + random.pick(recordEnds)
  }

  private static let ends = [
    "", "", "", " | count", " | collect | map len", " | reduce 0, acc + len(it)",
  ]

  public static func make(_ random: inout SeededRandom) -> String {
    var text = random.pick(sources)
    for _ in 0..<random.below(6) { text += " | " + random.pick(stages) }
    return text + random.pick(ends)
  }
}
