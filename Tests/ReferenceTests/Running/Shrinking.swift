@testable import RxpEngine

/// Makes a case smaller as long as it still fails.
enum Shrinking {
  static func smallest(of example: Case, fails: (Case) -> Bool) -> Case {
    var best = example
    var tries = 0
    var shrank = true
    while shrank, tries < 400 {
      shrank = false
      for candidate in smaller(than: best) {
        tries += 1
        if fails(candidate) {
          best = candidate
          shrank = true
          break
        }
        if tries >= 400 { break }
      }
    }
    return best
  }

  private static func smaller(than example: Case) -> [Case] {
    var all: [Case] = []
    func add(_ change: (inout Case) -> Void) {
      var changed = example
      change(&changed)
      all.append(changed)
    }
    for index in example.observers.indices where example.observers.count > 1 {
      add { $0.observers.remove(at: index) }
    }
    for index in example.acts.indices { add { $0.acts.remove(at: index) } }
    for (index, observer) in example.observers.enumerated() where observer.until < Case.horizon {
      add { $0.observers[index].until = Case.horizon }
    }
    for (index, observer) in example.observers.enumerated() where observer.count < Int.max {
      add { $0.observers[index].count = Int.max }
    }
    for (stage, call) in example.stages.enumerated() {
      for (place, argument) in call.arguments.enumerated() {
        if call.definition.parameters.first(where: { $0.name == argument.name })?.isOptional == true
        {
          add { $0.stages[stage].arguments.remove(at: place) }
        }
        if case .values(let phrases) = argument.1, phrases.count > 1 {
          add { $0.stages[stage].arguments[place].1 = .values(Array(phrases.dropLast())) }
        }
      }
    }
    let texts = example.stages.map(\.text).joined(separator: " ")
    for (index, source) in example.sources.enumerated() {
      let isUsed =
        source.name == example.input
        || (texts + example.sources.map { $0.alphabet.phrases.map(\.text).joined() }.joined())
          .contains(source.name)
      if !isUsed { add { $0.sources.remove(at: index) } }
      for mark in source.marks.indices { add { $0.sources[index].marks.remove(at: mark) } }
      if source.kind != .hot && source.kind != .cold {
        add { $0.sources[index].kind = .cold }
      }
      if source.kind == .cold { add { $0.sources[index].kind = .hot } }
      for mark in source.marks.indices where source.marks[mark].column > 0 {
        let gap =
          mark > 0
          ? source.marks[mark].column - source.marks[mark - 1].column : source.marks[0].column
        if gap > 1 {
          add { changed in
            for later in mark..<source.marks.count {
              changed.sources[index].marks[later].column -= 1
            }
          }
        }
      }
    }
    return all
  }
}
