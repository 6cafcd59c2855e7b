import RxpEngine
import RxpSyntax
import RxpText

extension Compiler {
  /// The step of one statement; nil where it is wrong (told in `diagnostics`) or defines only what
  /// is put in place elsewhere.
  func compile(_ statement: Statement) -> Step? {
    let top = CodeScope(inside: nil, names: names)
    switch statement.kind {
    case .pipeline(let pipeline, let background):
      return compilePipelineStatement(pipeline, background, statement.span, top)
    case .define(let name, let parameters, let pipeline):
      return compileDefinition(name, parameters, pipeline, top)
    case .subject(let name, let arguments):
      return compileSubject(name, arguments, statement.span, top)
    case .channel(let name, let arguments):
      return compileChannel(name, arguments, statement.span)
    case .variable(let name, let expression, let arguments):
      return compileVariable(name, expression, arguments, statement.span, top)
    case .bindBoth(let one, let other, let arguments):
      return compileBindBoth(one, other, arguments, statement.span, top)
    case .assign(let name, let expression):
      guard let cell = variable(name) else {
        _ = compileValue(expression, top)
        return nil
      }
      return compileValue(expression, top).map { .assign(cell, $0.expr) }
    case .assignMember(let object, let member, let value):
      return compileAssignment(of: member, of: object, value, statement.span, top)
    case .bind(let name, let pipeline):
      let signal = compileSignal(pipeline, top)
      guard let cell = variable(name), let signal else { return nil }
      hasEffects = true
      return .bind(cell, signal.expr)
    case .send(let target, let value):
      hasEffects = true
      let to = compileSubjectReference(target, top)
      let what = compileValue(value, top)
      guard let to, let what else { return nil }
      return .send(target: to, what.expr)
    case .act(let verb, let arguments):
      return compileAct(verb, arguments, statement.span, top)
    case .command(let name, let parameters, let condition, let options, let pipeline):
      return compileCommand(
        name, parameters, condition, options, pipeline, statement.span, top)
    case .at(let instant, let inner):
      hasEffects = true
      let when = compileValue(instant, top)
      if let when, !when.type.mayBe(.number) {
        report(.wrongType("at", "an instant in seconds", when.type, instant.span))
        return nil
      }
      guard let step = compile(inner), let when else { return nil }
      return .at(when.expr, step, place(statement.span))
    case .importFile(let path): return compileImport(path)
    case .test(let title, let arguments, let statements, _):
      return compileTest(title, arguments, statements, statement.span)
    case .expect:
      report(.expectOutsideTest(statement.span))
      return nil
    case .invalid: return nil
    }
  }

  private func compilePipelineStatement(
    _ pipeline: Pipeline, _ background: Bool, _ span: Span, _ top: CodeScope
  ) -> Step? {
    guard let compiled = compile(pipeline, top, .statement) else { return nil }
    if !background, isExecutionAlone(pipeline, top) { return .evaluate(compiled.typed.expr) }
    if case .function = compiled.typed.type {
      report(.functionAsStatement(span))
      return nil
    }
    return .pipeline(
      PipelineStep(
        expr: compiled.typed.expr, type: compiled.typed.type, hasSink: compiled.endsInSink,
        isBackground: background, place: place(span)))
  }

  private func compileDefinition(
    _ name: Name, _ parameters: [Name]?, _ pipeline: Pipeline, _ top: CodeScope
  ) -> Step? {
    guard mayDefine(name) else { return nil }
    if startsWithOperator(pipeline, top) {
      define(name, .stages(parameters: parameters ?? [], pipeline), .any)
      checkTemplate(name, parameters ?? [], pipeline)
      return nil
    }
    defining.append(name)
    defer { defining.removeLast() }
    let cell = Cell(name.text)
    guard let parameters else {
      guard let compiled = compile(pipeline, top, .definition) else {
        define(name, .value(cell), .any)
        return nil
      }
      define(
        name, .value(cell), compiled.typed.type, isSubject: compiled.isSubject)
      return .define(cell, compiled.typed.expr)
    }
    reportDuplicates(parameters)
    let scope = CodeScope(inside: top, names: names)
    for (slot, parameter) in parameters.enumerated() {
      scope.bind(parameter.text, slot: slot, .any)
    }
    let body = compile(pipeline, scope, .definition)
    define(
      name, .value(cell),
      .function(arity: parameters.count, returns: body?.typed.type ?? .any))
    guard let body else { return nil }
    let code = Code(
      name: name.text, body: body.typed.expr, arity: parameters.count,
      localCount: scope.localCount)
    return .define(cell, ClosureExpr(code, scope.captures, place(name.span)))
  }

  /// Stages of one's own are checked where they are written too, not only where they are used.
  private func checkTemplate(_ name: Name, _ parameters: [Name], _ pipeline: Pipeline) {
    defining.append(name)
    defer { defining.removeLast() }
    let scope = CodeScope(inside: nil, names: names)
    for (index, parameter) in parameters.enumerated() {
      scope.bind(parameter.text, slot: Code.askedSlots + index, .any)
    }
    let unknown = Typed(ConstantExpr(.list(List.empty), nil), .signal(.any))
    var current: Typed? = unknown
    for stage in pipeline.stages {
      guard let upstream = current else { return }
      current = compileStage(stage, after: upstream, scope)?.typed
    }
  }

  private func compileSubject(
    _ name: Name, _ arguments: [Argument], _ span: Span, _ top: CodeScope
  ) -> Step? {
    hasEffects = true
    guard mayDefine(name) else { return nil }
    let cell = Cell(name.text)
    let fitted = fit(Catalog.subject, arguments, span, input: .any, top)
    define(name, .value(cell), .signal(.any), isSubject: true)
    guard let fitted else { return nil }
    return .define(
      cell, SignalExpr(Catalog.subject, upstream: nil, arguments: fitted.plans, place(span)))
  }

