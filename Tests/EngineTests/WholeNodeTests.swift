import Testing
import TestSupport

@testable import RxpEngine

/// Expressions over whole numbers come to what they come to in the plain way, or give up.
@Suite struct WholeNodeTests {
  private static let edges = [0, 1, -1, 2, 3, 7, -5, 100, Int.max, Int.min, Int.max - 1, 1 << 32]

  private static func number(_ random: inout SeededRandom, _ depth: Int) -> Expr {
    switch random.below(depth == 0 ? 4 : 9) {
    case 0: return LocalExpr(Code.itSlot, nil)
    case 1: return LocalExpr(Code.accSlot, nil)
    case 2: return LocalExpr(Code.indexSlot, nil)
    case 3: return ConstantExpr(.int(random.pick(edges)), nil)
    case 4:
      return ConditionalExpr(
        test(&random, depth - 1), number(&random, depth - 1), number(&random, depth - 1), nil)
    case 5:
      let name = random.pick(["div", "mod", "min", "max"])
      guard let function = Functions.find(name) else { return ConstantExpr(.int(0), nil) }
      return CallExpr(
        ConstantExpr(.function(Function(.builtin(function))), nil),
        [number(&random, depth - 1), number(&random, depth - 1)], nil)
    default:
      let operation = random.pick([
        ArithmeticExpr.Operation.add, .subtract, .multiply, .remainder,
      ])
      return ArithmeticExpr(
        operation, number(&random, depth - 1), number(&random, depth - 1), nil)
    }
  }

  private static func test(_ random: inout SeededRandom, _ depth: Int) -> Expr {
    switch random.below(depth <= 0 ? 2 : 5) {
    case 0: return ConstantExpr(.bool(random.below(2) == 0), nil)
    case 1, 2:
      let relation = random.pick([
        ComparisonExpr.Relation.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
      ])
      return ComparisonExpr(
        relation, number(&random, max(depth - 1, 0)), number(&random, max(depth - 1, 0)), nil)
    case 3:
      return LogicExpr(
        isAnd: random.below(2) == 0, test(&random, depth - 1), test(&random, depth - 1), nil)
    default: return NotExpr(test(&random, depth - 1), nil)
    }
  }

  @Test func agreesWithThePlainForm() throws {
    var random = SeededRandom(seed: 11)
    let run = Run(host: MemoryHost())
    var compared = 0
    for round in 0..<4000 {
      let body =
        round % 2 == 0 ? Self.number(&random, 3) : Self.test(&random, 3)
      let closure = Closure(Code(body: body, localCount: 3))
      let node = try #require(WholeNode.node(for: closure))
      let plain = PreparedCode(closure, try #require(run.machine), nil)
      let (it, acc, index) = (random.pick(Self.edges), random.pick(Self.edges), random.below(9))
      guard let answer = node.value(it, acc, index) else { continue }
      compared += 1
      let expected = try plain(.int(it), acc: .int(acc), index: index)
      #expect((node.isTest ? .bool(answer != 0) : .int(answer)) == expected)
    }
    #expect(compared > 1000)
  }

  @Test(arguments: ["\"x\"", "1.5"])
  func takesNothingButWholeNumbers(_ text: String) {
    let value: Value = text == "1.5" ? .double(1.5) : .string("x")
    let sum = ArithmeticExpr(.add, LocalExpr(Code.itSlot, nil), ConstantExpr(value, nil), nil)
    #expect(WholeNode.node(for: Closure(Code(body: sum, localCount: 3))) == nil)
  }
}

@Suite struct KeyTableTests {
  /// Numbers go by first meeting, and keys are the same as values are.
  @Test func numbersKeys() {
    var random = SeededRandom(seed: 5)
    let table = KeyTable()
    var known: [Value: Int] = [:]
    for turn in 0..<60_000 {
      let n = random.below(9000)
      if turn % 1000 == 0 {
        // Looking ahead changes nothing, whatever there is.
        table.expect([n, -1, Int.max], 3)
      }
      let key: Value =
        switch random.below(8) {
        case 0: .int(n)
        case 1: .double(Double(n))
        case 2: .double(Double(n) + 0.5)
        case 3: .null
        case 4: .bool(n % 2 == 0)
        case 5: .string(String(repeating: "long ", count: 8) + "\(n)")
        default: .string("\(n)")
        }
      let expected = known[key] ?? known.count
      known[key] = expected
      #expect(table.number(of: key) == expected)
    }
    #expect(table.count == known.count)
    for (key, number) in known { #expect(table.keys[number] == key) }
  }

  /// A string is the same key as its bytes in a line.
  @Test func bytesAreStrings() {
    let table = KeyTable()
    let line = Array("alpha,beta,alpha".utf8) + [UInt8](repeating: 0x20, count: 64)
    line.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      #expect(table.number(ofBytes: start, 5) == 0)
      #expect(table.number(of: .string("beta")) == 1)
      #expect(table.number(ofBytes: start + 6, 4) == 1)
      #expect(table.number(ofBytes: start + 11, 5) == 0)
      #expect(table.number(ofBytes: start, 0) == 2)
      #expect(table.number(of: .string("")) == 2)
    }
  }
}
