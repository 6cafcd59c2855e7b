import RxpEngine
import RxpIO
import RxpLanguage
import RxpSyntax
import RxpText

/// The interactive prompt: one run for the whole session, statements checked and carried out line
/// by line, pipelines in the foreground or as jobs behind the line being typed.
final class Prompt: ExecutorDelegate {
  let host: SystemHost
  let console: Console
  let options: CommandLineOptions
  let editor: LineEditor
  private(set) var run: Run
  private(set) var executor: Executor
  /// What has been defined; prelude names lie outside it.
  private(set) var names: NameScope
  var jobs: [Job] = []
  private var nextJob = 1
  /// The pipeline in the foreground.
  private var foreground: Job?
  /// The text of the last pipeline, for a line that starts with `|`.
  private var lastPipeline = ""
  /// The run that is gone through step by step.
  private var walk: Walk?
  private var wantsQuit = false
  private let colors: Bool
  /// The `_` of the session: the last value seen.
  private let lastValue = Cell("_")
  /// What is known of the signals defined so far.
  private var shapes = ShapeAnalysis()
  /// Whether something is left to do in the background without waiting for anything.
  private var isBusy = false

  init(_ host: SystemHost, _ console: Console, _ options: CommandLineOptions, _ editor: LineEditor)
  {
    self.host = host
    self.console = console
    self.options = options
    self.editor = editor
    colors = Terminal.usesColor(isTerminal: true, choice: options.color)
    (run, executor, names, shapes) = Prompt.fresh(PromptHost(host, editor), options)
    prepare()
  }

  private static func fresh(
    _ host: PromptHost, _ options: CommandLineOptions
  ) -> (Run, Executor, NameScope, ShapeAnalysis) {
    var settings = options.runOptions(on: host)
    settings.limit = nil
    let run = Run(host: host, options: settings)
    run.inputFiles = options.operands
    let prelude = Prelude.fresh(arguments: options.operands)
    let executor = Executor(run)
    for step in prelude.steps { executor.execute(step) }
    let shapes = ShapeAnalysis()
    shapes.learn(prelude.steps)
    return (run, executor, NameScope(inside: prelude.names), shapes)
  }

  private func prepare() {
    executor.delegate = self
    Surroundings.typed().govern(run)
    run.onInterrupt = { [weak self] in self?.interrupted() }
    names.define(value: lastValue, type: .any)
    editor.delegate = self
  }

  /// Forgets every definition and job.
  func reset() {
    run.stop(.asked)
    jobs = []
    lastPipeline = ""
    (run, executor, names, shapes) = Prompt.fresh(PromptHost(host, editor), options)
    prepare()
  }

  // MARK: The session

  /// Reads and answers until the end; gives the exit status.
  func start() -> Int32 {
    if options.usesConfig { loadConfiguration() }
    editor.printAbove(
      """
      rxp \(Commands.version): signal pipelines, live. Try  text | filter len>3 | throttle 0.5 | flatMap search
      :help tells more, Ctrl-D ends.
      """)
    while !wantsQuit {
      // Before the line is read: an interrupt behind its end is for what it starts.
      host.forgetInterrupts()
      let input = editing {
        editor.readStatement(
          prompt: styled("rxp> ", "1"), continuation: "...> ", isIncomplete: Prompt.isUnfinished)
      }
      switch input {
      case .statement(let text): answer(text)
      case .interrupted(let wasEmpty):
        if wasEmpty { say("Ctrl-D or :quit ends the session") }
      case .endOfInput: wantsQuit = true
      }
    }
    run.stop(.asked)
    return ExitStatus.success
  }

  /// The editor has the terminal meanwhile, whoever wants its keys.
  private func editing<Result>(_ body: () -> Result) -> Result {
    (run.host as? PromptHost)?.lendingTerminal(body) ?? body()
  }

  private static func isUnfinished(_ text: String) -> Bool {
    if text.drop(while: { $0 == " " }).hasPrefix(":") { return false }
    return isIncomplete(SourceText(name: Compiler.promptName, text))
  }

  func quit() { wantsQuit = true }

  func say(_ text: String) { editor.printAbove(text) }

  func styled(_ text: String, _ code: String) -> String {
    colors
      ? "\u{1B}[\(code)m\(text.dropLast(text.hasSuffix(" ") ? 1 : 0))\u{1B}[0m\(text.hasSuffix(" ") ? " " : "")"
      : text
  }

  /// Does what a typed text asks for.
  func answer(_ typed: String) {
    let text = String(typed.drop { $0 == " " || $0 == "\t" || $0 == "\n" })
    if text.allSatisfy({ $0 == " " || $0 == "\n" }) {
      if walk != nil { step("") }
      return
    }
    if !text.hasPrefix(":step") { walk = nil }
    switch text {
    case "quit", "exit": return quit()
    case "help", "?": return command("help")
    default: break
    }
    if text.hasPrefix(":") { return command(String(text.dropFirst())) }
    if text.hasPrefix("|") {
      guard !lastPipeline.isEmpty else {
        return say("there is no pipeline yet that \(text) could extend")
      }
      let extended = lastPipeline + " " + text
      say("  " + extended)
      return perform(extended)
    }
    perform(text)
  }

