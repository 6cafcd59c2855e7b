import Foundation
import TestSupport
import Testing

/// One script per thing that is warned of, with the warning as a person reads it in the `.err`.
@Suite struct WarningTests {
  static let folder = "examples/warnings/"
  static let scripts = Repository.files(in: "examples/warnings", ending: ".rxp")

  @Test(arguments: scripts)
  func tellsWhatIsWrong(_ script: String) throws {
    let path = WarningTests.folder + script
    let result = try RxpProcess.run(["check", path])
    // With RECORD=1 in the environment what is told is written down instead.
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      let file = Repository.root.appendingPathComponent(
        path.replacingOccurrences(of: ".rxp", with: ".err"))
      try result.errors.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let wanted = try Repository.text(path.replacingOccurrences(of: ".rxp", with: ".err"))
    #expect(result.errors == wanted)
    #expect(result.output == "")
    #expect(result.status == 0)
    #expect(result.errors.hasPrefix("warning[W06"))
  }

  private static let script = folder + "endless-source-collected.rxp"

  @Test func strictMakesAWarningAFailure() throws {
    #expect(try RxpProcess.run(["check", "--strict", WarningTests.script]).status == 2)
    #expect(try RxpProcess.run(["check", "--strict", "examples/latest.rxp"]).status == 0)
    let allowed = try RxpProcess.run([
      "check", "--strict", "--allow=W0601,W0602", WarningTests.script,
    ])
    #expect(allowed.status == 0)
    #expect(allowed.errors == "")
    let other = try RxpProcess.run(["check", "--allow=W0601", WarningTests.script])
    #expect(other.errors.hasPrefix("warning[W0602]"))
    #expect(try RxpProcess.run(["check", "--allow=all", WarningTests.script]).status == 2)
  }

  @Test func aRunIsSilentUnlessItIsAsked() throws {
    let arguments = ["--virtual", "--for", "2s", WarningTests.script]
    #expect(try RxpProcess.run(arguments).errors == "")
    let asked = try RxpProcess.run(["--warnings"] + arguments)
    #expect(
      asked.errors == (try Repository.text(WarningTests.folder + "endless-source-collected.err")))
    #expect(asked.status == 0)
    let typed = try RxpProcess.run(["--virtual", "-e", "from 1..3 | throttle 1s"])
    #expect(typed.errors == "")
    #expect(typed.output == "3\n")
  }
}
