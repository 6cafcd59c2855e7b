import CSystem
import RxpEngine
import RxpIO
import RxpLanguage
import RxpSyntax
import RxpText

/// The process: reads the command line, does what it asks, gives the exit status.
public enum Commands {
  public static let version = "0.1.0"

  public static func main(_ arguments: [String]) -> Int32 {
    let host = SystemHost()
    let options: CommandLineOptions
    do { options = try CommandLineOptions(arguments) } catch {
      let message = (error as? CommandLineOptions.Mistake)?.message ?? "\(error)"
      Console(host, colorsErrors: false).say("rxp: \(message)\nrxp --help tells what there is")
      return ExitStatus.wrongProgram
    }
    let console = Console(
      host,
      colorsErrors: Terminal.usesColor(isTerminal: Terminal.isTerminal(2), choice: options.color))
    let status = perform(options, host, console)
    host.finishProgress()
    host.close()
    do { try host.standardOutput.flush() } catch {
      if let error = error as? HostError, error.isClosedPipe { return status }
      console.say("rxp: \((error as? HostError)?.message ?? "\(error)")")
      return max(status, ExitStatus.failure)
    }
    return status
  }

  private static func perform(
    _ options: CommandLineOptions, _ host: SystemHost, _ console: Console
  ) -> Int32 {
    // At the prompt the editor answers Ctrl-C; elsewhere a second one ends what does not listen.
    if options.action != .prompt { csys_exit_when_forced(ExitStatus.interrupted) }
    switch options.action {
    case .help:
      console.put(Help.commandLine)
      return ExitStatus.success
    case .version:
      console.put("rxp \(version)\n")
      return ExitStatus.success
    case .prompt:
      guard Terminal.isTerminal(0) else { return run(.file("-"), options, host, console) }
      let history = History(path: History.defaultPath())
      guard let editor = LineEditor(history: history) else {
        return run(.file("-"), options, host, console)
      }
      return Prompt(host, console, options, editor).start()
    case .text, .file: return run(options.action, options, host, console)
    case .test: return test(options, host, console)
    case .check: return check(options, host, console)
    case .format: return format(options, host, console)
    case .explain: return explain(options, console)
    }
  }

  private static func run(
    _ action: CommandLineOptions.Action, _ options: CommandLineOptions, _ host: SystemHost,
    _ console: Console
  ) -> Int32 {
    let source: SourceText
    let surroundings: Surroundings
    var readsLines = false
    do {
      switch action {
      case .text(let text):
        source = SourceText(name: "-e", text)
        surroundings = .typed()
        readsLines = true
      case .file("-"):
        source = try FileText.read(host.standardInput, name: "standard input", host)
        surroundings = .typed()
      case .file(let path):
        source = try FileText.read(path, host)
        surroundings = try .script(path, options)
      default: return ExitStatus.success
      }
    } catch {
      return outside(error, console)
    }
    if host.isInterrupted { return ExitStatus.interrupted }
    let program = Program(
      source, readsLinesByDefault: readsLines, importer: surroundings.importer(host),
      warnings: options.showsWarnings ? Program.Warnings(allowed: options.allowedWarnings) : nil,
      arguments: options.operands)
    if options.showsWarnings, !program.hasErrors {
      console.report(program.diagnostics, in: source)
    }
    if let progress = progress(options, on: 2) { host.show(progress) }
    return ScriptRunner(host, console).run(program, surroundings, options)
  }

  /// What shows how far the reading of files has come; nil where it is not wanted, or `descriptor` is
  /// no terminal.
  static func progress(_ options: CommandLineOptions, on descriptor: Int32) -> Progress? {
    guard options.showsProgress, Terminal.isTerminal(descriptor) else { return nil }
    return Progress(terminal: descriptor, files: options.operands, isDumb: Terminal.isDumb())
  }

  /// A file of the program that cannot be read makes the program wrong.
  private static func outside(_ error: any Error, _ console: Console) -> Int32 {
    console.say("rxp: \((error as? HostError)?.message ?? "\(error)")")
    return ExitStatus.wrongProgram
  }

  // MARK: rxp test

