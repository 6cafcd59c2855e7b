import Glibc

/// Makes the lines of a file, one after the other, the same ones in every run.
protocol LineMaker {
  /// Leaves the next line, newline included, in `line`, which still holds the one before.
  mutating func makeLine(in line: inout LineBuffer)
}

/// The three kinds of input.
enum DataKind: String {
  case words, log, json

  var fileExtension: String {
    switch self {
    case .words: "txt"
    case .log: "log"
    case .json: "jsonl"
    }
  }

  func write(atLeast size: Int, to path: String) throws {
    switch self {
    case .words: try writeLines(Words(), atLeast: size, to: path)
    case .log: try writeLines(AccessLog(), atLeast: size, to: path)
    case .json: try writeLines(Records(), atLeast: size, to: path)
    }
  }
}

/// The folder in which data are made once and found again.
struct DataFolder {
  /// Part of each file's name: a change of what is made must change it.
  private static let form = 1

  let path: String

  init(_ path: String) throws {
    self.path = path
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw BenchError("cannot make the folder \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// A folder in it.
  func folder(_ name: String) throws -> DataFolder { try DataFolder("\(path)/\(name)") }

  /// The file of a kind and size, made if it is not there.
  ///
  /// - Returns: its path and its length, which is that of whole lines.
  func file(_ kind: DataKind, size: Int) throws -> (path: String, size: Int) {
    let file = "\(path)/\(kind.rawValue)-\(size)-\(Self.form).\(kind.fileExtension)"
    if let length = fileSize(file) { return (file, length) }
    let part = "\(file).\(getpid())"
    do {
      try kind.write(atLeast: size, to: part)
    } catch {
      unlink(part)
      throw error
    }
    guard rename(part, file) == 0, let length = fileSize(file) else {
      throw BenchError("cannot make \(file): \(String(cString: strerror(errno)))")
    }
    return (file, length)
  }
}

/// The length of a file, or nil where there is none.
func fileSize(_ path: String) -> Int? {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : nil
}

private func writeLines(_ maker: some LineMaker, atLeast size: Int, to path: String) throws {
  let output = try OutputFile(path)
  var maker = maker
  var line = LineBuffer()
  var written = 0
  while written < size {
    maker.makeLine(in: &line)
    try output.write(line.bytes)
    written += line.bytes.count
  }
  try output.close()
}
