import RxpEngine
import RxpSyntax
import RxpText

/// Checks statements and turns them into steps: resolves names, fits arguments to the catalogue,
/// infers types, and tells what is wrong before anything runs.
///
/// One compiler serves one text; the names it defines stay in its `NameScope`, which a prompt
/// hands on from line to line.
public final class Compiler {
  public struct Options {
    /// A pipeline that starts with an operator reads lines (`-e`).
    public var readsLinesByDefault = false
    /// Whether definitions that nothing uses are told of.
    public var warnsOfUnused = true
    public init() {}
  }

  let source: SourceText
  /// The text that is being read: another one while a template of an imported file is put in place.
  var current: SourceText
  var names: NameScope
  let options: Options
  let importer: Importer
  public internal(set) var diagnostics: [Diagnostic] = []
  /// Whether the program does what would show how events are batched.
  public internal(set) var hasEffects = false
  /// Whether something reads standard input, or the files of the command line.
  var readsInput = false
  /// Names that are being defined: using one inside its own definition is recursion.
  var defining: [Name] = []
  /// Names that later statements of this text define.
  var laterNames: [String: Name] = [:]
  /// What has been answered by `isSignal`.
  var answersOfSignal: [AnsweredExpression: Bool] = [:]
  /// What turned out not to be a record of signals.
  var isNoRecordOfSignals: Set<AnsweredExpression> = []
  /// The words of statements that are wrong.
  private var doubtfulWords: Set<String> = []
  /// Templates being put in place, so that a long chain of them ends in a message.
  var expansionDepth = 0

  public init(
    _ source: SourceText, names: NameScope = NameScope(), options: Options = Options(),
    importer: Importer = Importer { _, _ in throw Importer.Problem("nothing can be imported here") }
  ) {
    self.source = source
    current = source
    self.names = names
    self.options = options
    self.importer = importer
  }

  /// Steps for all statements; none is to be run where `diagnostics` has an error.
  public func compile(_ script: Script) -> [Step] {
    for statement in script.statements {
      if let name = Compiler.definedName(statement), laterNames[name.text] == nil {
        laterNames[name.text] = name
      }
    }
    var steps: [Step] = []
    for statement in script.statements {
      if let name = Compiler.definedName(statement), laterNames[name.text] == name {
        laterNames[name.text] = nil
      }
      if let step = noting(statement, { compile(statement) }) { steps.append(step) }
    }
    // A text that only defines is there for others.
    if options.warnsOfUnused, !script.statements.allSatisfy(Compiler.onlyDefines) {
      warnOfUnused(names)
    }
    return steps
  }

  private static func onlyDefines(_ statement: Statement) -> Bool {
    if case .importFile = statement.kind { return true }
    return definedName(statement) != nil
  }

  /// What is made of a statement. Where that is nothing, or there are mistakes, it is not known what
  /// the statement uses: perhaps any name whose word stands in it.
  func noting<Result>(_ statement: Statement, _ make: () -> Result?) -> Result? {
    let before = mistakeCount
    let made = make()
    if made != nil, mistakeCount == before { return made }
    var words = Words.all(in: source[statement.span])
    if let own = Compiler.definedName(statement) { words.remove(own.text) }
    doubtfulWords.formUnion(words)
    return made
  }

  private var mistakeCount: Int { diagnostics.count { $0.severity == .error } }

  static func definedName(_ statement: Statement) -> Name? {
    switch statement.kind {
    case .define(let name, _, _), .subject(let name, _), .variable(let name, _, _),
      .channel(let name, _), .command(let name, _, _, _, _):
      name
    default: nil
    }
  }

  func warnOfUnused(_ scope: NameScope) {
    for name in scope.order {
      guard let symbol = scope.own(name), !symbol.isUsed, symbol.source === source,
        !doubtfulWords.contains(name)
      else { continue }
      report(.unused(symbol.name))
    }
  }

  func place(_ span: Span) -> Place { Place(current, span) }

  /// Keeps a message once; where its text is another file's (a template put in place), says so.
  func report(_ diagnostic: Diagnostic) {
    var placed = diagnostic
    if current !== source, placed.primary.source == nil { placed.primary.source = current }
    if !diagnostics.contains(placed) { diagnostics.append(placed) }
  }

  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Reads imported files: gives the text and the path that tells files apart.
public struct Importer {
  public struct Problem: Error {
    public let message: String
    public init(_ message: String) { self.message = message }
  }

  /// From the path as written and the file it stands in.
  let load: (_ path: String, _ from: SourceText) throws -> SourceText
  /// Files being read now, outermost first: one that is met again closes a circle.
  var chain: [String] = []

  public init(_ load: @escaping (_ path: String, _ from: SourceText) throws -> SourceText) {
    self.load = load
  }
}

/// A place of a text, as a key.
struct AnsweredExpression: Hashable {
  let source: ObjectIdentifier
  let start: Int
  let end: Int
}

/// An expression with what is known of its value.
struct Typed {
  var expr: Expr
  var type: Type
  init(_ expr: Expr, _ type: Type) {
    self.expr = expr
    self.type = type
  }
}
