/// The statements typed before, oldest first, kept in a file of one line each.
///
/// Nothing is read before the first entry is asked for, and entries are decoded one by one.
public final class History {
  /// The path of a history that no file keeps.
  public static let memory = ":memory"

  /// The file, or `memory`; becomes `memory` where the file cannot be had.
  public var path: String { file?.path ?? Self.memory }

  private var file: HistoryFile?
  /// What was there in the file when it was read; the range of each entry in `bytes`.
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []
  /// What was added since.
  private var added: [String] = []
  private var isLoaded = false

  /// A history in a file, which is made where it is missing, or in `memory`.
  public init(path: String) {
    if path != Self.memory { file = HistoryFile(path: path) }
  }

  /// `$XDG_STATE_HOME/rxp/history`, `~/.local/state/rxp/history`, or `memory` without a home.
  public static func defaultPath(
    environment: (String) -> String? = Terminal.environment
  ) -> String {
    // The rule of XDG: what is not absolute does not count.
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/rxp/history"
    }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return memory }
    return home + "/.local/state/rxp/history"
  }

  public var count: Int {
    load()
    return ranges.count + added.count
  }

  /// An entry, from 0, the oldest.
  public subscript(index: Int) -> String {
    load()
    guard index >= ranges.count else {
      return bytes.withUnsafeBytes {
        HistoryCoding.decode(UnsafeRawBufferPointer(rebasing: $0[ranges[index]]))
      }
    }
    return added[index - ranges.count]
  }

  /// Keeps a statement; not a blank one, not one that starts with a space, not one equal to the one
  /// before.
  public func add(_ statement: String) {
    guard let first = statement.utf8.first, first != UInt8(ascii: " "),
      statement.utf8.count <= EditorLimits.historyEntryBytes,
      statement.utf8.contains(where: { $0 > 0x20 })
    else { return }
    if let file {
      if !isLoaded {
        // Read later, with the rest.
        if file.append(HistoryCoding.encode(statement)) { return }
        load()
      } else if isNews(statement) {
        file.append(HistoryCoding.encode(statement))
      }
    }
    guard isNews(statement) else { return }
    added.append(statement)
    trim()
  }

  /// The newest entry older than `index` that fits; nil where none does.
  func last(before index: Int, where fits: (String) -> Bool) -> Int? {
    stride(from: min(index, count) - 1, through: 0, by: -1).first { fits(self[$0]) }
  }

  /// The oldest entry newer than `index` that fits; nil where none does.
  func first(after index: Int, where fits: (String) -> Bool) -> Int? {
    (max(index + 1, 0)..<max(count, index + 1)).first { fits(self[$0]) }
  }

  private func isNews(_ statement: String) -> Bool {
    count == 0 || self[count - 1] != statement
  }

  private func load() {
    guard !isLoaded else { return }
    isLoaded = true
    guard let file, let content = file.read() else {
      // The directory or the file cannot be had: go on without.
      self.file = nil
      return
    }
    bytes = content
    ranges = Self.lines(of: content)
    let isLarge = content.count > EditorLimits.historyFileBytes / 2
    if isLarge || ranges.count > EditorLimits.historyEntries + EditorLimits.historySlack {
      file.trim()
    }
    trim()
  }

  private func trim() {
    let excess = ranges.count + added.count - EditorLimits.historyEntries
    guard excess > 0 else { return }
    let old = min(excess, ranges.count)
    ranges.removeFirst(old)
    added.removeFirst(excess - old)
  }

  /// The lines that are not empty.
  static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    bytes.withUnsafeBytes { bytes in
      while start < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
        let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { start + $0 } ?? bytes.count
        if end > start { ranges.append(start..<end) }
        start = end + 1
      }
    }
    return ranges
  }
}
