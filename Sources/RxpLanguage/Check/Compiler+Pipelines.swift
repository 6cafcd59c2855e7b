import RxpEngine
import RxpSyntax
import RxpText

/// What a pipeline compiled to.
struct CompiledPipeline {
  var typed: Typed
  var endsInSink = false
  /// Whether it is a subject made in place (`let s = subject()`).
  var isSubject = false
}

extension Compiler {
  enum Context {
    /// A statement: a pipeline that starts with an operator may read lines.
    case statement
    /// What a `let` or a parenthesis holds.
    case definition
    /// Where a signal is asked: the name of a `var` alone stands for what it sends.
    case signal
  }

  /// Whether a pipeline is operators alone: its first stage works on a signal and has none.
  func startsWithOperator(_ pipeline: Pipeline, _ scope: CodeScope) -> Bool {
    guard let first = pipeline.stages.first, let head = headName(first.head) else { return false }
    if case .name(let name) = head.kind {
      if scope.find(name) != nil { return false }
      if let symbol = names.find(name) {
        if case .stages = symbol.meaning { return true }
        return false
      }
    }
    guard let found = findOperator(head) else { return false }
    if found.definition.role == .stage || found.definition.role == .sink {
      // `first(list)`, `count(list)`: a call of the function of that name.
      if case .call = first.head.kind, case .name(let name) = head.kind, first.arguments.isEmpty,
        Functions.find(name) != nil
      {
        return headArguments(first.head).isEmpty
      }
      return true
    }
    return false
  }

  private func headArguments(_ head: Expression) -> [Argument] {
    if case .call(_, let arguments) = head.kind { return arguments }
    return []
  }

  func compile(_ pipeline: Pipeline, _ scope: CodeScope, _ context: Context) -> CompiledPipeline? {
    var stages = pipeline.stages[...]
    guard let first = stages.first else { return nil }
    var result: CompiledPipeline
    if startsWithOperator(pipeline, scope) {
      guard context == .statement, options.readsLinesByDefault else {
        report(.needsSource(current[headSpan(first.head)], headSpan(first.head)))
        // Check the rest all the same, so that one pass tells every mistake.
        var current: CompiledPipeline? = CompiledPipeline(
          typed: Typed(ConstantExpr(.null, nil), .signal(.any)))
        for stage in stages {
          guard let upstream = current?.typed else { break }
          current = compileStage(stage, after: upstream, scope)
        }
        return nil
      }
      let lines = SignalExpr(
        Catalog.lines, upstream: nil, arguments: Catalog.lines.parameters.map { _ in .missing },
        place(first.span))
      noteInput()
      result = CompiledPipeline(typed: Typed(lines, .signal(.text)))
    } else {
      stages = stages.dropFirst()
      guard
        let source = compileHead(
          first, scope, alone: stages.isEmpty && context != .signal)
      else {
        checkRest(stages, scope)
        return nil
      }
      result = source
    }
    for (position, stage) in stages.enumerated() {
      if position == 0, !result.typed.type.mayBe(.signal(.any)) {
        report(.valueBeforeStage(result.typed.type, first.span, current[headSpan(stage.head)]))
        checkRest(stages, scope)
        return nil
      }
      if result.endsInSink {
        report(.stageAfterSink(stage.span))
        return nil
      }
      guard let next = compileStage(stage, after: result.typed, scope) else {
        checkRest(stages.dropFirst(position + 1), scope)
        return nil
      }
      result = next
    }
    return result
  }

  /// Goes over the stages behind a wrong one, of whose input nothing is known.
  private func checkRest(_ stages: ArraySlice<PipelineStage>, _ scope: CodeScope) {
    for stage in stages {
      _ = compileStage(stage, after: Typed(ConstantExpr(.null, nil), .signal(.any)), scope)
    }
  }

  // MARK: The first stage

