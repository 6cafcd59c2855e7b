import RxpEngine
import RxpSyntax
import RxpText

/// What a name of the program stands for.
final class Symbol {
  enum Meaning {
    /// A value or signal in a cell, worked out when its statement ran.
    case value(Cell)
    /// A `var`: as a value what it holds now, as a signal what it sends.
    case variable(Cell)
    /// Operators alone: put in place wherever the name stands as a stage.
    case stages(parameters: [Name], Pipeline)
  }

  let name: Name
  let meaning: Meaning
  let type: Type
  let source: SourceText
  /// The names it was defined among: those of its own file or block.
  let scope: NameScope
  var isUsed = false
  /// Whether it stands for a subject: something that can be sent to.
  var isSubject: Bool
  /// Whether it stands for a channel.
  var isChannel = false

  init(
    _ name: Name, _ meaning: Meaning, _ type: Type, in scope: NameScope, _ source: SourceText,
    isSubject: Bool = false
  ) {
    self.name = name
    self.meaning = meaning
    self.type = type
    self.scope = scope
    self.source = source
    self.isSubject = isSubject
  }
}

/// The names of a file or of a block in it; inner ones hide outer ones.
public final class NameScope {
  let parent: NameScope?
  private(set) var symbols: [String: Symbol] = [:]
  /// In the order of definition, for listings.
  private(set) var order: [String] = []

  public init(inside parent: NameScope? = nil) { self.parent = parent }

  func own(_ name: String) -> Symbol? { symbols[name] }

  func find(_ name: String) -> Symbol? { symbols[name] ?? parent?.find(name) }

  func define(_ symbol: Symbol) {
    if symbols[symbol.name.text] == nil { order.append(symbol.name.text) }
    symbols[symbol.name.text] = symbol
  }

  /// Gives a name to a value that the program did not define.
  public func define(value cell: Cell, type: Type) {
    let name = Name(cell.name, .none)
    define(Symbol(name, .value(cell), type, in: self, SourceText(name: "", "")))
  }

  /// What is defined here, to go back to where a statement turns out to be wrong.
  public struct Snapshot {
    fileprivate let symbols: [String: Symbol]
    fileprivate let order: [String]
  }

  public var snapshot: Snapshot { Snapshot(symbols: symbols, order: order) }

  public func restore(_ snapshot: Snapshot) {
    symbols = snapshot.symbols
    order = snapshot.order
  }

  /// Every name in sight, for suggestions and completion.
  public var names: [String] { order + (parent?.names ?? []) }

  /// Names with their types, in the order of definition: what `:vars` lists.
  public var listing: [(name: String, type: Type?)] {
    order.compactMap { name in
      symbols[name].map { symbol in
        if case .stages = symbol.meaning { return (name, nil) }
        return (name, symbol.type)
      }
    }
  }
}

/// The locals of one piece of code while it is compiled: `it`, parameters, and what inner code
/// copies out of it.
final class CodeScope {
  struct Local {
    let slot: Int
    let type: Type
  }

  let parent: CodeScope?
  private(set) var locals: [String: Local] = [:]
  private(set) var captures: [CaptureSource] = []
  private var captureIndex: [String: (index: Int, type: Type)] = [:]
  private(set) var localCount = Code.askedSlots
  /// The names of the program that this code sees behind its own.
  let names: NameScope
  /// Templates whose parameters stand for code of the place where they are used.
  var aliases: [String: Alias] = [:]

  struct Alias {
    let argument: Argument
    let scope: CodeScope
    let source: SourceText
  }

  enum Found {
    case local(slot: Int, Type)
    case captured(index: Int, Type)
    case alias(Alias)
  }

  init(inside parent: CodeScope?, names: NameScope) {
    self.parent = parent
    self.names = names
  }

  func bind(_ name: String, slot: Int, _ type: Type) {
    locals[name] = Local(slot: slot, type: type)
    localCount = max(localCount, slot + 1)
  }

  /// Room for a value that no name has yet.
  func freshSlots(_ count: Int) -> Int {
    defer { localCount += count }
    return localCount
  }

  /// While the argument of a template is compiled where the template uses it: the scope in which the
  /// argument was written. Names bound between there and here do not hide its names.
  var writtenIn: CodeScope?

  func find(_ name: String) -> Found? { find(name, from: writtenIn) }

  private func find(_ name: String, from origin: CodeScope?) -> Found? {
    let isPassedOver = origin != nil && origin !== self
    if !isPassedOver {
      if let local = locals[name] { return .local(slot: local.slot, local.type) }
      if let alias = aliases[name] { return .alias(alias) }
    }
    let key = isPassedOver ? "outer " + name : name
    if let known = captureIndex[key] { return .captured(index: known.index, known.type) }
    let found =
      isPassedOver && parent !== origin ? parent?.find(name, from: origin) : parent?.find(name)
    switch found {
    case nil: return nil
    case .alias(let alias)?: return .alias(alias)
    case .local(let slot, let type)?: return capture(key, .local(slot), type)
    case .captured(let index, let type)?: return capture(key, .captured(index), type)
    }
  }

  private func capture(_ key: String, _ source: CaptureSource, _ type: Type) -> Found {
    captureIndex[key] = (captures.count, type)
    captures.append(source)
    return .captured(index: captures.count - 1, type)
  }

  /// Every local name in sight, for suggestions.
  var visible: [String] { Array(locals.keys) + Array(aliases.keys) + (parent?.visible ?? []) }
}
