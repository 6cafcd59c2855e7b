extension Operator {
  static let lines = Operator(
    "lines", .input, role: .source, "Sends the lines of files or of standard input.",
    takes: [fileParameter], types: .always(.text), atEnd: .ends,
    shape: .reading("files"),
    examples: []
  ) { args in
    try LineSourceStage(args.run, paths: try args.texts("files"))
  }
}
