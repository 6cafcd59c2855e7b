extension Operator {
  static let text = Operator(
    "text", .input, role: .source,
    "A text field: sends its whole text at each change. Without a terminal each line is one state.",
    types: .always(.text), atEnd: .ends,
    shape: ShapeRule { _ in .fed },
    elsewhere: [Elsewhere("rac.textSignal", written: "rac_textSignal"), Elsewhere("rxswift.text")],
    examples: []
  ) { args in
    if let field = args.run.textField { return SubjectStage(args.run, field) }
    return try LinesStage(args.run, paths: [])
  }
}