  /// Checks and carries out statements; one that is wrong changes nothing.
  func perform(_ text: String, name: String = Compiler.promptName) {
    let source = SourceText(name: name, text)
    guard let steps = check(source) else { return }
    for step in steps {
      if case .pipeline(let pipeline) = step, case .signal = pipeline.type {
        lastPipeline = Prompt.withoutJobSign(text)
      }
      if case .test(let test) = step {
        report(test)
        continue
      }
      run.synchronize()
      guard executor.execute(step) else { return }
      tellOfInput(step)
      attend()
    }
  }

  /// A job in the background that reads what is typed would wait without a word.
  private func tellOfInput(_ step: Step) {
    guard case .pipeline(let pipeline) = step, pipeline.isBackground, let job = jobs.last,
      !job.observer.isDone, run.waitedReaders.contains(where: { $0 === run.host.standardInput })
    else { return }
    say("[\(job.number)] reads standard input: it gets lines only while none is being typed here")
  }

  private static func withoutJobSign(_ text: String) -> String {
    var kept = Substring(text)
    while let last = kept.last, last == " " || last == "\n" || last == "&" { kept.removeLast() }
    return String(kept)
  }

  /// Steps of a text, or nil with its mistakes told.
  /// `runs`: it is to be carried out, so that what it hardly does as it was meant is told before.
  private func check(_ source: SourceText, runs: Bool = true) -> [Step]? {
    let before = names.snapshot
    let (script, mistakes) = parse(source)
    var settings = Compiler.Options()
    settings.warnsOfUnused = false
    let compiler = Compiler(
      source, names: names, options: settings, importer: Surroundings.typed().importer(host))
    let steps = compiler.compile(script)
    let all = mistakes + compiler.diagnostics
    for diagnostic in all { say(console.render(diagnostic, in: source)) }
    if all.contains(where: { $0.severity == .error }) {
      names.restore(before)
      return nil
    }
    if runs {
      if compiler.hasEffects { run.cutBatches() }
      let allowances = Allowances(in: source, everywhere: options.allowedWarnings)
      for warning in shapes.check(steps, in: source, isWhole: false)
      where !allowances.allow(warning) {
        say(console.renderBriefly(warning))
      }
    }
    return steps
  }

  private func report(_ test: TestStep) {
    let result = TestRunner.run(test, prelude: [], host: host)
    say(
      (["\(result.passed ? "ok  " : "FAIL") \(result.title)"] + result.failures).joined(
        separator: "\n"))
  }

  /// The type of a pipeline or an expression and what is known of its signal, for `:type`.
  func type(of text: String) {
    let before = names.snapshot
    defer { names.restore(before) }
    guard let steps = check(SourceText(name: Compiler.promptName, text), runs: false) else {
      return
    }
    for case .pipeline(let step) in steps {
      say("  " + step.type.description + (shapes.shape(of: step).map { ": \($0)" } ?? ""))
    }
  }

  /// Goes on in the run that is gone through step by step, or begins with that of another pipeline.
  func step(_ text: String) {
    if var walk {
      let number = Int(text)
      let shown: String? =
        switch text {
        case "": walk.next()
        case "back": walk.back()
        case "all": walk.rest()
        default: number.map { walk.go(to: $0) }
        }
      if let shown {
        self.walk = walk
        return say(shown)
      }
    }
    if text.isEmpty { return say("which pipeline? :step interval 1 | take 3") }
    guard var walk = walk(through: text) else { return }
    say(walk.heading)
    say(walk.next())
    self.walk = walk
  }

  /// Runs a pipeline by itself on the virtual clock; nil where it is wrong, which has been told.
  private func walk(through text: String) -> Walk? {
    let before = names.snapshot
    defer { names.restore(before) }
    guard let steps = check(SourceText(name: Compiler.promptName, text), runs: false) else {
      return nil
    }
    guard steps.count == 1, case .pipeline(let step) = steps[0] else {
      say("that is no pipeline")
      return nil
    }
    var settings = run.options
    settings.isVirtual = true
    settings.batchLimit = 1
    let run = Run(host: run.host, options: settings)
    run.inputFiles = options.operands
    Surroundings.typed().govern(run)
    let value: Value
    do { value = try Executor(run).evaluate(step.expr) } catch {
      say("  \(Failure.of(error).message)")
      return nil
    }
    guard case .signal(let signal) = value else {
      say("  that is a value: \(value.shown)")
      return nil
    }
    let trace = Trace(limit: Walk.mostSteps)
    let (watched, stages) = trace.watch(signal)
    run.subscribe(watched, Observer(run, next: { _ in }, end: { _ in }))
    run.runToEnd()
    run.stop(.asked)
    return Walk(stages, trace)
  }