  private func compileHead(
    _ stage: PipelineStage, _ scope: CodeScope, alone: Bool
  ) -> CompiledPipeline? {
    if let head = headName(stage.head) {
      let (arguments, isCommand) = argumentsOf(stage)
      let name: String? = if case .name(let name) = head.kind { name } else { nil }
      let isOwn = name.map { scope.find($0) != nil || names.find($0) != nil } ?? false
      if !isOwn, let found = findOperator(head) {
        let calls = if case .call = stage.head.kind { true } else { false }
        let isFunctionCall =
          calls && !isCommand && name.map { Functions.find($0) != nil } ?? false
          && found.definition.role != .source && !anySignal(arguments, scope)
        let isPlainFunction =
          found.definition.role == .stage
          || isFunctionOfThatName(found.definition, name, arguments)
        if !isFunctionCall && !isPlainFunction {
          return compileOperator(found, arguments, stage.span, upstream: nil, scope)
        }
      }
      // `search "x"`: a call without brackets.
      if isCommand, let name {
        let call = Expression(
          .call(Expression(.name(name), head.span), stage.arguments), stage.span)
        guard isOwn || Functions.find(name) != nil else {
          reportUnknownOperator(head, stage, afterSource: false, scope)
          return nil
        }
        return compileExpression(call, scope, wanting: .any).map { CompiledPipeline(typed: $0) }
      }
      if isCommand {
        reportUnknownOperator(head, stage, afterSource: false, scope)
        return nil
      }
      if let name, !isOwn, scope.find(name) == nil, Functions.find(name) == nil,
        !["it", "acc", "index", "inf"].contains(name)
      {
        reportUnknownOperator(head, stage, afterSource: false, scope)
        return nil
      }
    } else if !stage.arguments.isEmpty {
      report(.notCallable(stage.head.span))
      return nil
    }
    let wanting: Wanting = alone ? .any : .signal
    return compileExpression(stage.head, scope, wanting: wanting).map {
      CompiledPipeline(typed: $0, isSubject: isSubject(stage.head, scope))
    }
  }

  /// `keys(record)`: a source that takes nothing by place gives way to the function of its name.
  func isFunctionOfThatName(_ definition: Operator, _ name: String?, _ arguments: [Argument])
    -> Bool
  {
    definition.role == .source && definition.parameters.allSatisfy(\.isNamed)
      && arguments.contains { $0.label == nil } && name.map { Functions.find($0) != nil } ?? false
  }

  private func isSubject(_ expression: Expression, _ scope: CodeScope) -> Bool {
    if case .name(let name) = expression.kind, scope.find(name) == nil {
      return names.find(name)?.isSubject ?? false
    }
    return false
  }

  private func anySignal(_ arguments: [Argument], _ scope: CodeScope) -> Bool {
    arguments.contains { isSignal($0.value, scope) }
  }

  /// Whether an expression plainly stands for a signal, without reporting anything.
  ///
  /// The answer is kept: who asks it of an expression goes into that afterwards, where the same is asked
  /// of its parts, and again at each level of brackets. In a template put in place the same text may
  /// mean different things.
  func isSignal(_ expression: Expression, _ scope: CodeScope) -> Bool {
    guard let key = answerKey(expression) else { return isSignalAsked(expression, scope) }
    if let known = answersOfSignal[key] { return known }
    let answer = isSignalAsked(expression, scope)
    answersOfSignal[key] = answer
    return answer
  }

  /// nil where answers are not kept.
  func answerKey(_ expression: Expression) -> AnsweredExpression? {
    guard expansionDepth == 0 else { return nil }
    return AnsweredExpression(
      source: ObjectIdentifier(current), start: expression.span.start, end: expression.span.end)
  }

  private func isSignalAsked(_ expression: Expression, _ scope: CodeScope) -> Bool {
    let before = (diagnostics, hasEffects, readsInput)
    defer { (diagnostics, hasEffects, readsInput) = before }
    guard let typed = compileExpression(expression, scope, wanting: .any) else { return false }
    switch typed.type {
    case .signal: return true
    case .list(.signal): return true
    case .tuple(let items):
      return !items.isEmpty && items.allSatisfy { if case .signal = $0 { true } else { false } }
    default: return false
    }
  }

  // MARK: Later stages

