/// One word a line, 1 to 20 letters, shorter ones more often; 8 in 100 repeat the line before.
struct Words: LineMaker {
  private var random = RandomNumbers()
  private var hasLine = false

  mutating func makeLine(in line: inout LineBuffer) {
    if hasLine && random.below(100) < 8 { return }
    hasLine = true
    line.clear()
    var length = 1 + random.below(6) + random.below(5)
    if random.below(100) < 20 { length += random.below(11) }
    line.addWord(length: min(length, 20), &random)
    line.add("\n")
  }
}
