import RxpEngine
import RxpIO
import RxpLanguage
import RxpSyntax
import RxpText

/// A checked program with where it stands and what it may touch.
struct Program {
  let source: SourceText
  let script: Script
  let steps: [Step]
  let diagnostics: [Diagnostic]
  let hasEffects: Bool

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// What is told besides mistakes.
  struct Warnings {
    /// Ids of warnings that are not told.
    var allowed: Set<String> = []
  }

  /// Reads and checks a text. `warnings`: without them nothing is warned of.
  /// `arguments`: what stands behind it on the command line, which it knows as `args`.
  init(
    _ source: SourceText, readsLinesByDefault: Bool, importer: Importer, warnings: Warnings? = nil,
    arguments: [String] = []
  ) {
    self.source = source
    let (script, mistakes) = parse(source)
    self.script = script
    // A text that does not parse is still checked: one pass tells all that can be told.
    var options = Compiler.Options()
    options.readsLinesByDefault = readsLinesByDefault
    options.warnsOfUnused = mistakes.isEmpty
    let prelude = Prelude.fresh(arguments: arguments)
    let compiler = Compiler(
      source, names: NameScope(inside: prelude.names), options: options, importer: importer)
    steps = prelude.steps + compiler.compile(script)
    hasEffects = compiler.hasEffects
    // What the checker says of a statement that could not be read mostly follows from that.
    let unread = script.statements.map(\.span).filter { span in
      mistakes.contains { $0.primary.span.start >= span.start && $0.primary.span.start <= span.end }
    }
    let isCutShort = mistakes.contains { $0.id == "E0217" }
    let checked = compiler.diagnostics.filter { diagnostic in
      !isCutShort
        && !unread.contains {
          diagnostic.primary.span.start >= $0.start && diagnostic.primary.span.start < $0.end
        }
    }
    var all = mistakes + checked
    if let warnings, !all.contains(where: { $0.severity == .error }) {
      let analysis = ShapeAnalysis()
      analysis.learn(prelude.steps)
      all += analysis.check(
        Array(steps.dropFirst(prelude.steps.count)), in: source, isWhole: true)
      let allowances = Allowances(in: source, everywhere: warnings.allowed)
      all.removeAll(where: allowances.allow)
    }
    diagnostics = all.sorted { $0.primary.span.start < $1.primary.span.start }
  }
}

/// Where a program's relative paths start and what it may reach.
struct Surroundings {
  /// Where relative paths start; nil: in the working directory, asked for only where it is needed.
  let base: String?
  let permissions: Permissions

  /// What a person types may do what that person may do.
  static func typed() -> Surroundings {
    Surroundings(base: nil, permissions: .unrestricted)
  }

  /// A script may read beside and below itself and the files named with it.
  static func script(_ path: String, _ options: CommandLineOptions) throws -> Surroundings {
    var permissions = try Permissions.script(at: path, files: options.operands.filter { $0 != "-" })
    for directory in options.allowedReading { try permissions.allowReading(in: directory) }
    for directory in options.allowedWriting { try permissions.allowWriting(in: directory) }
    if options.mayRun { permissions.allowRunning() }
    if options.mayUseNetwork { permissions.allowNetwork() }
    return Surroundings(
      base: try Permissions.directory(ofScript: path), permissions: permissions)
  }

  /// Makes a run keep to it.
  func govern(_ run: Run) {
    run.resolve = { try resolve($0, $1) }
    run.folder = base
    run.authorize = { use, subject in
      switch use {
      case .program: try permissions.checkRunning(subject)
      case .network: try permissions.checkNetwork(subject)
      }
    }
  }

  func resolve(_ path: String, _ access: Run.Access) throws -> String {
    try permissions.resolve(
      path, for: access == .read ? .read : .write, relativeTo: try folder(for: path))
  }

  /// Only a relative path asks for the working directory, which may be gone.
  private func folder(for path: String) throws -> String {
    if let base { return base }
    return path.hasPrefix("/") ? "/" : try Permissions.workingDirectory()
  }

  /// Imports are read beside the file that names them.
  func importer(_ host: any Host) -> Importer {
    Importer { path, from in
      do {
        let folder = try? Permissions.directory(ofScript: from.name)
        let resolved = try permissions.resolve(
          path, for: .read, relativeTo: try folder ?? self.folder(for: path))
        return try FileText.read(resolved, host)
      } catch let error as HostError {
        throw Importer.Problem(error.reason)
      }
    }
  }
}

/// Whole files as texts: scripts.
enum FileText {
  static func read(_ path: String, _ host: any Host) throws -> SourceText {
    try read(try host.openForReading(path), name: path, host)
  }

  static func read(_ reader: any ByteReader, name: String, _ host: any Host) throws -> SourceText {
    defer { reader.close() }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    reading: while true {
      switch block.withUnsafeMutableBytes({ reader.read(into: $0) }) {
      case .bytes(let count):
        bytes.append(contentsOf: block[..<count])
        if bytes.count > SyntaxLimits.scriptBytes { break reading }
      case .wouldBlock:
        host.wait(for: [reader], until: nil)
        if host.isInterrupted { break reading }
      case .end, .restarted: break reading
      case .failed(let error): throw error
      }
    }
    return SourceText(name: name, bytes: bytes)
  }
}