  func compileStage(
    _ stage: PipelineStage, after upstream: Typed, _ scope: CodeScope
  ) -> CompiledPipeline? {
    guard let head = headName(stage.head) else {
      report(.notAStage(current[stage.span], stage.span))
      return nil
    }
    let (arguments, _) = argumentsOf(stage)
    if case .name(let name) = head.kind, scope.find(name) == nil || names.find(name) != nil {
      if let symbol = names.find(name) {
        symbol.isUsed = true
        return use(symbol, as: stage, head, arguments, after: upstream, scope)
      }
    }
    guard let found = findOperator(head) else {
      reportUnknownOperator(head, stage, afterSource: true, scope)
      return nil
    }
    if found.definition.role == .source {
      report(.sourceInTheMiddle(found.definition.name, headSpan(head)))
      return nil
    }
    return compileOperator(found, arguments, stage.span, upstream: upstream, scope)
  }

  /// A name of the program as a stage: operators of one's own, or a function of a signal.
  private func use(
    _ symbol: Symbol, as stage: PipelineStage, _ head: Expression, _ arguments: [Argument],
    after upstream: Typed, _ scope: CodeScope
  ) -> CompiledPipeline? {
    switch symbol.meaning {
    case .stages(let parameters, let pipeline):
      guard arguments.count == parameters.count else {
        report(
          .argumentCount(symbol.name.text, parameters.count, arguments.count, stage.span))
        return nil
      }
      guard !defining.contains(where: { $0.text == symbol.name.text }), expansionDepth < 64 else {
        report(.recursion(symbol.name.text, head.span, symbol.name.span))
        return nil
      }
      let inner = CodeScope(inside: scope, names: symbol.scope)
      for (parameter, argument) in zip(parameters, arguments) {
        inner.aliases[parameter.text] = CodeScope.Alias(
          argument: argument, scope: scope, source: current)
      }
      return expand(pipeline, of: symbol, after: upstream, inner)
    case .value(let cell):
      if case .function(let arity, let result) = symbol.type, arity == arguments.count + 1 {
        var values: [Expr] = [upstream.expr]
        for argument in arguments {
          guard let value = compileExpression(argument.value, scope, wanting: .any) else {
            return nil
          }
          values.append(value.expr)
        }
        let call = CallExpr(GlobalExpr(cell, place(head.span)), values, place(stage.span))
        return CompiledPipeline(typed: Typed(call, result))
      }
      report(.signalAsStage(symbol.name.text, symbol.type, stage.span))
      return nil
    case .variable:
      report(.signalAsStage(symbol.name.text, .signal(symbol.type), stage.span))
      return nil
    }
  }

  private func expand(
    _ pipeline: Pipeline, of symbol: Symbol, after upstream: Typed, _ scope: CodeScope
  ) -> CompiledPipeline? {
    let outer = (current, names)
    current = symbol.source
    names = symbol.scope
    expansionDepth += 1
    defer {
      (current, names) = outer
      expansionDepth -= 1
    }
    var result = CompiledPipeline(typed: upstream)
    for stage in pipeline.stages {
      guard let next = compileStage(stage, after: result.typed, scope) else { return nil }
      result = next
    }
    return result
  }

  // MARK: Operators

  /// An operator with the options that a qualified name adds.
  struct FoundOperator {
    let definition: Operator
    let options: [Argument]
    /// How the program calls it.
    let name: String
    /// The library of a qualified name, `rx`.
    let library: String?
  }

  /// `name`, or `library.name`, where an expression is one of them (or a call of one).
  func headName(_ head: Expression) -> Expression? {
    switch head.kind {
    case .name: return head
    case .call(let callee, _): return headName(callee)
    case .member(let base?, _):
      if case .name(let library) = base.kind, Compiler.libraries.contains(library) { return head }
      return nil
    default: return nil
    }
  }

  static let libraries: Set<String> = ["rac", "rx", "rxswift", "rs", "combine"]

  func headSpan(_ head: Expression) -> Span { headName(head)?.span ?? head.span }

  func findOperator(_ head: Expression) -> FoundOperator? {
    switch head.kind {
    case .name(let name):
      if let definition = Catalog.find(name) {
        return FoundOperator(definition: definition, options: [], name: name, library: nil)
      }
      // The bare word is RAC's, also where it stands for an operator with options. Who subscribes to
      // a signal there has its events shown here by itself.
      guard let (definition, options) = Catalog.find(qualified: "rac.\(name)"),
        definition.role != .sink
      else { return nil }
      return FoundOperator(
        definition: definition, options: Compiler.parseOptions(options), name: name, library: nil)
    case .member(let base?, let member):
      guard case .name(let library) = base.kind,
        let (definition, options) = Catalog.find(qualified: "\(library).\(member.text)")
      else { return nil }
      return FoundOperator(
        definition: definition, options: Compiler.parseOptions(options),
        name: "\(library).\(member.text)", library: library)
    default: return nil
    }
  }

