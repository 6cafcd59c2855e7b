import RxpText

/// A comment with its place; the text without `#`, one blank after it and the blanks at the end.
public struct Comment: Hashable, Sendable {
  public var text: String
  public var span: Span
  /// Whether at least one blank line stands between it and what stands before or follows it.
  public var blankLineBefore = false
  public var blankLineAfter = false
  public init(text: String, span: Span) {
    self.text = text
    self.span = span
  }
}

/// What stands around a node and means nothing: kept so that printing loses nothing.
public struct Trivia: Hashable, Sendable {
  /// Comments on lines of their own before the node.
  public var before: [Comment] = []
  /// A comment after the node on its last line.
  public var after: Comment?
  /// Whether at least one blank line stood before the node (and its comments).
  public var blankLineBefore = false
  /// Of a stage after the first: whether it was written on a line of its own.
  public var lineBreakBefore = false
  public init() {}
}

/// A whole text: a file, a one-liner, a typed statement.
public struct Script: Sendable {
  /// The `#!` line, without its newline.
  public var shebang: String?
  public var statements: [Statement]
  /// Comments after the last statement.
  public var trailing: [Comment]
  public init(shebang: String? = nil, statements: [Statement], trailing: [Comment] = []) {
    self.shebang = shebang
    self.statements = statements
    self.trailing = trailing
  }
}

/// A name as written, with its place.
public struct Name: Hashable, Sendable {
  public var text: String
  public var span: Span
  public init(_ text: String, _ span: Span) {
    self.text = text
    self.span = span
  }
}

/// One statement.
public struct Statement: Sendable {
  public indirect enum Kind: Sendable {
    /// Subscribed to and shown; `background` is the trailing `&`.
    case pipeline(Pipeline, background: Bool)
    /// `let clean = filter len > 3`, `let big(n) = filter len > n`; `parameters` nil without brackets.
    case define(Name, parameters: [Name]?, Pipeline)
    /// `subject s`, `subject s, replay: 2`.
    case subject(Name, [Argument])
    /// `channel c`, `channel c, over: name`.
    case channel(Name, [Argument])
    /// `var name = ""`, `var name = "", nilValue: "-"`.
    case variable(Name, Expression, [Argument])
    /// `name = "ann"`.
    case assign(Name, Expression)
    /// `login.concurrent = true`: a member of an object.
    case assignMember(Expression, Name, Expression)
    /// `enabled <~ name | map len > 0`.
    case bind(Name, Pipeline)
    /// `a <~> b`, `a <~> c.following, from: it * 2, to: it / 2`.
    case bindBoth(Expression, Expression, [Argument])
    /// `clicks <- "left"`; the target is a name or an expression that gives a subject.
    case send(Expression, Expression)
    /// A verb on an object: `complete s`, `fail s, "why"`, `connect c`, `disconnect c`, `execute login, "ann"`.
    case act(Name, [Argument])
    /// `command login(user) when enabled, concurrent: true = signIn(user)`.
    case command(Name, parameters: [Name], when: Expression?, [Argument], Pipeline)
    /// `at 0.3 name = "ann"`.
    case at(Expression, Statement)
    /// `import "lib.rxp"`; the name is the path.
    case importFile(Name)
    /// `test "…", frame: 1ms { … }`.
    case test(title: Expression, [Argument], [Statement], trailing: [Comment])
    /// `expect P is M, a: 1`: the subject, what it must be, and named arguments of the expectation.
    case expect(Pipeline, Pipeline, [Argument])
    /// What could not be read; its diagnostics have been given.
    case invalid
  }

  public var kind: Kind
  public var span: Span
  public var trivia: Trivia
  public init(_ kind: Kind, _ span: Span, trivia: Trivia = Trivia()) {
    self.kind = kind
    self.span = span
    self.trivia = trivia
  }
}

/// Stages joined by `|`; never empty.
public struct Pipeline: Sendable {
  public var stages: [PipelineStage]
  public var span: Span
  public init(stages: [PipelineStage], span: Span) {
    self.stages = stages
    self.span = span
  }
}

/// One stage: an expression alone (`a`, `f(x)`, `1..5`, `(a | b)`), or a name with arguments after
/// it (`take 3`, `rx.debounceTime 300ms`, `hot "-a-|", a: 1`).
public struct PipelineStage: Sendable {
  /// `.name` or `.member(of a name)` where arguments follow; any expression otherwise. Keywords that
  /// are operators in head position (`not`, `and`, `or`, `then`, `in` …) are `.name` here.
  public var head: Expression
  /// Arguments after the head by blank (`take 3`); those of a call `take(3)` stand in the head itself.
  public var arguments: [Argument]
  public var span: Span
  public var trivia: Trivia
  public init(
    head: Expression, arguments: [Argument] = [], span: Span, trivia: Trivia = Trivia()
  ) {
    self.head = head
    self.arguments = arguments
    self.span = span
    self.trivia = trivia
  }
}

/// An argument, named or not: `3`, `delay: 200ms`.
public struct Argument: Sendable {
  public var label: Name?
  public var value: Expression
  public init(label: Name? = nil, value: Expression) {
    self.label = label
    self.value = value
  }
  public var span: Span { label.map { $0.span.union(value.span) } ?? value.span }
}
