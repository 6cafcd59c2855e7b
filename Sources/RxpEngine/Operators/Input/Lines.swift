extension Operator {
  static let lines = Operator(
    "lines", .input, role: .source, "Sends the lines of files or of standard input.",
    takes: [fileParameter], types: .always(.text), atEnd: .ends,
    shape: .reading("files"),
    examples: []
  ) { args in
    try LinesStage(args.run, paths: try args.texts("files"))
  }
}

final class LinesStage: LineSourceStage {
  override var rowSource: RowProgram.Source? { .lines }
}
