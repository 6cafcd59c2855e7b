/// All functions as a table in Markdown: name, how a call is written, what it gives, examples with
/// their results. The manual's table is this text.
public func functionTable() -> String {
  var table = "| function | call | what it gives | examples |\n| --- | --- | --- | --- |\n"
  for function in Functions.all {
    let examples = function.examples.map { "\(code($0.call)) → \(code($0.result))" }
    table +=
      "| \(code(function.name)) | \(code(function.signature)) | \(escaped(function.summary)) | "
      + examples.joined(separator: "<br>") + " |\n"
  }
  return table
}

private func code(_ text: String) -> String {
  // A backtick in the text needs a longer fence around it.
  let fence = text.contains("`") ? "``" : "`"
  return fence + escaped(text) + fence
}

/// A bar would end the cell, in code too.
private func escaped(_ text: String) -> String {
  text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
}
