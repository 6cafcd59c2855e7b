import Testing

@testable import RxpEngine

@Suite struct ListFunctionTests {
  static let endless = Value.range(1, Int.max)
  static let isBig = Value.lambda { .bool(try $0.ordered(1) == 1) }
  static let negated = Value.lambda { try Value.arithmetic(.subtract, 0, $0) }
  static let added = Value.lambda(2) { try Value.arithmetic(.add, $0[0], $0[1]) }
  static let tooLong = "limit: a list of more than 16777216 items"
  static let noFunction = "needs a function, for example x => x + 1, as"

  static let members: [FunctionCase] = [
    FunctionCase("first", [[1, 2]], "1"),
    FunctionCase("first", [[]], "null"),
    FunctionCase("first", ["\r\nx"], "\"\\r\\n\""),
    FunctionCase("first", [endless], "1"),
    FunctionCase("first", [1], "type: first needs a list or a string: got a number, 1"),
    FunctionCase("last", [[1, 2]], "2"),
    FunctionCase("last", [""], "null"),
    FunctionCase("last", [endless], "\(Int.max)"),
    FunctionCase("last", [.range(2, 1)], "null"),
    FunctionCase("at", [[1, 2], -2], "1"),
    FunctionCase("at", [[1, 2], -3], "null"),
    FunctionCase("at", [[1, 2], .least], "null"),
    FunctionCase("at", [[1, 2], 1.0], "2"),
    FunctionCase(
      "at", [[1, 2], 0.5], "type: at needs a whole number as place: got a number, 0.5"),
    FunctionCase("at", ["añ", 1], "\"ñ\""),
    FunctionCase("at", [["a": 1], "a"], "1"),
    FunctionCase("at", [["a": 1], "b"], "null"),
    FunctionCase("at", [["a": 1], 0], "type: at needs a string as place: got a number, 0"),
    FunctionCase("slice", [[1, 2, 3], 1], "[2,3]"),
    FunctionCase("slice", [[1, 2, 3], 0, -1], "[1,2]"),
    FunctionCase("slice", [[1, 2, 3], 2, 1], "[]"),
    FunctionCase("slice", [[1, 2, 3], .least, .most], "[1,2,3]"),
    FunctionCase("slice", [[1, 2, 3], .double(.infinity)], "[]"),
    FunctionCase("slice", [[1, 2, 3], 1, nil], "[2,3]"),
    FunctionCase("slice", ["e\u{301}bc", 0, 2], "\"e\u{301}b\""),
    FunctionCase("slice", [endless, 5, 7], "[6,7]"),
    FunctionCase("slice", [endless, 5], tooLong),
    FunctionCase("slice", [1, 5], "type: slice needs a list or a string: got a number, 1"),
    FunctionCase("indexOf", [[1, "a", nil], nil], "2"),
    FunctionCase("indexOf", [[1, 2], 1.0], "0"),
    FunctionCase("indexOf", [[], 1], "null"),
    FunctionCase("indexOf", [endless, 7], "6"),
    FunctionCase("indexOf", [endless, 7.0], "6"),
    FunctionCase("indexOf", [endless, 7.5], "null"),
    FunctionCase("indexOf", [endless, 0], "null"),
    FunctionCase("indexOf", [.range(Int.min, Int.max), 7], "null"),
    FunctionCase(
      "indexOf", [["a": 1], 1],
      #"type: indexOf needs a list or a string: got a record, {"a":1}"#),
  ]

  static let order: [FunctionCase] = [
    FunctionCase("reverse", [[1, 2, 3]], "[3,2,1]"),
    FunctionCase("reverse", [.range(1, 3)], "[3,2,1]"),
    FunctionCase("reverse", ["e\u{301}b\r\n"], "\"\\r\\nbe\u{301}\""),
    FunctionCase("reverse", [endless], tooLong),
    FunctionCase("sort", [[3, 1, 2]], "[1,2,3]"),
    FunctionCase("sort", [["b", "a", "B"]], #"["B","a","b"]"#),
    FunctionCase(
      "sort", [[2.5, 2, nil, "x", true, false, [1]]], #"[null,false,true,2,2.5,"x",[1]]"#),
    FunctionCase("sort", [["bb", "a", "cc"], .function("len")], #"["a","bb","cc"]"#),
    FunctionCase("sort", [[["a": 2], ["a": 1]]], #"[{"a":2},{"a":1}]"#),
    FunctionCase("sort", [.range(2, 4), negated], "[4,3,2]"),
    FunctionCase("sort", [[2, 1], 3], "type: sort \(noFunction) key: got a number, 3"),
    FunctionCase("sort", [endless], tooLong),
    FunctionCase("unique", [[1, 1.0, "1", 2, 1]], #"[1,"1",2]"#),
    FunctionCase("unique", [[nil, nil]], "[null]"),
    FunctionCase(
      "unique", [[["a": 1, "b": 2], ["b": 2, "a": 1]]], #"[{"a":1,"b":2}]"#),
    FunctionCase("unique", [["a", "A"], .function("lower")], #"["a"]"#),
    FunctionCase("flatten", [[[1], [2, [3]], 4, .range(5, 6)]], "[1,2,[3],4,5,6]"),
    FunctionCase("flatten", [[]], "[]"),
    FunctionCase("flatten", [[1, endless]], tooLong),
    FunctionCase("flatten", [endless], tooLong),
    FunctionCase("range", [1, 3], #""1..3""#),
    FunctionCase("range", [1, .double(.infinity)], "\"1..\(Int.max)\""),
    FunctionCase("range", [1, 2.5], "type: range needs a whole number as to: got a number, 2.5"),
    FunctionCase("zip", [[1, 2], ["a"]], #"[[1,"a"]]"#),
    FunctionCase("zip", [endless, ["a", "b"], endless], #"[[1,"a",1],[2,"b",2]]"#),
    FunctionCase("zip", [endless, endless], tooLong),
    FunctionCase("zip", [[1], 2], "type: zip needs a list as other: got a number, 2"),
  ]

  static let asking: [FunctionCase] = [
    FunctionCase("map", [["a", "b"], .function("upper")], #"["A","B"]"#),
    FunctionCase("map", [.range(1, 3), isBig], "[false,true,true]"),
    FunctionCase(
      "map", [[[1, 2], [3], nil], .lambda(2) { try .list([$0[1], $0[0]]) }],
      "[[2,1],[null,3],[null,null]]"),
    FunctionCase("map", [[1], added], "type: 2 parameters take a list apart, got a number: 1"),
    FunctionCase("map", [[1], nil], "type: map \(noFunction) f: got nil"),
    FunctionCase("map", [nil, isBig], "null"),
    FunctionCase("map", [endless, isBig], tooLong),
    FunctionCase("map", [[1], .function("upper")], "type: upper needs a string: got a number, 1"),
    FunctionCase("filter", [[1, 2, 3], isBig], "[2,3]"),
    FunctionCase("filter", [[1], .lambda { _ in .null }], "[]"),
    FunctionCase(
      "filter", [[1], .lambda { $0 }],
      "type: filter needs a function that says yes or no: got a number, 1"),
    FunctionCase("reduce", [[1, 2, 3], 0, added], "6"),
    FunctionCase("reduce", [[], nil, added], "null"),
    FunctionCase("reduce", [[1], 0, isBig], "type: f takes 1 arguments, got 2"),
    FunctionCase("any", [[1, 2], isBig], "true"),
    FunctionCase("any", [endless, isBig], "true"),
    FunctionCase("any", [[false, nil, true]], "true"),
    FunctionCase("any", [[]], "false"),
    FunctionCase(
      "any", [[1]],
      "type: any needs members that are true or false, or a function: got a number, 1"),
    FunctionCase("any", [[true], nil], "type: any \(noFunction) f: got nil"),
    FunctionCase("all", [[1, 2], isBig], "false"),
    FunctionCase("all", [[2, 3], isBig], "true"),
    FunctionCase("all", [[true, nil]], "false"),
    FunctionCase("all", [[]], "true"),
    FunctionCase("count", [[1, 2, 3], isBig], "2"),
    FunctionCase("find", [[1, 2, 3], isBig], "2"),
    FunctionCase("find", [endless, isBig], "2"),
    FunctionCase("find", [[1], isBig], "null"),
  ]

  @Test(arguments: members + order + asking)
  func table(_ row: FunctionCase) { row.check() }
}

@Suite struct RecordAndEventFunctionTests {
  static let records: [FunctionCase] = [
    FunctionCase("keys", [["b": 1, "a": 2]], #"["b","a"]"#),
    FunctionCase("keys", [[1]], "type: keys needs a record: got a list, [1]"),
    FunctionCase("values", [["b": 1, "a": 2]], "[1,2]"),
    FunctionCase("has", [["a": nil], "a"], "true"),
    FunctionCase("has", [nil, "a"], "false"),
    FunctionCase("has", [["a": 1], 1], "type: has needs a string as key: got a number, 1"),
    FunctionCase("merge", [["a": 1, "b": 2], ["b": 3, "c": 4]], #"{"a":1,"b":3,"c":4}"#),
    FunctionCase("merge", [["a": 1], nil, ["a": 2]], #"{"a":2}"#),
    FunctionCase("merge", [nil, nil], "null"),
    FunctionCase("merge", [["a": 1], 2], "type: merge needs a record as other: got a number, 2"),
    FunctionCase("without", [["a": 1, "b": 2], "a", "x"], #"{"b":2}"#),
    FunctionCase("without", [["a": 1, "b": 2], ["a", "b"]], "{}"),
    FunctionCase(
      "without", [["a": 1], 1],
      "type: without needs a string or a list of them as key: got a number, 1"),
    FunctionCase(
      "without", [["a": 1], [1]],
      "type: without needs a list of strings as key: got a list, [1]"),
  ]

  static let events: [FunctionCase] = [
    FunctionCase("error", ["why"], #"{"kind":"user","message":"why"}"#),
    FunctionCase("error", [nil], #"{"kind":"user","message":"error"}"#),
    FunctionCase("raise", ["why"], "user: why"),
    FunctionCase("raise", [.failure(Failure(kind: "timeout", "late"))], "timeout: late"),
    FunctionCase("next", [nil], #"{"kind":"next","value":null}"#),
    FunctionCase("failed", ["why"], #"{"kind":"error","error":{"kind":"user","message":"why"}}"#),
    FunctionCase("completed", [], #"{"kind":"completed"}"#),
    FunctionCase("now", [], "null"),
  ]

  @Test(arguments: records + events)
  func table(_ row: FunctionCase) { row.check() }
}
