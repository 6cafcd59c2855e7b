import TestSupport
import Testing

@testable import RxpEngine

/// The functions of lists agree with slow ones on random lists.
@Suite struct ListPropertyTests {
  @Test func rangesAreAsTheirLists() throws {
    var random = SeededRandom(seed: 6)
    for _ in 0..<1_000 {
      let low = random.below(200) - 100
      let range = Value.range(low, low + random.below(60) - 5)
      let list = try call("map", [range, .lambda { $0 }])
      for name in ["min", "max", "sum", "average", "len", "first", "last", "reverse", "sort"] {
        #expect(try call(name, [range]) == call(name, [list]), "\(name) \(range.display())")
      }
      let place = Value.int(random.below(80) - 40)
      for name in ["slice", "at", "indexOf"] {
        #expect(try call(name, [range, place]) == call(name, [list, place]), "\(name)")
      }
    }
  }

  static func randomValue(_ random: inout SeededRandom, depth: Int = 0) -> Value {
    switch random.below(depth > 1 ? 6 : 8) {
    case 0: .null
    case 1: .bool(random.below(2) == 0)
    case 2, 3: .int(random.below(4))
    case 4: .double(Double(random.below(8)) / 2)
    case 5: .string(random.pick(["", "a", "b", "ab", "é"]))
    case 6:
      (try? .list((0..<random.below(3)).map { _ in randomValue(&random, depth: depth + 1) }))
        ?? .null
    default: ["a": randomValue(&random, depth: depth + 1)]
    }
  }

  @Test func sortingIsStable() throws {
    var random = SeededRandom(seed: 7)
    for _ in 0..<2_000 {
      let kind = random.below(3)
      let items = (0..<random.below(20)).map { place -> Value in
        let key: Value =
          switch kind {
          case 0: .int(random.below(4))
          case 1: .string(random.pick(["a", "b", "ab"]))
          default: ListPropertyTests.randomValue(&random)
          }
        return ["key": key, "place": .int(place)]
      }
      // Insertion, which is stable by nature.
      var expected: [Value] = []
      for item in items {
        let place = expected.firstIndex { Value.totalOrder(item.member("key"), $0.member("key")) }
        expected.insert(item, at: place ?? expected.count)
      }
      #expect(
        try call("sort", [.list(items), .lambda { $0.member("key") }])
          == .list(List(flat: expected)))
    }
  }

  @Test func uniqueKeepsTheFirstOfEach() throws {
    var random = SeededRandom(seed: 8)
    for _ in 0..<2_000 {
      let items = (0..<random.below(20)).map { _ in ListPropertyTests.randomValue(&random) }
      var expected: [Value] = []
      for item in items where !expected.contains(item) { expected.append(item) }
      let list = try Value.list(items)
      #expect(try call("unique", [list]) == .list(expected))
      for item in items {
        #expect(try call("indexOf", [list, item]) == items.firstIndex(of: item).map { .int($0) })
      }
    }
  }

  @Test func askingEachMember() throws {
    var random = SeededRandom(seed: 9)
    let isOdd = Value.lambda { .bool(try Value.arithmetic(.remainder, $0, 2) == 1) }
    func odd(_ number: Int) -> Bool { number % 2 == 1 }
    func list(_ numbers: [Int]) -> Value { .list(List(flat: numbers.map { .int($0) })) }
    for _ in 0..<1_000 {
      let numbers = (0..<random.below(10)).map { _ in random.below(6) }
      let items = list(numbers)
      #expect(try call("filter", [items, isOdd]) == list(numbers.filter(odd)))
      #expect(try call("count", [items, isOdd]) == .int(numbers.count(where: odd)))
      #expect(try call("any", [items, isOdd]) == .bool(numbers.contains(where: odd)))
      #expect(try call("all", [items, isOdd]) == .bool(numbers.allSatisfy(odd)))
      #expect(
        try call("find", [items, isOdd]) == numbers.first(where: odd).map { .int($0) } ?? .null)
      #expect(
        try call("reduce", [items, 0, ListFunctionTests.added]) == .int(numbers.reduce(0, +)))
    }
  }
}