  private func compileAct(
    _ verb: Name, _ arguments: [Argument], _ span: Span, _ top: CodeScope
  ) -> Step? {
    hasEffects = true
    guard let known = Step.Verb(rawValue: verb.text) else {
      // Shown is what the command tells of it, not what its work gives.
      return compileExecution(verb, arguments, span, top).map { .evaluate($0.expr) }
    }
    guard let first = arguments.first else {
      report(.missingArgument(verb.text, "target", "what to \(verb.text)", span))
      return nil
    }
    let target: Expr? =
      switch known {
      case .connect, .disconnect: compileSignal(first.value, top)?.expr
      case .complete:
        compileCommandReference(first.value, top) ?? compileChannelsEnd(first.value, top)
          ?? compileSubjectReference(first.value, top)
      case .fail:
        compileChannelsEnd(first.value, top) ?? compileSubjectReference(first.value, top)
      }
    var value: Typed?
    if arguments.count > 1 {
      guard known == .fail else {
        report(.tooManyArguments(verb.text, 1, arguments[1].span))
        return nil
      }
      value = compileValue(arguments[1].value, top)
      if value == nil { return nil }
    }
    if arguments.count > 2 {
      report(.tooManyArguments(verb.text, 2, arguments[2].span))
      return nil
    }
    guard let target else { return nil }
    return .act(known, target: target, value?.expr)
  }

  private func compileImport(_ path: Name) -> Step? {
    do {
      let text = try importer.load(path.text, source)
      if importer.chain.contains(text.name) || text.name == source.name {
        report(.importCycle(path.span, importer.chain + [source.name, text.name]))
        return nil
      }
      let parsed = parse(text)
      var inner = importer
      inner.chain.append(source.name)
      var quiet = Options()
      quiet.warnsOfUnused = false
      let own = NameScope()
      let compiler = Compiler(text, names: own, options: quiet, importer: inner)
      // Only what a file defines comes in; its pipelines and tests are its own.
      var script = parsed.script
      script.statements = script.statements.filter {
        if case .importFile = $0.kind { return true }
        return Compiler.definedName($0) != nil
      }
      let steps = compiler.compile(script)
      hasEffects = hasEffects || compiler.hasEffects
      let problems = (parsed.diagnostics + compiler.diagnostics).filter { $0.severity == .error }
      if let first = problems.first {
        report(.importedFileIsWrong(path.span, text, first))
        return nil
      }
      for name in own.order {
        guard let symbol = own.own(name) else { continue }
        if let other = names.own(name) {
          report(.importedTwice(name, path.span, other.name.span))
          continue
        }
        symbol.isUsed = true
        names.define(symbol)
      }
      return .all(steps)
    } catch let problem as Importer.Problem {
      report(.cannotImport(path.span, path.text, problem.message))
      return nil
    } catch {
      report(.cannotImport(path.span, path.text, "\(error)"))
      return nil
    }
  }

  // MARK: Names

  func mayDefine(_ name: Name) -> Bool {
    if let definition = Catalog.find(name.text) {
      report(.operatorsName(name, definition.summary))
      return false
    }
    if ["it", "acc", "index", "inf"].contains(name.text) {
      report(.languagesName(name))
      return false
    }
    if let other = names.own(name.text), other.source === source, source.name != Compiler.promptName
    {
      report(.definedTwice(name, other.name.span))
      return false
    }
    return true
  }

  /// At the prompt a name may be given a new meaning.
  public static let promptName = "prompt"

  func define(_ name: Name, _ meaning: Symbol.Meaning, _ type: Type, isSubject: Bool = false) {
    names.define(Symbol(name, meaning, type, in: names, source, isSubject: isSubject))
  }

  func variable(_ name: Name) -> Cell? {
    guard let symbol = names.find(name.text) else {
      report(.unknownName(name.text, name.span, among: names.names))
      return nil
    }
    symbol.isUsed = true
    guard case .variable(let cell) = symbol.meaning else {
      report(.notAVariable(name, symbol.name.span))
      return nil
    }
    return cell
  }

  func reportDuplicates(_ parameters: [Name]) {
    var seen: [String: Name] = [:]
    for parameter in parameters {
      if let first = seen[parameter.text] { report(.definedTwice(parameter, first.span)) }
      seen[parameter.text] = parameter
    }
  }

  func compileSubjectReference(_ expression: Expression, _ scope: CodeScope) -> Expr? {
    if case .name(let name) = expression.kind, scope.find(name) == nil,
      let symbol = names.find(name)
    {
      symbol.isUsed = true
      if case .value(let cell) = symbol.meaning, symbol.isSubject {
        return GlobalExpr(cell, place(expression.span))
      }
      report(
        symbol.isChannel
          ? .channelNeedsEnd(name, expression.span)
          : .notASubject(
            name, expression.span, symbol.name.span, isVariable: symbol.isVariable,
            isCommand: symbol.type.isCommand))
      return nil
    }
    guard let typed = compileSignal(expression, scope) else { return nil }
    return typed.expr
  }
}

extension Symbol {
  var isVariable: Bool {
    if case .variable = meaning { return true }
    return false
  }
}

extension Type {
  /// What a `var` may come to hold: its kind, not its first value's members.
  var widened: Type {
    switch self {
    case .int: .number
    case .tuple, .list: .list(.any)
    case .record, .null: .any
    default: self
    }
  }
}
