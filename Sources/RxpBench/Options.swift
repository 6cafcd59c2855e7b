/// What the command line asks for.
struct Options {
  static let usage = """
    usage: rxp-bench [--size 100MB] [--rounds 3] [--quick] [--only lines,a,b,threads,memory,growth,live,start]
                     [--folder DIR] [--rxp PATH] [--without jq,python] [--record] [--compare]
                     [--results FILE] [--commit ID]

      --size N      length of each input file (default 20MB; KB, MB, GB)
      --rounds N    measured runs of each program, rxp and the other in turn (default 3)
      --quick       small data, one round; under 2 minutes
      --only LIST   parts (lines, threads, memory, growth, live, start) or single line tasks (a to i)
      --folder DIR  where data are kept between runs (default /tmp/rxp-bench)
      --rxp PATH    the rxp to measure (default: the one beside this program)
      --without T   tools that are not run
      --record      adds a line of JSON for each row to the file of results
      --compare     shows what has slipped since the last record of as much data
      --results F   the file of results (default benchmarks/results.jsonl)
      --commit ID   what is measured, for the record

    Exit status: 0; 1 where an answer was wrong; 2 where the benchmark could not run.
    """

  enum Part: String, CaseIterable { case lines, threads, memory, growth, live, start }

  var size = 20_000_000
  var rounds = 3
  var isQuick = false
  var parts = Set(Part.allCases)
  var tasks: Set<String> = []
  var folder = "/tmp/rxp-bench"
  var rxp: String?
  var without: Set<String> = []
  var records = false
  var compares = false
  var results = "benchmarks/results.jsonl"
  var commit = ""
  var wantsHelp = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var only: [String] = []
    while let name = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw BenchError("\(name) needs a value") }
        return value
      }
      switch name {
      case "--size": size = try Self.size(value())
      case "--rounds": rounds = try Self.count(value())
      case "--quick":
        isQuick = true
        size = 16_000_000
        rounds = 1
      case "--only": only = try Self.list(value())
      case "--folder": folder = try value()
      case "--rxp": rxp = try value()
      case "--without": without = Set(try Self.list(value()))
      case "--record": records = true
      case "--compare": compares = true
      case "--results": results = try value()
      case "--commit": commit = try value()
      case "--help", "-h": wantsHelp = true
      default: throw BenchError("unknown option \(name)\n\(Self.usage)")
      }
    }
    if !only.isEmpty { try choose(only) }
  }

  /// What is measured, for records that can be compared.
  var form: String {
    "\(isQuick ? "quick, " : "")\(megabytes(size)) MB, \(rounds) round\(rounds == 1 ? "" : "s")"
  }

  private mutating func choose(_ only: [String]) throws {
    parts = []
    for word in only {
      if let part = Part(rawValue: word) {
        parts.insert(part)
      } else if LineTask.all.contains(where: { $0.letter == word }) {
        parts.insert(.lines)
        tasks.insert(word)
      } else {
        throw BenchError("--only knows lines, memory, growth, live, start and a to i, not \(word)")
      }
    }
  }

  private static func list(_ text: String) throws -> [String] {
    text.split(separator: ",").map(String.init)
  }

  private static func count(_ text: String) throws -> Int {
    guard let count = Int(text), (1...1_000).contains(count) else {
      throw BenchError("not a number from 1 to 1000: \(text)")
    }
    return count
  }

  private static func size(_ text: String) throws -> Int {
    let digits = text.prefix { $0.isNumber }
    let units = ["": 1, "B": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000]
    guard let number = Int(digits), let unit = units[text.dropFirst(digits.count).uppercased()],
      (1...100_000_000_000 / unit).contains(number)
    else { throw BenchError("not a size: \(text); for example 500MB") }
    return number * unit
  }
}
