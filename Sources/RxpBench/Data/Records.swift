/// Records of JSON, one a line, the keys always in one order (which the awk and perl programs rely
/// on): 5000 users, 1 level in 10 is "error", 1 message in 20 holds escaped quotes.
struct Records: LineMaker {
  private static let levels: [StaticString] = [
    "info", "info", "info", "info", "info", "debug", "debug", "warn", "warn", "error",
  ]

  private var random = RandomNumbers()
  private var users: [[UInt8]] = []
  private var milliseconds = 1_772_323_200_000

  init() {
    for _ in 0..<5_000 { users.append(LineBuffer.word(length: 4 + random.below(8), &random)) }
  }

  mutating func makeLine(in line: inout LineBuffer) {
    line.clear()
    milliseconds += random.below(20)
    line.add("{\"ts\":")
    line.add(milliseconds)
    line.add(",\"user\":\"")
    line.add(random.pick(users))
    line.add("\",\"level\":\"")
    line.add(random.pick(Self.levels))
    line.add("\",\"ms\":")
    line.add(random.below(50) + (random.once(in: 4) ? random.below(1_000) : 0))
    line.add(",\"msg\":\"")
    for word in 0..<(3 + random.below(8)) {
      if word > 0 { line.add(" ") }
      line.addWord(length: 2 + random.below(8), &random)
    }
    if random.once(in: 20) { line.add(" \\\"q\\\"") }
    line.add("\"}\n")
  }
}
