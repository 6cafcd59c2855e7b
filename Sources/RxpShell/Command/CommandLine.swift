import CSystem
import RxpEngine
import RxpLanguage
import RxpText

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the command line asks for.
struct CommandLineOptions {
  enum Action: Equatable {
    case prompt
    case help
    case version
    /// `-e 'PIPELINE'`.
    case text(String)
    /// A script file; `-` is standard input.
    case file(String)
    case test, check, format, explain
  }

  var action = Action.prompt
  /// Files for the sources, or arguments of the command.
  var operands: [String] = []
  var isVirtual = false
  var duration: Int?
  var printsJSON = false
  /// Whether a run tells warnings too, as `rxp check` does.
  var showsWarnings = false
  /// Whether a warning makes `rxp check` fail.
  var isStrict = false
  var allowedWarnings: Set<String> = []
  var allowedReading: [String] = []
  var allowedWriting: [String] = []
  var mayRun = false
  var mayUseNetwork = false
  var color = Terminal.ColorChoice.auto
  /// `rxp fmt --check`: only tell which files are not formatted.
  var onlyChecks = false
  var batchLimit = Limits.batchRows
  /// How many threads may work on a large file; nil: as many as there are processors.
  var threads: Int?
  var usesConfig = true
  var showsProgress = true

  /// What is wrong with a command line.
  struct Mistake: Error { let message: String }

  private enum Long: Int32, CaseIterable {
    case virtual = 256
    case `for`, json, warnings, strict, allow, allowRead, allowWrite, allowRun, allowNet, color,
      check, batch, threads, noConfig, noProgress, version, help

    var name: StaticString {
      switch self {
      case .virtual: "virtual"
      case .for: "for"
      case .json: "json"
      case .warnings: "warnings"
      case .strict: "strict"
      case .allow: "allow"
      case .allowRead: "allow-read"
      case .allowWrite: "allow-write"
      case .allowRun: "allow-run"
      case .allowNet: "allow-net"
      case .color: "color"
      case .check: "check"
      case .batch: "batch"
      case .threads: "threads"
      case .noConfig: "no-config"
      case .noProgress: "no-progress"
      case .version: "version"
      case .help: "help"
      }
    }

    var hasArgument: Int32 {
      switch self {
      case .for, .allow, .allowRead, .allowWrite, .color, .batch, .threads: 1
      default: 0
      }
    }
  }

  /// Reads `arguments` without the program's name.
  init(_ arguments: [String]) throws {
    var index: Int32 = 1
    try readOptions(arguments, &index)
    let rest = Array(arguments.dropFirst(Int(index) - 1))
    if action == .prompt, let first = rest.first {
      switch first {
      case "test": action = .test
      case "check": action = .check
      case "fmt": action = .format
      case "explain": action = .explain
      case "help": action = .help
      default:
        action = .file(first)
        operands = Array(rest.dropFirst())
        return
      }
      // Behind a command its options may stand too.
      index += 1
      try readOptions(arguments, &index)
      operands = Array(arguments.dropFirst(Int(index) - 1))
    } else {
      operands = rest
    }
  }

  private mutating func readOptions(_ arguments: [String], _ index: inout Int32) throws {
    var vector = (["rxp"] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in vector { free(pointer) } }
    let options = Long.allCases.map {
      csys_option(
        name: UnsafeRawPointer($0.name.utf8Start).assumingMemoryBound(to: CChar.self),
        has_argument: $0.hasArgument, value: $0.rawValue)
    }
    while true {
      var argument: UnsafePointer<CChar>?
      let before = index
      let found = csys_next_option(
        Int32(arguments.count + 1), &vector, "+:e:h", options, Int32(options.count), &index,
        &argument)
      if found == CSYS_OPTIONS_END { return }
      let text = argument.map { String(cString: $0) } ?? ""
      try take(found, text, arguments, before)
    }
  }

  private mutating func take(
    _ found: Int32, _ text: String, _ arguments: [String], _ before: Int32
  ) throws {
    switch found {
    case Int32(UInt8(ascii: "e")):
      if case .text(let first) = action {
        action = .text(first + "\n" + text)
      } else {
        action = .text(text)
      }
      return
    case Int32(UInt8(ascii: "h")):
      action = .help
      return
    case CSYS_OPTION_ARGUMENT:
      throw Mistake(message: "\(arguments[Int(before) - 1]) needs an argument")
    default: break
    }
    guard let option = Long(rawValue: found) else {
      let given = String(arguments[Int(before) - 1].prefix { $0 != "=" })
      let known = Long.allCases.map { "--\($0.name)" }
      let near = Suggestion.nearest(to: given, among: known).map { "; did you mean \($0)?" } ?? ""
      throw Mistake(message: "there is no option \(given)\(near)")
    }
    switch option {
    case .virtual: isVirtual = true
    case .for:
      guard let time = CommandLineOptions.duration(text) else {
        throw Mistake(message: "--for needs a duration, for example 10s: got \(text)")
      }
      duration = time
    case .json: printsJSON = true
    case .warnings: showsWarnings = true
    case .strict: isStrict = true
    case .allow:
      let ids = text.split(separator: ",").map(String.init)
      if let other = ids.first(where: { !Allowances.isID($0) }) {
        throw Mistake(message: "--allow needs ids of warnings, for example W0603: got \(other)")
      }
      allowedWarnings.formUnion(ids)
    case .allowRead: allowedReading.append(text)
    case .allowWrite: allowedWriting.append(text)
    case .allowRun: mayRun = true
    case .allowNet: mayUseNetwork = true
    case .color:
      guard let choice = Terminal.ColorChoice(rawValue: text) else {
        throw Mistake(message: "--color is auto, always or never: got \(text)")
      }
      color = choice
    case .check: onlyChecks = true
    case .batch:
      guard let limit = Int(text), limit >= 1, limit <= Limits.batchRows else {
        throw Mistake(message: "--batch is 1 to \(Limits.batchRows): got \(text)")
      }
      batchLimit = limit
    case .threads:
      guard let count = Int(text), count >= 1, count <= Limits.readingThreads else {
        throw Mistake(message: "--threads is 1 to \(Limits.readingThreads): got \(text)")
      }
      threads = count
    case .noConfig: usesConfig = false
    case .noProgress: showsProgress = false
    case .version: action = .version
    case .help: action = .help
    }
  }

  /// How a run goes.
  func runOptions(on host: any Host) -> Run.Options {
    var settings = Run.Options()
    settings.isVirtual = isVirtual
    settings.printsJSON = printsJSON
    settings.batchLimit = batchLimit
    settings.limit = duration
    settings.ahead.threads = threads ?? min(host.threading?.processors ?? 1, Limits.readingThreads)
    return settings
  }

  /// `10s`, `500ms`, `1.5`: seconds without a unit.
  static func duration(_ text: String) -> Int? {
    let number = text.prefix { $0.isNumber || $0 == "." }
    let units = [
      "": 1.0, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600,
    ]
    guard let value = Double(number), let scale = units[String(text.dropFirst(number.count))],
      let time = Time.nanoseconds(seconds: value * scale), time >= 0
    else { return nil }
    return time
  }
}
