import CSystem
import RxpEngine

/// A program that runs, seen as the reader of its standard output.
///
/// Its pipes never block here. All that it is waited for – output, room for input, its end – is
/// gathered in one descriptor.
final class ProgramReader: RunningProgram, RecheckedReader {
  /// Between the request to end and the end by force.
  static let grace: Int64 = 500_000_000
  /// Bytes fed before writing is tried again.
  private static let feedSize = 65_536
  /// Between two looks where the system does not tell of the end.
  private static let lookInterval: Int64 = 5_000_000

  let name: String
  /// Its number; nobody else has it before it is reaped.
  let process: Int32
  private let gather: Descriptor
  private var output: Descriptor?
  private var errorOutput: Descriptor?
  private var input: Descriptor?
  private var watch: Descriptor?
  private var isUnwatched = false
  private var isReaped = false
  private(set) var ending: ProgramEnding?
  private(set) var errors: [UInt8] = []
  private(set) var refusesInput = false
  private var fed = InputQueue()
  private var inputHasEnded = false
  private var isGatheringInput = false

  init(_ program: ProgramStart) throws(HostError) {
    name = program.name
    func refusal() -> HostError { .system("run", program.name, code: lastError) }
    let gathering = csys_gather_open()
    if gathering < 0 { throw refusal() }
    gather = Descriptor(owning: gathering)
    let outputs = try Pipe(for: name)
    let inputs = program.hasInput ? try Pipe(for: name) : nil
    let errorOutputs = program.errorOutput == .gather ? try Pipe(for: name) : nil
    let errorNumber: Int32 =
      switch program.errorOutput {
      case .pass: CSYS_PROGRAM_INHERITS
      case .lines: outputs.writing.number
      case .gather: errorOutputs?.writing.number ?? CSYS_PROGRAM_NOTHING
      case .drop: CSYS_PROGRAM_NOTHING
      }
    process = CStrings.with(program.arguments.map(\.bytes)) { arguments in
      func start(_ folder: UnsafePointer<CChar>?) -> Int32 {
        csys_program_start(
          arguments, folder, inputs?.reading.number ?? CSYS_PROGRAM_NOTHING,
          outputs.writing.number, errorNumber)
      }
      return program.folder.map { $0.withCString { start($0) } } ?? start(nil)
    }
    if process < 0 { throw refusal() }
    output = outputs.reading
    errorOutput = errorOutputs?.reading
    input = inputs?.writing
    for mine in [outputs.reading, errorOutputs?.reading, inputs?.writing] {
      if let mine { csys_set_nonblocking(mine.number) }
    }
    for mine in [outputs.reading, errorOutputs?.reading] {
      if let mine { _ = csys_gather_add(gather.number, mine.number, 0) }
    }
  }

  deinit { close() }

  var descriptor: Int32 { gather.number }
  var mayBlock: Bool { true }

  /// The longest time to go without a look, where nothing tells of the end.
  var recheckInterval: Int64? { isUnwatched ? Self.lookInterval : nil }

  // MARK: Output

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    if isReaped || gather.number < 0 { return .end }
    if buffer.isEmpty { return .wouldBlock }
    writeInput()
    gatherErrors()
    if let output {
      let count = csys_read(output.number, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count < 0 {
        let code = lastError
        return code == Errno.again ? .wouldBlock : .failed(.system("read", name, code: code))
      }
      leave(&self.output)
    }
    return errorOutput == nil && hasEnded() ? .end : .wouldBlock
  }

  private func gatherErrors() {
    guard let errorOutput else { return }
    let isAtEnd = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { block in
      while true {
        let count = csys_read(errorOutput.number, block.baseAddress, block.count)
        if count <= 0 { return count == 0 || lastError != Errno.again }
        errors += UnsafeRawBufferPointer(rebasing: block[..<count])
        if errors.count > 2 * Limits.programErrorBytes { keepLastErrors() }
      }
    }
    keepLastErrors()
    if isAtEnd { leave(&self.errorOutput) }
  }

