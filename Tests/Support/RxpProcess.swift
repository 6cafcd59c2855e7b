import Foundation

/// The program under test as a process of its own.
public enum RxpProcess {
  public struct Result: Sendable {
    public let output: String
    public let errors: String
    public let status: Int32

    public init(output: String, errors: String, status: Int32) {
      self.output = output
      self.errors = errors
      self.status = status
    }
  }

  /// Beside the test bundle, where the package manager builds it.
  public static let path: String = {
    let folder = Bundle.main.bundleURL
    for candidate in [folder, folder.deletingLastPathComponent()] {
      let file = candidate.appendingPathComponent("rxp").path
      if FileManager.default.isExecutableFile(atPath: file) { return file }
    }
    return Repository.root.appendingPathComponent(".build/debug/rxp").path
  }()

  /// Runs it to its end in the repository's folder.
  public static func run(_ arguments: [String], input: Data = Data()) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = Repository.root
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files and not pipes: nothing can fill up while the process is waited for.
    let files = try ["in", "out", "err"].map { name in
      let url = scratch.appendingPathComponent(name)
      try (name == "in" ? input : Data()).write(to: url)
      return url
    }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Result(
      output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self),
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus)
  }

  /// Runs a line of bash.
  public static func shell(_ command: String) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", command]
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let written = output.fileHandleForReading.readDataToEndOfFile()
    let told = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      output: String(decoding: written, as: UTF8.self),
      errors: String(decoding: told, as: UTF8.self), status: process.terminationStatus)
  }

  /// Runs the program with an input that stays open, interrupts it once it has written a line, and
  /// gives its status.
  public static func interrupted(
    _ arguments: [String], after line: String, forced: Bool = false
  ) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var seen = Data()
    while !String(decoding: seen, as: UTF8.self).contains(line) {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      seen.append(more)
    }
    process.interrupt()
    // Another signal: two of one kind may be delivered as one.
    if forced { process.terminate() }
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }
}
