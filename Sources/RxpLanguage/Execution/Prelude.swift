import RxpEngine
import RxpSyntax
import RxpText

/// What is defined before a program starts, written in rxp itself.
public enum Prelude {
  /// The text, for `:help` and for reading.
  public static let text = """
    # A small catalogue of films, so that the first line anybody types has something to search.
    let films = [
      "Metropolis", "The General", "City Lights", "M", "Modern Times", "Stagecoach",
      "Citizen Kane", "Casablanca", "Rope", "Bicycle Thieves", "Rear Window", "Ikiru",
      "Tokyo Story", "Seven Samurai", "Vertigo", "Rashomon", "Playtime", "Stalker",
      "Solaris", "Reaction Time", "Reactor", "The Chain Reaction", "Creative Control"
    ]

    # The titles that contain the text, after the time that a request would take.
    let search(query) = from films | filter contains(lower(it), lower(query)) | delay 300ms
    """

  private struct Compiled {
    let names: NameScope
    let steps: [Step]
  }

  private static func compile() -> Compiled {
    let source = SourceText(name: "prelude", text)
    let names = NameScope()
    var options = Compiler.Options()
    options.warnsOfUnused = false
    let compiler = Compiler(source, names: names, options: options)
    let steps = compiler.compile(parse(source).script)
    return Compiled(names: names, steps: steps)
  }

  /// Names and steps of their own for each program: cells hold what a run worked out.
  /// `arguments`: what stands behind the program on the command line, which it knows as `args`.
  public static func fresh(arguments: [String] = []) -> (names: NameScope, steps: [Step]) {
    let compiled = compile()
    let given = Cell("args")
    given.value = (try? .list(arguments.map { .string($0) })) ?? .list(.empty)
    compiled.names.define(value: given, type: .list(.text))
    return (compiled.names, compiled.steps)
  }
}
