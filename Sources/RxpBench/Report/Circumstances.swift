import Glibc

/// Where and when figures were got: they can only be compared with those of the same machine.
struct Circumstances {
  let date: String
  let commit: String
  let machine: String
  let version: String
  /// What is measured: short data or long ones.
  let form: String

  /// - Parameters:
  ///   - commit: of the repository that rxp was built from.
  ///   - version: what rxp says.
  ///   - form: what the options chose.
  init(commit: String, version: String, form: String) {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    date = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    self.commit = commit
    machine = "\(processor()), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores"
    self.version = version
    self.form = form
  }

  /// As members of a line of results.
  var members: [(name: String, value: String)] {
    [
      ("date", date), ("commit", commit), ("machine", machine), ("rxp", version), ("form", form),
    ]
  }
}

/// What the processor calls itself.
private func processor() -> String {
  let text = String(decoding: readFile("/proc/cpuinfo") ?? [], as: UTF8.self)
  for line in text.split(separator: "\n") where line.hasPrefix("model name") {
    guard let colon = line.firstIndex(of: ":") else { break }
    return String(line[line.index(after: colon)...].drop { $0 == " " })
  }
  return "unknown processor"
}
