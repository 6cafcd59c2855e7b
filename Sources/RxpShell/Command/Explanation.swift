import RxpEngine
import RxpLanguage
import RxpText

/// All that a word means: here, and in each library that has it.
enum Explanation {
  /// What a name in a library stands for here.
  private struct Foreign {
    let entry: Operator.Elsewhere
    /// The operator or form, how it is written here, and what it does.
    let name: String
    let summary: String
    let parameters: [Parameter]

    /// `throttle`, of `rs.throttle` and of `throttle(for:latest:)`.
    var words: [String] {
      [Foreign.word(entry.name.drop { $0 != "." }.dropFirst())]
        + (entry.written.map { [Foreign.word($0[...])] } ?? [])
    }

    private static func word(_ text: Substring) -> String {
      String(
        text.drop { $0 == "+" || $0 == "-" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }

    /// How the library writes it, with its prefix.
    var spelling: String? {
      entry.written.map { "\(entry.name.prefix { $0 != "." }).\($0)" }
    }
  }

  private static let foreign: [Foreign] =
    Catalog.all.flatMap { definition in
      definition.elsewhere.map {
        Foreign(
          entry: $0, name: definition.name, summary: definition.summary,
          parameters: definition.parameters)
      }
    }
    + Form.all.flatMap { form in
      form.elsewhere.map {
        Foreign(entry: $0, name: form.usage, summary: form.summary, parameters: [])
      }
    }

  /// Every meaning of a word (`throttle`), or of a library's name (`rs.throttle`, also as it writes
  /// it: `combine.prefix(while:)`); nil where nothing is called so.
  static func text(for word: String) -> String? {
    if let found = find(word) { return qualified(found) }
    let base = word.prefix { $0 != ":" && $0 != "(" }
    if base.count < word.count, !base.isEmpty { return self.text(for: String(base)) }
    var parts: [String] = []
    if let definition = Catalog.find(word) { parts.append(Help.text(for: definition)) }
    if let function = Functions.find(word) { parts.append(Help.text(for: function)) }
    if let form = Form.find(word) { parts.append(text(for: form)) }
    if let elsewhere = elsewhere(word) { parts.append(elsewhere) }
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  /// By its name here, as the library writes it, or by what stands there before the labels:
  /// `rac.combineLatest:reduce:`.
  private static func find(_ word: String) -> Foreign? {
    if let found = foreign.first(where: { $0.entry.name == word })
      ?? foreign.first(where: { $0.spelling == word })
      ?? foreign.first(where: { $0.entry.written == word })
    {
      return found
    }
    let base = word.prefix { $0 != ":" && $0 != "(" }
    return base.count < word.count ? foreign.first { $0.entry.name == base } : nil
  }

  private static func qualified(_ found: Foreign) -> String {
    var text = "\(found.entry.name)"
    if let spelling = found.spelling { text += ", there \(spelling)" }
    text += ": here \(call(found))\n" + differences(found, indent: "  ")
    var parts = [text]
    if let definition = Catalog.find(qualified: found.entry.name)?.definition {
      parts.append(Help.text(for: definition))
    } else if let form = Form.find(qualified: found.entry.name) {
      parts.append(self.text(for: form))
    }
    if let word = found.words.first, let others = elsewhere(word, but: found.entry.name) {
      parts.append(others)
    }
    return parts.joined(separator: "\n")
  }

  private static func call(_ found: Foreign) -> String {
    found.entry.options.isEmpty ? found.name : "\(found.name) … \(found.entry.options)"
  }

  /// What an option says, line by line, and the note.
  private static func differences(_ found: Foreign, indent: String) -> String {
    var text = ""
    for option in found.entry.options.split(separator: ",") {
      let name = option.prefix { $0 != ":" }.drop { $0 == " " }
      guard let parameter = found.parameters.first(where: { $0.name == name }) else { continue }
      text += "\(indent)\(parameter.name): \(parameter.summary) (else: \(parameter.fallback ?? "")"
      text += ")\n"
    }
    if let note = found.entry.note { text += "\(indent)note: \(note)\n" }
    return text
  }

  private static func text(for form: Form) -> String {
    var text = "\(form.usage)      form\n  \(form.summary)\n\n"
    for line in form.example.split(separator: "\n") { text += "    \(line)\n" }
    text += "\n  Elsewhere:\n"
    for found in foreign where found.name == form.usage { text += entry(found, differs: true) }
    return text
  }

  /// An entry of an operator's own list: the name there, and what differs.
  static func entries(of definition: Operator) -> String {
    foreign.filter { $0.name == definition.name }.map { entry($0, differs: true) }.joined()
  }

  private static func entry(_ found: Foreign, differs: Bool) -> String {
    var text = "    \(found.entry.name)"
    if let spelling = found.entry.written { text += ", there \(spelling)" }
    if !found.entry.options.isEmpty { text += ": \(found.entry.options)" }
    return text + "\n" + differences(found, indent: "      ")
  }

  /// What the same word means in each library.
  private static func elsewhere(_ word: String, but other: String? = nil) -> String? {
    let found = foreign.filter { $0.words.contains(word) && $0.entry.name != other }
    if found.isEmpty { return nil }
    var text = "The word \(word) in other libraries\n"
    let width = found.map(\.entry.name.count).max() ?? 0
    for item in found {
      text += "  \(item.entry.name.padded(to: width))  here \(call(item))"
      text += item.entry.written.map { ", there \($0)\n" } ?? "\n"
      text += differences(item, indent: "    ")
      if item.name != Catalog.find(word)?.name { text += "    \(item.summary)\n" }
    }
    return text
  }

  /// What may have been meant by a word that is unknown.
  static func nearest(to word: String) -> String? {
    let library = word.prefix { $0 != "." }
    if library.count < word.count {
      let names = foreign.map(\.entry.name)
      return Suggestion.nearest(
        to: word, among: names.filter { $0.hasPrefix("\(library).") })
        ?? Suggestion.nearest(to: word, among: names)
    }
    let here = Catalog.names + Functions.names + Form.all.map(\.name)
    // What is called so here comes first, of two that are as near.
    return Suggestion.nearest(
      to: word, among: here.sorted() + Set(foreign.flatMap(\.words)).subtracting(here).sorted())
  }

  /// What is said of a word that is unknown.
  static func unknown(_ word: String) -> String {
    "nothing is called \(word)" + (nearest(to: word).map { "; did you mean \($0)?" } ?? "")
  }
}
