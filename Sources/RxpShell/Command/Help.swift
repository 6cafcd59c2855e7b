import RxpEngine

/// Texts of help, made from the definitions of operators and functions.
enum Help {
  static let commandLine = """
    rxp: signal pipelines, live, in scripts and in lessons

      rxp                        the prompt
      rxp FILE.rxp [ARG…]        runs a script; - is standard input
      rxp -e 'PIPELINE' [FILE…]  runs a line; one that starts with an operator reads lines
      rxp test FILE…             runs the tests in files
      rxp check FILE…            tells mistakes and warnings, runs nothing
      rxp fmt [--check] [FILE…]  lays files out; without one from standard input to standard output
      rxp explain [NAME]         what a name means, here and in other libraries

      --virtual            time jumps to the next event instead of passing
      --for TIME           stops after a time: 10s, 500ms
      --json               writes strings as JSON too
      --warnings           tells warnings before a run, as rxp check does
      --strict             rxp check fails where it warns
      --allow=ID,…         does not warn of that
      --allow-read=DIR     lets a script read there (beside and below itself it may)
      --allow-write=DIR    lets a script write there
      --allow-run          lets a script start programs
      --allow-net          lets a script use the network
      --color=WHEN         auto, always, never
      --batch N            handles at most N events at once; what comes out is the same
      --threads N          works on a large file with N threads at most; what comes out is the same
      --no-config          does not read the configuration
      --no-progress        does not show how far the reading of files has come
      --version, --help

    Exit status: 0; 1 where a pipeline ended in an error or input could not be read;
    2 where the program is wrong; 130 on an interrupt.

    """

  /// Every operator by family, a line each.
  static var operators: String {
    var text = ""
    for family in Operator.Family.allCases {
      let members = Catalog.all.filter { $0.family == family }
      if members.isEmpty { continue }
      text += "\(family.rawValue)\n"
      let width = members.map(\.name.count).max() ?? 0
      for member in members {
        text += "  \(member.name.padded(to: width))  \(member.summary)\n"
      }
    }
    return text
  }

  static func text(for definition: Operator) -> String {
    var title = definition.usage
    if !definition.aliases.isEmpty {
      title += "      also " + definition.aliases.joined(separator: ", ")
    }
    var text = "\(title)      \(definition.family.rawValue)\n  \(definition.summary)\n"
    let width = definition.parameters.map(\.name.count).max() ?? 0
    for parameter in definition.parameters {
      let fallback = parameter.fallback.map { " (else: \($0))" } ?? ""
      text += "  \(parameter.name.padded(to: width))  \(parameter.summary)\(fallback)\n"
    }
    for example in definition.examples {
      text += "\n  \(example.title)\n"
      let label = max(example.stage.count, 4)
      if !example.given.isEmpty { text += "    \(example.given)\n" }
      if let input = example.input { text += "    \("in".padded(to: label))  \(input)\n" }
      for (name, diagram) in example.others {
        text += "    \(name.padded(to: label))  \(diagram)\n"
      }
      text += "    \(example.stage.padded(to: label))  \(example.output)\n"
      if !example.values.isEmpty { text += "    where \(example.values)\n" }
    }
    text += "\n  \(definition.atEnd.sentence) \(definition.memory.sentence)\n"
    if !definition.elsewhere.isEmpty {
      text += "  Elsewhere:\n" + Explanation.entries(of: definition)
    }
    return text
  }

  static func text(for function: Builtin) -> String {
    var text =
      "\(function.name)(\(function.parameters.map(\.name).joined(separator: ", ")))      function\n"
    text += "  \(function.summary)\n"
    for example in function.examples { text += "    \(example.call)  →  \(example.result)\n" }
    return text
  }
}

extension Operator {
  /// `throttle QUIET, when: …`.
  var usage: String {
    let parts = parameters.map { parameter in
      parameter.isNamed
        ? "[\(parameter.name): …]"
        : parameter.isOptional ? "[\(parameter.name.uppercased())]" : parameter.name.uppercased()
    }
    return ([name] + [parts.joined(separator: ", ")]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension Operator.AtEnd {
  var sentence: String {
    switch self {
    case .completes: "At the end of its source it completes."
    case .flushes: "At the end it sends what is held, then completes."
    case .waits: "It goes on after the end of its source until all it works on has ended."
    case .restarts: "At the end of its source it starts over."
    case .ends: "It completes by itself."
    case .neverEnds: "It never completes by itself."
    }
  }
}

extension Operator.Memory {
  var sentence: String {
    switch self {
    case .nothing: "It holds nothing."
    case .atMost(let count): "It holds at most \(count) value\(count == 1 ? "" : "s")."
    case .parameter(let name): "It holds at most what \(name) says."
    case .growing(let why), .keys(let why):
      "It holds, up to \(limit) values: \(why)."
    }
  }
}

extension String {
  /// Filled with blanks on the right.
  func padded(to width: Int) -> String {
    count >= width ? self : self + String(repeating: " ", count: width - count)
  }
}
