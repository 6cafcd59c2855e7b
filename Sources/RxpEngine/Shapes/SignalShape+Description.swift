extension SignalShape: CustomStringConvertible {
  /// What is known, in words: `cold, never ends`. What is not known is not mentioned.
  public var description: String {
    var words: [String] = []
    switch subscription {
    case .cold: words.append("cold")
    case .hot: words.append("hot")
    case .unknown: break
    }
    if let most {
      switch (least, most) {
      case (_, 0): words.append("sends nothing")
      case (let least, let most) where least == most:
        words.append("sends \(most) value\(most == 1 ? "" : "s")")
      default: words.append("sends at most \(most) value\(most == 1 ? "" : "s")")
      }
    }
    if timing == .atOnce { words.append("all in one instant") }
    switch (completes, fails) {
    case (.never, .surely): words.append("ends in an error")
    case (.never, .never), (.never, .byMistake): words.append("never ends")
    case (.surely, .never), (.surely, .byMistake): words.append("ends by itself")
    default: break
    }
    return words.isEmpty ? "nothing more is known before it runs" : words.joined(separator: ", ")
  }
}
