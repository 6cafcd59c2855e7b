/// Why the benchmark itself could not go on: a wrong option, a full disk, no rxp to measure.
struct BenchError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}
