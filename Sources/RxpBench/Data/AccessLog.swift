/// A web server's log in the combined format: 200 paths, some asked for far more often than others;
/// 3 answers in 22 are 500 and above.
struct AccessLog: LineMaker {
  private static let prefixes: [StaticString] = [
    "/api/v1/", "/api/v2/", "/static/v3/", "/static/css/", "/blog/", "/user/", "/img/", "/docs/",
  ]
  private static let agents: [StaticString] = [
    "Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0",
    """
    Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
    Chrome/120.0.0.0 Safari/537.36
    """,
    "curl/8.5.0",
    "Googlebot/2.1 (+http://www.google.com/bot.html)",
  ]
  private static let statuses =
    Array(repeating: 200, count: 12) + [304, 304, 301, 302, 404, 404, 403, 500, 502, 503]

  private var random = RandomNumbers()
  private var paths: [[UInt8]] = []
  private var seconds = 0

  init() {
    for _ in 0..<200 {
      var path = LineBuffer()
      path.add(random.pick(Self.prefixes))
      path.addWord(length: 4 + random.below(9), &random)
      paths.append(path.bytes)
    }
  }

  mutating func makeLine(in line: inout LineBuffer) {
    line.clear()
    addAddress(to: &line)
    line.add(" - - [")
    addTime(to: &line)
    line.add("] \"")
    line.add(random.once(in: 5) ? "POST " : "GET ")
    var path = random.below(paths.count)
    // Squares crowd towards 0: the first paths are the favourites.
    if random.once(in: 2) { path = path * path / paths.count }
    line.add(paths[path])
    if random.once(in: 10) { line.add("?q=1") }
    line.add(" HTTP/1.1\" ")
    let status = random.pick(Self.statuses)
    line.add(status)
    line.add(" ")
    line.add(status == 304 ? 0 : random.below(50_000))
    line.add(random.once(in: 3) ? " \"https://example.com/\" \"" : " \"-\" \"")
    line.add(random.pick(Self.agents))
    line.add("\"\n")
  }

  private mutating func addAddress(to line: inout LineBuffer) {
    line.add(1 + random.below(223))
    for _ in 0..<3 {
      line.add(".")
      line.add(random.below(256))
    }
  }

  private mutating func addTime(to line: inout LineBuffer) {
    seconds += random.below(3)
    line.add(1 + seconds / 86_400 % 28, width: 2)
    line.add("/Mar/2026:")
    line.add(seconds / 3_600 % 24, width: 2)
    line.add(":")
    line.add(seconds / 60 % 60, width: 2)
    line.add(":")
    line.add(seconds % 60, width: 2)
    line.add(" +0000")
  }
}
