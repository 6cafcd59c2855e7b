import Glibc

/// Which tools this machine has, and where.
struct InstalledTools {
  private var paths: [Tool: String] = [:]

  /// Looks for all of them.
  ///
  /// - Parameters:
  ///   - runner: for asking Python about itself and for the compiler.
  ///   - folder: where the C program is put.
  init(runner: Runner, folder: String) throws {
    for tool in Tool.allCases {
      guard let path = findProgram(tool.program) else { continue }
      switch tool {
      case .python:
        // A shim in front of Python would be measured with it.
        paths[tool] = try pythonItself(path, runner)
      case .orjson:
        if let python = paths[.python], try runner.succeeds("\(python) -c 'import orjson'") {
          paths[tool] = python
        }
      case .limit:
        paths[tool] = try compiledLimit(compiler: path, runner: runner, folder: folder)
      default:
        paths[tool] = path
      }
    }
  }

  subscript(tool: Tool) -> String? { paths[tool] }

  var missing: [Tool] { Tool.allCases.filter { paths[$0] == nil } }
}

/// The path of a program on `PATH`.
func findProgram(_ name: String) -> String? {
  guard let folders = getenv("PATH") else { return nil }
  for folder in String(cString: folders).split(separator: ":") {
    let path = "\(folder)/\(name)"
    if access(path, X_OK) == 0 { return path }
  }
  return nil
}

private func pythonItself(_ path: String, _ runner: Runner) throws -> String? {
  guard try runner.succeeds("\(path) -c 'import sys; print(sys.executable)'") else { return nil }
  return String(decoding: runner.lastOutput.prefix { $0 != 10 }, as: UTF8.self)
}

/// Compiles `limit.c`, which this program carries within it.
private func compiledLimit(compiler: String, runner: Runner, folder: String) throws -> String? {
  let source = "\(folder)/limit.c"
  let program = "\(folder)/limit"
  let file = try OutputFile(source)
  try file.write(PackageResources.limit_c)
  try file.close()
  return try runner.succeeds("\(compiler) -O2 -o \(program) \(source)") ? program : nil
}

extension Runner {
  /// Whether a command exits with 0.
  func succeeds(_ text: String) throws -> Bool {
    try run(Command(text) { $0 }).isSuccess
  }
}
