import RxpEngine
import RxpIO
import RxpLanguage
import RxpText

/// How a process ends.
enum ExitStatus {
  static let success: Int32 = 0
  /// A pipeline ended in an error, or input could not be read as what it should be.
  static let failure: Int32 = 1
  /// The program or the command line is wrong.
  static let wrongProgram: Int32 = 2
  static let interrupted: Int32 = 130
}

/// Runs a program to its end and writes what its pipelines give.
final class ScriptRunner: ExecutorDelegate {
  private let host: any Host
  private let console: Console

  init(_ host: any Host, _ console: Console) {
    self.host = host
    self.console = console
  }

  func run(_ program: Program, _ surroundings: Surroundings, _ options: CommandLineOptions) -> Int32
  {
    let errors = program.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty {
      console.report(errors, in: program.source)
      return ExitStatus.wrongProgram
    }
    var settings = options.runOptions(on: host)
    // Effects would show how events are batched: then they go one by one.
    if program.hasEffects { settings.batchLimit = 1 }
    let run = Run(host: host, options: settings)
    run.inputFiles = options.operands
    // Files of the command line are found where the command was given, not beside the script.
    let named = Set(options.operands)
    let here = try? Permissions.workingDirectory()
    surroundings.govern(run)
    run.resolve = { path, access in
      if access == .read, named.contains(path), let here {
        return try surroundings.permissions.resolve(path, for: .read, relativeTo: here)
      }
      return try surroundings.resolve(path, access)
    }
    let executor = Executor(run, delegate: self)
    for step in program.steps {
      guard executor.execute(step), !run.isStopped else { break }
    }
    if !executor.hasFailed || !run.isStopped { run.runToEnd() }
    run.stop(.asked)
    return status(run, executor)
  }

  private func status(_ run: Run, _ executor: Executor) -> Int32 {
    do { try host.standardOutput.flush() } catch {
      if let failure = run.outputFailed(error) {
        executor.fail(failure)
      } else {
        return ExitStatus.success
      }
    }
    if run.stopReason == .interrupted { return ExitStatus.interrupted }
    if run.stopReason == .outputClosed { return ExitStatus.success }
    return executor.hasFailed || run.hadErrors ? ExitStatus.failure : ExitStatus.success
  }

  // MARK: What statements give

  /// The sink that prints stands behind a pipeline that has none.
  func observer(
    for step: PipelineStep, _ signal: Signal, showsItself: Bool, in executor: Executor
  ) -> Stage? { nil }

  func show(_ value: Value, of step: PipelineStep, in executor: Executor) {
    executor.run.printLine(value)
  }

  func report(_ failure: Failure, in executor: Executor) {
    executor.run.flushOutput()
    let (diagnostic, source) = failure.diagnostic
    console.report([diagnostic], in: source)
  }
}
