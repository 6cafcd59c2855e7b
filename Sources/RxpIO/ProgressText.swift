/// What the line of progress says.
enum ProgressText {
  /// `45.1 MB of 500 MB (9%), 81.0 MB/s, 0:06 left`; without a total what was read and the rate
  /// alone. What does not fit into the columns, less one so that the terminal does not wrap, is left
  /// out from the right.
  static func line(done: Int, total: Int?, rate: Double, columns: Int) -> String {
    var parts = [bytes(Double(done))]
    if let total {
      let percent = total > 0 ? Int(Double(done) / Double(total) * 100) : 100
      parts[0] += " of \(bytes(Double(total))) (\(percent)%)"
    }
    parts.append(bytes(rate) + "/s")
    if let total, rate >= 1 {
      parts.append(time(Double(total - done) / rate) + " left")
    }
    while parts.count > 1, parts.joined(separator: ", ").utf8.count >= columns {
      parts.removeLast()
    }
    return String(parts.joined(separator: ", ").prefix(max(columns - 1, 0)))
  }

  /// Three digits and a decimal unit: `999 B`, `1.25 MB`, `45.1 GB`.
  static func bytes(_ count: Double) -> String {
    var value = max(count, 0)
    if value < 999.5 { return "\(Int(value.rounded())) B" }
    for unit in ["kB", "MB", "GB", "TB"] {
      value /= 1000
      if value < 9.995 { return fixed(value, 2) + " \(unit)" }
      if value < 99.95 { return fixed(value, 1) + " \(unit)" }
      if value < 999.5 { return fixed(value, 0) + " \(unit)" }
    }
    // Kept apart from what no machine reads: the digits stay few.
    return value < 1e9 ? fixed(value, 0) + " TB" : "much"
  }

  private static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 2 ? 100 : digits == 1 ? 10 : 1
    let scaled = Int((value * Double(scale)).rounded())
    if digits == 0 { return "\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(scaled / scale)."
      + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
  }

  /// `0:06`, `12:34`, `1:02:03`.
  static func time(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return "days" }
    let whole = Int(max(seconds, 0).rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return whole < 3600
      ? "\(whole / 60):\(two(whole % 60))"
      : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}
