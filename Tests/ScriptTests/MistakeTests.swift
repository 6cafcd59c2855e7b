import Foundation
import TestSupport
import Testing

/// One script per mistake, with the message as a person reads it in the `.err` beside it.
@Suite struct MistakeTests {
  static let scripts = Repository.files(in: "examples/errors", ending: ".rxp")

  @Test(arguments: scripts)
  func tellsWhatIsWrong(_ script: String) throws {
    let path = "examples/errors/" + script
    let wanted = try Repository.text(path.replacingOccurrences(of: ".rxp", with: ".err"))
    // Warnings are told by `check`; everything else by a run.
    let checked = try RxpProcess.run(["check", path])
    let result = checked.errors.isEmpty ? try RxpProcess.run(["--virtual", path]) : checked
    // Where the repository lies is no part of a message.
    let errors = result.errors.replacingOccurrences(of: Repository.root.path + "/", with: "")
      .replacingOccurrences(of: Repository.root.path, with: "")
    #expect(errors == wanted)
    #expect(result.status == 0 || result.status == 1 || result.status == 2)
    #expect(!result.errors.isEmpty)
  }

  @Test func thereAreManyKinds() {
    #expect(MistakeTests.scripts.count >= 40)
  }
}