  private static func test(
    _ options: CommandLineOptions, _ host: SystemHost, _ console: Console
  ) -> Int32 {
    guard !options.operands.isEmpty else {
      console.say("rxp: test needs files")
      return ExitStatus.wrongProgram
    }
    var passed = 0
    var failed = 0
    var isWrong = false
    for path in options.operands {
      do {
        let source = try FileText.read(path, host)
        let surroundings = try Surroundings.script(path, options)
        let program = Program(
          source, readsLinesByDefault: false, importer: surroundings.importer(host))
        if program.hasErrors {
          console.report(program.diagnostics.filter { $0.severity == .error }, in: source)
          isWrong = true
          continue
        }
        for case .test(let test) in program.steps {
          let result = TestRunner.run(
            test, prelude: program.definitions, host: host,
            batchLimit: program.hasEffects ? 1 : options.batchLimit,
            configure: { surroundings.govern($0) })
          if result.passed { passed += 1 } else { failed += 1 }
          console.put("\(result.passed ? "ok  " : "FAIL") \(result.title)\n")
          for failure in result.failures { console.put(failure + "\n") }
          if host.isInterrupted { return ExitStatus.interrupted }
        }
      } catch {
        _ = outside(error, console)
        isWrong = true
      }
    }
    console.put("\(passed) passed, \(failed) failed\n")
    return isWrong ? ExitStatus.wrongProgram : failed > 0 ? ExitStatus.failure : ExitStatus.success
  }

  // MARK: rxp check, rxp fmt

  private static func check(
    _ options: CommandLineOptions, _ host: SystemHost, _ console: Console
  ) -> Int32 {
    guard !options.operands.isEmpty else {
      console.say("rxp: check needs files")
      return ExitStatus.wrongProgram
    }
    var isWrong = false
    for path in options.operands {
      do {
        let source = try FileText.read(path, host)
        let surroundings = try Surroundings.script(path, options)
        let program = Program(
          source, readsLinesByDefault: false, importer: surroundings.importer(host),
          warnings: Program.Warnings(allowed: options.allowedWarnings))
        console.report(program.diagnostics, in: source)
        isWrong =
          isWrong || program.hasErrors || options.isStrict && !program.diagnostics.isEmpty
      } catch {
        _ = outside(error, console)
        isWrong = true
      }
    }
    return isWrong ? ExitStatus.wrongProgram : ExitStatus.success
  }

  private static func format(
    _ options: CommandLineOptions, _ host: SystemHost, _ console: Console
  ) -> Int32 {
    var status = ExitStatus.success
    for path in options.operands.isEmpty ? ["-"] : options.operands {
      do {
        let source =
          path == "-"
          ? try FileText.read(host.standardInput, name: "standard input", host)
          : try FileText.read(path, host)
        let (script, mistakes) = parse(source)
        let errors = mistakes.filter { $0.severity == .error }
        guard errors.isEmpty else {
          console.report(errors, in: source)
          status = ExitStatus.wrongProgram
          continue
        }
        let text = RxpSyntax.format(script)
        if path == "-" {
          console.put(text)
        } else if Array(text.utf8) != source.bytes {
          if options.onlyChecks {
            console.put("\(path)\n")
            status = max(status, ExitStatus.failure)
          } else {
            try replace(path, by: text, host)
          }
        }
      } catch {
        status = outside(error, console)
      }
    }
    return status
  }

  private static func replace(_ path: String, by text: String, _ host: SystemHost) throws {
    let writer = try host.openForWriting(path, append: false)
    var copy = text
    try copy.withUTF8 { try writer.write(UnsafeRawBufferPointer($0)) }
    try writer.close()
  }

  private static func explain(_ options: CommandLineOptions, _ console: Console) -> Int32 {
    guard let name = options.operands.first else {
      console.put(Help.operators)
      return ExitStatus.success
    }
    guard let text = Explanation.text(for: name) else {
      console.say("rxp: " + Explanation.unknown(name))
      return ExitStatus.wrongProgram
    }
    console.put(text)
    return ExitStatus.success
  }
}

extension Program {
  /// What the file defines, for each test's own run: no pipelines, no `at`, no other tests.
  var definitions: [Step] {
    steps.filter { step in
      switch step {
      case .define, .all: true
      default: false
      }
    }
  }
}