  /// The named arguments that a qualified name stands for.
  private static func parseOptions(_ options: String) -> [Argument] {
    if options.isEmpty { return [] }
    let text = SourceText(name: "options", "x \(options)")
    guard case .pipeline(let pipeline, _) = parse(text).script.statements.first?.kind else {
      return []
    }
    return pipeline.stages.first?.arguments ?? []
  }

  private func argumentsOf(_ stage: PipelineStage) -> ([Argument], isCommand: Bool) {
    if case .call(_, let arguments) = stage.head.kind, stage.arguments.isEmpty {
      return (arguments, false)
    }
    return (stage.arguments, !stage.arguments.isEmpty)
  }

  func compileOperator(
    _ found: FoundOperator, _ arguments: [Argument], _ span: Span, upstream: Typed?,
    _ scope: CodeScope
  ) -> CompiledPipeline? {
    let definition = found.definition
    let input: Type = upstream?.type.sent ?? .null
    guard
      var fitted = fit(
        definition, arguments, defaults: found.options, span,
        input: upstream == nil ? .any : input, scope, library: found.library)
    else { return nil }
    if definition.name == Catalog.execute.name, !fitExecution(&fitted, of: arguments, span, scope) {
      return nil
    }
    if definition.hasEffects && definition.role != .sink { hasEffects = true }
    // A sink that feeds a subject is an effect on other pipelines; one that only writes is the end.
    if definition.feedsSubject { hasEffects = true }
    if definition.family == .input, !arguments.contains(where: { $0.label == nil }) { noteInput() }
    let context = TypeRule.Context(input: input) { fitted.types[$0] }
    let sent = definition.types.apply(context)
    let expr = SignalExpr(
      definition, upstream: upstream?.expr, arguments: fitted.plans, place(span))
    if let split = splitOption(of: definition), fitted.types[split.name] == nil {
      return CompiledPipeline(
        typed: Typed(
          SplitExpr(expr, option: split.place, words: split.words),
          .tuple(split.words.map { _ in .signal(sent) })))
    }
    return CompiledPipeline(
      typed: Typed(expr, .signal(sent)), endsInSink: definition.role == .sink,
      isSubject: definition.name == Catalog.subject.name)
  }

  /// The option by which an operator gives a list of signals.
  private func splitOption(
    of definition: Operator
  ) -> (name: String, place: Int, words: [String])? {
    guard let name = definition.splitOption,
      let place = definition.parameters.firstIndex(where: { $0.name == name }),
      case .word(let words) = definition.parameters[place].kind
    else { return nil }
    return (name, place, words)
  }

  /// Where input is read in two places, where one of them starts or stops would show batches.
  private func noteInput() {
    if readsInput { hasEffects = true }
    readsInput = true
  }

  func reportUnknownOperator(
    _ head: Expression, _ stage: PipelineStage, afterSource: Bool, _ scope: CodeScope
  ) {
    let span = headSpan(head)
    let name = current[span]
    if let later = laterNames[name] {
      report(.usedBeforeDefined(name, span, later.span))
    } else if defining.contains(where: { $0.text == name }) {
      report(.recursion(name, span, defining.first { $0.text == name }?.span ?? span))
    } else if afterSource, Functions.find(name) != nil {
      report(.functionAsStage(name, span, stage.span, current[stage.span]))
    } else if case .member = head.kind {
      report(.unknownQualified(name, span))
    } else if afterSource {
      report(
        .unknownOperator(
          name, span, among: Catalog.all.flatMap { [$0.name] + $0.aliases } + names.names))
    } else if stage.arguments.isEmpty {
      report(
        .unknownName(
          name, span, among: scope.visible + names.names + Functions.names + Catalog.names))
    } else {
      report(.unknownOperator(name, span, among: Catalog.names + names.names))
    }
  }
}
