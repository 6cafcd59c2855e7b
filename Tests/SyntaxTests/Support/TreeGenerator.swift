import RxpSyntax
import RxpText

/// Makes trees such as the parser makes: every shape, at random.
struct TreeGenerator {
  var random: SeededGenerator
  private static let names = [
    "a", "it", "acc", "len", "text", "q", "is", "test", "at", "complete", "subject", "größe", "x1",
    "_", "let", "var", "expect", "when",
  ]
  private static let words = ["in", "then", "not", "if", "and", "default", "a", "delay"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func script() -> Script {
    Script(statements: (0..<random.below(4) + 1).map { _ in statement(2) })
  }

  mutating func statement(_ depth: Int) -> Statement {
    Statement(kind(depth), .none)
  }

  private mutating func kind(_ depth: Int) -> Statement.Kind {
    switch random.below(depth > 0 ? 15 : 13) {
    case 0, 1, 2: return .pipeline(statementPipeline(), background: random.chance(4))
    case 3: return .define(name(), parameters: random.chance(2) ? nil : names(3), pipeline(3))
    case 4: return .subject(name(), random.chance(2) ? [] : arguments(2))
    case 5: return .variable(name(), expression(3), random.chance(2) ? [] : arguments(2))
    case 6:
      if random.chance(2) { return .assign(name(plain: true), expression(3)) }
      return .assignMember(
        Expression(.name(name(plain: true).text), .none), Name(random.pick(Self.words), .none),
        expression(3))
    case 7: return .bind(name(plain: true), pipeline(3))
    case 8: return .send(Expression(.name(name(plain: true).text), .none), expression(3))
    case 9:
      let object = Argument(value: Expression(.name(name().text), .none))
      return .act(
        Name(random.pick(["complete", "fail", "connect", "execute"]), .none),
        [object] + (random.chance(2) ? [] : arguments(2)))
    case 10:
      return .command(
        name(), parameters: names(2), when: random.chance(2) ? nil : expression(2),
        random.chance(2) ? [] : [Argument(label: Name("concurrent", .none), value: expression(2))],
        pipeline(2))
    case 11: return .channel(name(), random.chance(2) ? [] : arguments(2))
    case 12:
      return .bindBoth(
        Expression(.name(name(plain: true).text), .none), expression(3),
        random.chance(2) ? [] : arguments(2))
    case 13: return .at(expression(2), statement(depth - 1))
    default:
      return .test(
        title: Expression(.string(string(), raw: false), .none),
        random.chance(2) ? [] : [Argument(label: Name("frame", .none), value: expression(1))],
        (0..<random.below(3)).map { _ in random.chance(2) ? expectation() : statement(depth - 1) },
        trailing: [])
    }
  }

  private mutating func expectation() -> Statement {
    let diagram = Expression(.string(string(), raw: false), .none)
    let expected = Pipeline(stages: [PipelineStage(head: diagram, span: .none)], span: .none)
    let named = (0..<random.below(3)).map { _ in
      Argument(label: Name(random.pick(["a", "b", "subscribe"]), .none), value: expression(2))
    }
    return Statement(.expect(pipeline(2), expected, named), .none)
  }

  private mutating func name(plain: Bool = false) -> Name {
    Name(random.pick(plain ? ["a", "clicks", "größe", "x1"] : Self.names), .none)
  }

  private mutating func names(_ most: Int) -> [Name] {
    (0..<random.below(most)).map { _ in name() }
  }

  /// A statement may not begin with a word that makes another statement of it.
  private mutating func statementPipeline() -> Pipeline {
    var result = pipeline(3)
    if !result.stages[0].arguments.isEmpty {
      result.stages[0].head = Expression(
        .name(random.pick(["a", "text", "complete", "execute"])), .none)
    }
    return result
  }

  mutating func pipeline(_ depth: Int) -> Pipeline {
    let stages = (0..<random.below(4) + 1).map { index in
      var stage = stage(depth, isFirst: index == 0)
      stage.trivia.lineBreakBefore = index > 0 && random.chance(6)
      return stage
    }
    return Pipeline(stages: stages, span: .none)
  }

  private mutating func stage(_ depth: Int, isFirst: Bool) -> PipelineStage {
    if random.chance(2) { return PipelineStage(head: expression(depth), span: .none) }
    let words = isFirst ? ["filter", "then", "contains"] : ["not", "and", "in", "then", "map"]
    var head = Expression(.name(random.pick(words)), .none)
    if random.chance(4) {
      head = Expression(
        .member(Expression(.name("rx"), .none), Name(random.pick(Self.words), .none)), .none)
    }
    return PipelineStage(head: head, arguments: arguments(depth), span: .none)
  }

  private mutating func arguments(_ depth: Int) -> [Argument] {
    var result = (0..<random.below(3)).map { _ in Argument(value: expression(depth - 1)) }
    for _ in 0..<random.below(3) {
      let label = Name(random.pick(Self.words), .none)
      result.append(Argument(label: label, value: expression(depth - 1)))
    }
    if result.isEmpty { result = [Argument(value: expression(depth - 1))] }
    return result
  }

  private mutating func string() -> String {
    let pieces = [
      "", "a", "\"", "\\", "\n", "\t", "'", "\\(", "é", "\u{1F600}", "\u{7}", "#", "|", "\u{202E}",
    ]
    return (0..<random.below(4)).map { _ in random.pick(pieces) }.joined()
  }

  mutating func expression(_ depth: Int) -> Expression { Expression(shape(depth), .none) }

  private mutating func leaf() -> Expression.Kind {
    switch random.below(10) {
    case 0: .nothing
    case 1: .bool(random.chance(2))
    case 2: .int(random.pick([0, 7, .max, .min]))
    case 3: .double(0.5, text: random.pick(["0.5", "5e-1"]))
    case 4: .duration(nanoseconds: 1_000_000, text: "1ms")
    case 5: .string(string(), raw: false)
    case 6: .string(random.pick(["", "a\\n", "\"", "-a|"]), raw: true)
    case 7:
      .regex(
        pattern: random.pick(["a+", " b", "[/]", "\\/", "=x"]), flags: random.pick(["", "im"]))
    case 8: .member(nil, Name(random.pick(Self.words), .none))
    default: .name(name().text)
    }
  }

  private mutating func shape(_ depth: Int) -> Expression.Kind {
    guard depth > 0 else { return leaf() }
    let next = depth - 1
    switch random.below(14) {
    case 0: return leaf()
    case 1: return .list((0..<random.below(4)).map { _ in expression(next) })
    case 2: return .record((0..<random.below(4)).map { _ in field(next) })
    case 3: return .member(expression(next), Name(random.pick(Self.words), .none))
    case 4: return .index(expression(next), expression(next))
    case 5: return .call(expression(next), random.chance(3) ? [] : arguments(depth))
    case 6: return .lambda(names(3), expression(next))
    case 7:
      return .conditional(
        expression(next), then: expression(next), otherwise: expression(next))
    case 8: return .unary(random.pick(UnaryOperator.allCases), expression(next))
    case 9: return .parenthesized(pipeline(next))
    case 10:
      // The parser joins neighbouring runs of text.
      return .interpolated([.text("a\""), .value(flatExpression(next)), .text(" b")])
    default:
      return .binary(
        random.pick(BinaryOperator.allCases), expression(next), expression(next),
        operatorSpan: .none)
    }
  }

  /// An expression for an interpolation, which holds no line breaks.
  private mutating func flatExpression(_ depth: Int) -> Expression {
    let expression = expression(depth)
    return format(expression).contains("\n") || !isOneLine(expression)
      ? Expression(.name("it"), .none) : expression
  }

  private func isOneLine(_ expression: Expression) -> Bool {
    let stage = PipelineStage(head: expression, span: .none)
    let pipeline = Pipeline(stages: [stage], span: .none)
    let statement = Statement(.pipeline(pipeline, background: false), .none)
    return format(Script(statements: [statement])).split(separator: "\n").count == 1
  }

  private mutating func field(_ depth: Int) -> RecordField {
    let key = random.pick(["user", "a b", "if", "7", "", "größe"])
    let isShort = random.chance(4)
    return RecordField(
      key: Name(isShort ? "user" : key, .none), value: isShort ? nil : expression(depth))
  }
}
