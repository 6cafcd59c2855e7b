import CEdit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What can be asked of a terminal.
public enum Terminal {
  public struct Size: Equatable, Sendable {
    public var columns: Int
    public var rows: Int
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
    /// What is taken where a terminal does not tell.
    public static let standard = Size(columns: 80, rows: 24)
  }

  /// `--color`.
  public enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
  }

  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The size of the terminal behind a descriptor; `standard` where it is not known.
  public static func size(of descriptor: Int32) -> Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    guard cedit_terminal_size(descriptor, &columns, &rows) == 0 else { return .standard }
    return Size(
      columns: columns < 2 ? Size.standard.columns : Int(columns),
      rows: rows < 1 ? Size.standard.rows : Int(rows))
  }

  /// Whether output to a descriptor is coloured: the choice decides, then NO_COLOR, then whether it
  /// is a terminal that can. Asked for standard output and standard error apart.
  public static func usesColor(
    isTerminal: Bool, choice: ColorChoice = .auto,
    environment: (String) -> String? = Terminal.environment
  ) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      environment("NO_COLOR").map(\.isEmpty) ?? true && isTerminal && !isDumb(environment)
    }
  }

  /// Whether the terminal cannot move its cursor.
  public static func isDumb(
    _ environment: (String) -> String? = Terminal.environment
  ) -> Bool {
    let name = environment("TERM") ?? ""
    return name.isEmpty || name == "dumb"
  }

  /// A variable of the environment.
  public static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
