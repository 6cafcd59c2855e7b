import RxpEngine
import RxpText

/// What starts with a colon.
extension Prompt {
  struct Command {
    let name: String
    let argument: String
    let summary: String
    let perform: (Prompt, String) -> Void
  }

  static var commands: [Command] {
    [
      Command(
        name: "help", argument: "[NAME]", summary: "this, or what an operator or function does"
      ) {
        $0.help($1)
      },
      Command(
        name: "explain", argument: "NAME", summary: "what a name means, here and in other libraries"
      ) { prompt, name in
        prompt.explain(name)
      },
      Command(
        name: "type", argument: "PIPELINE", summary: "what a pipeline sends, without running it"
      ) {
        $0.type(of: $1)
      },
      Command(
        name: "step", argument: "PIPELINE",
        summary: "what each stage sends, event by event, on the virtual clock"
      ) {
        $0.step($1)
      },
      Command(name: "jobs", argument: "", summary: "what runs in the background") { prompt, _ in
        prompt.listJobs()
      },
      Command(name: "stop", argument: "N", summary: "ends a job of the background") { $0.stop($1) },
      Command(name: "show", argument: "N", summary: "the lines of a job that were not shown") {
        $0.showHidden($1)
      },
      Command(name: "vars", argument: "", summary: "what has been defined, with types") {
        prompt, _ in
        prompt.listNames()
      },
      Command(name: "load", argument: "FILE", summary: "carries out a file") { $0.load($1) },
      Command(name: "limits", argument: "", summary: "every limit") { prompt, _ in
        prompt.say(Limits.table)
      },
      Command(name: "reset", argument: "", summary: "forgets definitions, ends jobs") { prompt, _ in
        prompt.reset()
      },
      Command(name: "quit", argument: "", summary: "ends the session") { prompt, _ in prompt.quit()
      },
    ]
  }

  func command(_ text: String) {
    let word = String(text.prefix { $0 != " " })
    let rest = String(text.dropFirst(word.count).drop { $0 == " " })
    guard let command = Prompt.commands.first(where: { $0.name == word }) else {
      let near = Suggestion.nearest(to: word, among: Prompt.commands.map(\.name))
      return say("there is no command :\(word)" + (near.map { "; did you mean :\($0)?" } ?? ""))
    }
    command.perform(self, rest)
  }

  private func help(_ name: String) {
    if name.isEmpty { return say(Prompt.overview) }
    if name == "keys" { return say(Prompt.keys) }
    if name == "operators" { return say(Help.operators) }
    explain(name)
  }

  private func explain(_ name: String) {
    if name.isEmpty { return say("what? :help operators lists the operators") }
    say(Explanation.text(for: name) ?? Explanation.unknown(name))
  }

  private static var overview: String {
    var text = """
      A pipeline is a source and operators, joined by |. Type one and watch it:
        text | filter len>3 | throttle 0.5 | flatMap search
        interval 1 | take 3
        just 1, 2, 3 | map it * 2
      Behind & it runs in the background; a line that starts with | extends the last one.
      let name = …  defines, subject s  and  s <- 1  feed by hand, _ is the last value.

      """
    let width = commands.map { $0.name.count + $0.argument.count + 2 }.max() ?? 0
    for command in commands {
      text +=
        "  " + ":\(command.name) \(command.argument)".padded(to: width + 1)
        + "  \(command.summary)\n"
    }
    return text + "  :help operators  lists them all, :help keys the keys"
  }

  private static let keys = """
      Tab            completes; twice tells more
      Up, Down       earlier statements that start like the line
      Ctrl-R         searches them
      Ctrl-A, Ctrl-E start and end of the line
      Ctrl-W, Ctrl-U drops a word, the line
      Ctrl-C         clears the line, or stops what runs
      Ctrl-D         ends the session on an empty line
    """

  private func listJobs() {
    if jobs.isEmpty { return say("nothing runs in the background") }
    for job in jobs {
      say(
        "[\(job.number)] \(job.text)  \(Job.grouped(job.count)) values\(job.observer.isDone ? ", ended" : "")"
      )
    }
  }

  private func job(_ text: String) -> Job? {
    guard let number = Int(text), let job = jobs.first(where: { $0.number == number }) else {
      say(text.isEmpty ? "which one? :jobs lists them" : "there is no job \(text)")
      return nil
    }
    return job
  }

  private func stop(_ text: String) {
    guard let job = job(text) else { return }
    job.observer.cancel()
    jobs.removeAll { $0 === job }
    say("[\(job.number)] stopped after \(Job.grouped(job.count)) values")
  }

  private func showHidden(_ text: String) {
    guard let job = job(text) else { return }
    let lines = job.takeHidden()
    say(lines.isEmpty ? "nothing was held back" : lines.joined(separator: "\n"))
    if job.observer.isDone { jobs.removeAll { $0 === job } }
  }

  private func listNames() {
    let listing = names.listing.filter { $0.name != "_" }
    if listing.isEmpty { return say("nothing is defined yet") }
    let width = listing.map(\.name.count).max() ?? 0
    for (name, type) in listing {
      say("  \(name.padded(to: width))  \(type?.description ?? "operators")")
    }
  }
}
