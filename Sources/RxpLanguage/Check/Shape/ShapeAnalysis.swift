import RxpEngine
import RxpText

/// Works out what is known of the signals of a checked program before it runs, and warns of what
/// these surroundings make useless or harmful. All facts are the operators' own: their `shape` and
/// `pitfalls`. Where something is not known nothing is said.
///
/// One analysis serves one program, or a session at the prompt, line by line.
public final class ShapeAnalysis {
  /// What a name of the program stands for.
  struct Definition {
    /// Kept, so that no other cell can come to have its identity.
    let cell: Cell
    /// Of a signal, or of a list that may stand for one.
    var shape: SignalShape?
    /// Of a function: its code.
    var code: Code?
    var isList = false
    /// Where what it stands for ends in the text.
    let place: Place?
  }

  /// What the locals of a piece of code stand for, as far as they are signals.
  struct Locals {
    var slots: [Int: SignalShape] = [:]
    var captures: [SignalShape?] = []
  }

  private var definitions: [ObjectIdentifier: Definition] = [:]
  /// Shapes of what functions give for arguments of which nothing is known.
  var results: [ObjectIdentifier: SignalShape?] = [:]
  var found: [Diagnostic] = []
  /// The text that is warned of; nothing is said of others.
  var source: SourceText?
  /// Whether all of the program is in sight: at the prompt more is to come.
  var isWhole = true
  /// Cells that some statement connects; nil where it cannot be told which.
  var connected: Set<ObjectIdentifier>? = []
  /// Stages that have been told to be the reason why nothing comes: what follows from it is not
  /// told again.
  var explained: Set<Int> = []
  /// What would be better at the stages that start over, or wait for a connection, by their place:
  /// whether that matters shows only where they are subscribed to.
  var restarts: [Int: (instead: String, causes: [Diagnostic.Label])] = [:]
  var connections: [Int: String] = [:]
  /// Above 0 while what has been warned of already is looked at once more.
  var quiet = 0
  /// Functions being looked into, one from the other.
  var depth = 0
  /// Nodes that may still be looked at in this statement, so that functions that call each other
  /// many times over do not make it slow.
  var budget = 0
  static let statementBudget = 20_000
  /// Expressions being looked into, one inside the other.
  var nesting = 0
  static let nestingLimit = 100
  static let depthLimit = 16
  /// Named cold signals that do something outside, with the statements that start them.
  var started: [ObjectIdentifier: [SignalShape.Stem]] = [:]

  public init() {}

  /// Takes note of definitions without warnings: those of the prelude.
  public func learn(_ steps: [Step]) {
    quiet += 1
    defer { quiet -= 1 }
    for step in steps { visit(step) }
  }

  /// Warnings about the statements of a text, in the order of the statements. `isWhole`: no others
  /// will follow that could change what these mean.
  public func check(_ steps: [Step], in source: SourceText, isWhole: Bool) -> [Diagnostic] {
    self.source = source
    self.isWhole = isWhole
    found = []
    started = [:]
    explained = []
    restarts = [:]
    connections = [:]
    connected = isWhole ? [] : nil
    for step in steps { noteConnections(step) }
    for step in steps { visit(step) }
    return found
  }

  /// What is known of the signal of a pipeline as a statement.
  public func shape(of step: PipelineStep) -> SignalShape? {
    guard case .signal = step.type else { return nil }
    return knownShape(of: step.expr)
  }

  /// What is known of the signal that a checked expression gives; nil where it is perhaps none.
  public func knownShape(of expr: Expr) -> SignalShape? {
    quiet += 1
    defer { quiet -= 1 }
    budget = ShapeAnalysis.statementBudget
    return shape(expr, Locals(), isCut: false)
  }

  // MARK: Statements

  private func noteConnections(_ step: Step) {
    switch step {
    case .act(.connect, let target, _):
      if let global = target as? GlobalExpr {
        connected?.insert(ObjectIdentifier(global.cell))
      } else {
        connected = nil
      }
    case .at(_, let inner, _): noteConnections(inner)
    case .all(let steps): for step in steps { noteConnections(step) }
    case .test(let test): for step in test.steps { noteConnections(step) }
    default: break
    }
  }

  private func visit(_ step: Step, isLater: Bool = false) {
    budget = ShapeAnalysis.statementBudget
    switch step {
    case .define(let cell, let expr): define(cell, expr)
    case .bind(_, let expr):
      if let shape = shape(expr, Locals(), isCut: false) {
        subscribed(to: shape, end: nil, isLater: isLater)
      }
    case .pipeline(let step):
      guard let shape = shape(step.expr, Locals(), isCut: false), case .signal(let sent) = step.type
      else { return }
      if case .signal = sent, !step.hasSink { warnOfUnheardSignals(step) }
      subscribed(to: shape, end: step.expr.place, isLater: isLater)
    case .at(_, let inner, _): visit(inner, isLater: true)
    case .all(let steps):
      // What a file defines that is imported: that file has its own warnings.
      quiet += 1
      for step in steps { visit(step) }
      quiet -= 1
    case .evaluate(let expr): _ = shape(expr, Locals(), isCut: false)
    // A test shows what happens, also where that is nothing.
    case .assign, .send, .act, .bindBoth, .setConcurrent, .test: break
    }
  }

  private func define(_ cell: Cell, _ expr: Expr) {
    if let command = expr as? CommandExpr {
      // What it sends is told by its members, of which nothing is known.
      for part in [command.work.code.body, command.condition] {
        if let part { _ = shape(part, Locals(), isCut: false) }
      }
      return
    }
    var definition = Definition(cell: cell, place: expr.place)
    if let closure = expr as? ClosureExpr {
      definition.code = closure.code
      definitions[ObjectIdentifier(cell)] = definition
      results[ObjectIdentifier(cell)] = shape(closure.code.body, Locals(), isCut: false)
      return
    }
    definition.shape = shape(expr, Locals(), isCut: false)
    definition.isList = isList(expr)
    definitions[ObjectIdentifier(cell)] = definition
  }

  func definition(_ cell: Cell) -> Definition? { definitions[ObjectIdentifier(cell)] }

  // MARK: Warnings

  /// Keeps a warning about the text being checked, once.
  func warn(_ diagnostic: Diagnostic, at place: Place?) {
    guard quiet == 0, let place, place.source === source else { return }
    if found.contains(where: { $0.id == diagnostic.id && $0.primary == diagnostic.primary }) {
      return
    }
    found.append(diagnostic)
  }

  /// A label for the cause of a warning; nil where that is not in the text, or the place itself.
  func label(_ cause: Place?, _ text: String, butNot place: Place?) -> [Diagnostic.Label] {
    guard let cause, cause.source === source, cause.span != place?.span else { return [] }
    return [Diagnostic.Label(head(cause), text)]
  }

  /// The name at the head of a stage.
  func head(_ place: Place) -> Span {
    let bytes = place.source.bytes
    var end = place.span.start
    while end < place.span.end, end < bytes.count, ShapeAnalysis.isPartOfName(bytes[end]) {
      end += 1
    }
    return end == place.span.start ? place.span : Span(place.span.start, end)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }

  /// The stage with the bar before it, to be left out.
  func withBar(_ place: Place) -> Span? {
    let bytes = place.source.bytes
    var start = place.span.start
    while start > 0, [32, 9, 10].contains(bytes[start - 1]) { start -= 1 }
    guard start > 0, bytes[start - 1] == UInt8(ascii: "|") else { return nil }
    start -= 1
    while start > 0, [32, 9, 10].contains(bytes[start - 1]) { start -= 1 }
    return Span(start, place.span.end)
  }
}