  private func keepLastErrors() {
    errors.removeFirst(max(0, errors.count - Limits.programErrorBytes))
  }

  /// Whether it has ended. It is reaped only once its output is at the end: until then its number,
  /// and that of its group, cannot be anybody else's.
  private func hasEnded() -> Bool {
    var status: Int32 = 0
    if csys_program_reap(process, &status) != 0 {
      isReaped = true
      ending = status < 0 ? .killed(Int(-status)) : .exited(Int(status))
      return true
    }
    if watch == nil, !isUnwatched {
      let number = csys_program_watch(process)
      if number >= 0 {
        watch = Descriptor(owning: number)
        _ = csys_gather_add(gather.number, number, 0)
        // It may have ended meanwhile: the watch then tells at once.
      } else {
        isUnwatched = true
      }
    }
    return false
  }

  // MARK: Input

  var waitingInput: Int { fed.count }

  func feed(_ bytes: [UInt8]) {
    if input == nil || inputHasEnded { return }
    fed.append(bytes)
    if fed.untried >= Self.feedSize { writeInput() }
  }

  func endInput() {
    inputHasEnded = true
    writeInput()
  }

  private func writeInput() {
    guard let input else { return }
    while let count = fed.write(to: input.number) {
      if count >= 0 { continue }
      let code = lastError
      if code == Errno.interrupted { continue }
      if code == Errno.again { break }
      // It has closed its end, or cannot be written to any more: it wants nothing of it.
      refusesInput = true
      fed = InputQueue()
      return leaveInput()
    }
    if fed.count == 0, inputHasEnded { return leaveInput() }
    if (fed.count > 0) != isGatheringInput {
      isGatheringInput = fed.count > 0
      if isGatheringInput {
        _ = csys_gather_add(gather.number, input.number, 1)
      } else {
        csys_gather_remove(gather.number, input.number, 1)
      }
    }
  }

  private func leaveInput() {
    if let input, isGatheringInput { csys_gather_remove(gather.number, input.number, 1) }
    isGatheringInput = false
    input?.close()
    input = nil
  }

  // MARK: The end

  private func leave(_ descriptor: inout Descriptor?) {
    if let descriptor { csys_gather_remove(gather.number, descriptor.number, 0) }
    descriptor?.close()
    descriptor = nil
  }

  /// Lets go of it at once: it is asked to end, then made to, whoever looks on.
  func close() {
    leaveInput()
    leave(&output)
    leave(&errorOutput)
    leave(&watch)
    gather.close()
    if !isReaped, process > 0 {
      isReaped = true
      csys_program_end(process, Self.grace)
    }
  }
}

/// Bytes on their way to a program.
private struct InputQueue {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Bytes appended since writing was tried.
  private(set) var untried = 0

  var count: Int { bytes.count - start }

  mutating func append(_ more: [UInt8]) {
    // What is written is dropped in runs.
    if start > 0, start * 2 >= bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
    untried += more.count
  }

  /// Writes what the descriptor takes: how much, below 0 for a failure; nil where nothing is left.
  mutating func write(to descriptor: Int32) -> Int? {
    untried = 0
    if count == 0 { return nil }
    let written = bytes.withUnsafeBytes {
      csys_write(descriptor, $0.baseAddress.map { $0 + start }, count)
    }
    if written > 0 { start += written }
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.count <= 1 << 20)
      start = 0
    }
    return written
  }
}

/// Both ends of a pipe.
private struct Pipe {
  let reading: Descriptor
  let writing: Descriptor

  init(for program: String) throws(HostError) {
    var (from, to): (Int32, Int32) = (-1, -1)
    if csys_pipe(&from, &to, 0) < 0 { throw .system("run", program, code: lastError) }
    reading = Descriptor(owning: from)
    writing = Descriptor(owning: to)
  }
}
