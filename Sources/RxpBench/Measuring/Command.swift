/// A program and its arguments, written as it would be typed into a shell.
struct Command {
  /// For the reader: the whole line.
  let text: String
  let arguments: [String]
  /// Added to the environment: the `NAME=VALUE` words in front.
  let environment: [String]

  /// Takes the text apart at blanks; single quotes hold a word together. Where the text has a pipe
  /// outside quotes the shell gets it whole.
  ///
  /// - Parameter resolve: from a program's name to the path that is run.
  init(_ text: String, resolve: (String) -> String) {
    self.text = text
    let (words, needsShell) = Self.words(of: text)
    if needsShell {
      arguments = ["/bin/sh", "-c", text]
      environment = []
      return
    }
    let assignments = words.prefix {
      $0.contains("=") && $0.first?.isLetter == true && !$0.contains("/")
    }
    var rest = Array(words.dropFirst(assignments.count))
    if let program = rest.first { rest[0] = resolve(program) }
    arguments = rest
    environment = Array(assignments)
  }

  private static func words(of text: String) -> (words: [String], needsShell: Bool) {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var isOpen = false
    for character in text {
      switch character {
      case "'":
        isQuoted.toggle()
        isOpen = true
      case "|" where !isQuoted:
        return ([], true)
      case " " where !isQuoted:
        if isOpen { words.append(word) }
        word = ""
        isOpen = false
      default:
        word.append(character)
        isOpen = true
      }
    }
    if isOpen { words.append(word) }
    return (words, false)
  }
}