  // MARK: Foreground

  /// Waits for the pipeline that a statement put into the foreground, if it did.
  private func attend() {
    guard let job = foreground else { return }
    if let field = run.textField, field.isListenedTo { editField(field, job) }
    while !job.observer.isDone {
      if run.round() {
        flush()
        continue
      }
      flush()
      if job.observer.isDone { break }
      let readers = run.waitedReaders
      if run.options.isVirtual, readers.isEmpty {
        if run.jump() { continue }
        job.observer.cancel()
        say("  nothing more can happen")
        break
      }
      if run.nextDeadline == nil, readers.isEmpty {
        job.observer.cancel()
        say("  nothing more can happen")
        break
      }
      host.wait(for: readers, until: run.nextDeadline)
      if host.isInterrupted { _ = run.mayGoOn() }
    }
    flush()
    foreground = nil
    run.textField = nil
  }

  /// The bottom line is the text field until the pipeline ends or the user leaves it.
  private func editField(_ field: Subject, _ job: Job) {
    let end = editing {
      editor.readField(
        prompt: styled("text> ", "1"),
        onChange: { [run] text in
          run.synchronize()
          field.send(.string(text))
        },
        onReturn: { _ in })
    }
    switch end {
    case .interrupted: stopForeground()
    case .endOfInput: field.finish(.completed)
    case .finished: break
    }
    host.forgetInterrupts()
  }

  private func interrupted() {
    // It came before what it is for has begun.
    if foreground == nil, !editor.isReading { return }
    host.forgetInterrupts()
    stopForeground()
  }

  private func stopForeground() {
    guard let job = foreground, !job.observer.isDone else { return }
    job.observer.cancel()
    say(
      job.showsItself ? "stopped" : "stopped after \(job.count) value\(job.count == 1 ? "" : "s")")
  }

  private func flush() { run.flushOutput() }

  // MARK: What statements give

  func observer(
    for step: PipelineStep, _ signal: Signal, showsItself: Bool, in executor: Executor
  ) -> Stage? {
    let job = Job(
      number: step.isBackground ? nextJob : 0, text: step.place.source[step.place.span],
      showsItself: showsItself, run)
    if step.isBackground {
      nextJob += 1
      jobs.append(job)
      say("[\(job.number)] runs in the background; :stop \(job.number) ends it")
    } else {
      foreground = job
      // Whether a field is wanted shows when `text` subscribes to it.
      run.textField = Subject(.latest(.text("")))
    }
    job.onLine = { [weak self] line in self?.say(line) }
    job.onEnd = { [weak self, unowned job] end in self?.ended(job, end) }
    job.onValue = { [lastValue] value in lastValue.value = value }
    return job.observer
  }

  private func ended(_ job: Job, _ end: End) {
    if case .failed(let failure) = end { report(failure, in: executor) }
    jobs.removeAll { $0 === job && !job.hasHidden }
    if foreground === job, editor.isReading { editor.finish() }
  }

  func show(_ value: Value, of step: PipelineStep, in executor: Executor) {
    lastValue.value = value
    say(VisibleText.escaping(value.json()))
  }

  func report(_ failure: Failure, in executor: Executor) {
    let (diagnostic, source) = failure.diagnostic
    say(console.render(diagnostic, in: source))
  }

  // MARK: Files

  func load(_ path: String) {
    do {
      let here = Surroundings.typed()
      let source = try FileText.read(try here.resolve(path, .read), host)
      perform(source[Span(0, source.bytes.count)], name: source.name)
    } catch {
      say("\((error as? HostError)?.message ?? "\(error)")")
    }
  }

  private func loadConfiguration() {
    let home =
      Terminal.environment("XDG_CONFIG_HOME")
      ?? Terminal.environment("HOME").map { $0 + "/.config" }
    guard let home else { return }
    guard let source = try? FileText.read(home + "/rxp/config.rxp", host) else { return }
    perform(source[Span(0, source.bytes.count)], name: source.name)
  }
}

extension Prompt: EditorDelegate {
  func nextDeadline() -> Int? { isBusy ? 0 : run.nextDeadline }

  func descriptors() -> [Int32] { run.waitedReaders.map(\.descriptor).filter { $0 >= 0 } }

  func service() {
    // What always has something to do must not keep the keys from being heard.
    var rounds = 0
    isBusy = true
    while isBusy, rounds < Prompt.roundsBetweenKeys {
      isBusy = run.round()
      rounds += 1
    }
    flush()
  }

  private static let roundsBetweenKeys = 64

  func complete(_ text: String, cursor: Int) -> Completion {
    Completer(names: names).complete(text, cursor: cursor)
  }
}
