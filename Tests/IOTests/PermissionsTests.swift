import CSystem
import RxpEngine
import RxpIO
import Testing

extension Outside {
  /// A script in `work/scripts`, with `work/data.txt` and `outside/secret` out of its reach.
  @Suite struct PermissionsTests {
    private let directory = TemporaryDirectory()
    private var base: String { directory("work/scripts") }

    init() {
      for name in ["work", "work/scripts", "work/scripts/sub", "work/scripts2", "outside"] {
        directory.makeDirectory(name)
      }
      for name in [
        "work/data.txt", "work/scripts/run.rxp", "work/scripts/sub/a", "work/scripts2/b",
        "outside/secret",
      ] {
        directory.append(name, "x")
      }
      directory.link("work/scripts/inside", to: "sub/a")
      directory.link("work/scripts/out", to: "../../outside/secret")
      directory.link("work/scripts/outDirectory", to: directory("outside"))
      directory.link("work/scripts/dangling", to: "../../outside/new")
      directory.link("work/scripts/chain", to: "outDirectory")
      directory.link("work/scripts/loop", to: "loop")
      directory.link("outside/back", to: directory("work/scripts/sub"))
    }

    private func script(files: [String] = []) throws -> Permissions {
      try .script(at: directory("work/scripts/run.rxp"), files: files)
    }

    @Test func ordinaryReading() throws {
      let permissions = try script()
      for (path, resolved) in [
        ("sub/a", "sub/a"), ("./sub/../sub//a", "sub/a"), ("run.rxp", "run.rxp"),
        ("inside", "sub/a"), ("not/there/yet", "not/there/yet"), (".", nil), ("sub/", "sub"),
        (directory("work/scripts/sub/a"), "sub/a"), ("chain/back/a", "sub/a"),
        ("../scripts/sub/a", "sub/a"), ("nowhere/../sub/a", "sub/a"),
      ] as [(String, String?)] {
        let expected = resolved.map { base + "/" + $0 } ?? base
        #expect(try permissions.resolve(path, for: .read, relativeTo: base) == expected, "\(path)")
      }
    }

    @Test func escapes() throws {
      let permissions = try script()
      let paths = [
        "../data.txt", "../../outside/secret", directory("outside/secret"), "/etc/passwd", "/",
        "..", "../..", "../scripts2/b", base + "2/b", "out", "outDirectory/secret", "outDirectory",
        "chain/secret", "chain/../outside/secret", "dangling", "sub/../../data.txt",
        "sub/../../../outside/secret", "./../data.txt", "nowhere/../../data.txt",
        "nowhere/../../../outside/secret", "/proc/self/environ", "/proc/self/cwd", "/dev/fd/0",
        "/proc/self/root/etc/passwd", "/proc/self/fd/0", "/dev/stdin", "/dev/tty", "/dev/null",
        "inside/../../../data.txt", "sub/../out", "outDirectory/../work/data.txt",
        base + "/../data.txt", "//etc/passwd", "/.//etc/./passwd", "/../../etc/passwd",
        "outDirectory/missing", "../", "../scripts2/", "../scripts/../data.txt",
      ]
      for path in paths {
        for access in [Permissions.Access.read, .write] {
          let text = message { _ = try permissions.resolve(path, for: access, relativeTo: base) }
          let start = "cannot \(access.rawValue) \(path): a script may not without "
          #expect(
            text?.hasPrefix(start + "--allow-\(access.rawValue)=/") == true, "\(text ?? path)")
        }
      }
    }

    @Test func theFlagThatIsNamedHelps() throws {
      var permissions = try script()
      let secret = directory("outside/secret")
      #expect(
        message { _ = try permissions.resolve("out", for: .read, relativeTo: base) }
          == "cannot read out: a script may not without --allow-read=\(directory("outside"))")
      try permissions.allowReading(in: directory("outside"))
      #expect(try permissions.resolve("out", for: .read, relativeTo: base) == secret)
      // Reading is not writing.
      #expect(
        message { _ = try permissions.resolve("out", for: .write, relativeTo: base) }
          == "cannot write out: a script may not without --allow-write=\(directory("outside"))")
    }

    @Test func writing() throws {
      var permissions = try script()
      #expect(
        message { _ = try permissions.resolve("new.txt", for: .write, relativeTo: base) }
          == "cannot write new.txt: a script may not without --allow-write=\(base)")
      try permissions.allowWriting(in: directory("work/scripts/sub"))
      #expect(
        try permissions.resolve("sub/new.txt", for: .write, relativeTo: base)
          == base + "/sub/new.txt")
      // Through a link, a dangling one too, writing ends where the link leads.
      directory.link("work/scripts/sub/away", to: "../../../outside/made")
      #expect(
        message { _ = try permissions.resolve("sub/away", for: .write, relativeTo: base) }
          == "cannot write sub/away: a script may not without "
          + "--allow-write=\(directory("outside"))")
    }

    @Test func filesNamedOnTheCommandLine() throws {
      let permissions = try script(files: [directory("outside/back/../../../outside/secret")])
      #expect(
        try permissions.resolve("out", for: .read, relativeTo: base) == directory("outside/secret"))
      #expect(
        message { _ = try permissions.resolve("../data.txt", for: .read, relativeTo: base) } != nil)
      // One file, not what lies below its name or beside it.
      let neighbour = directory("outside/back")
      #expect(
        message { _ = try permissions.resolve(neighbour + "x", for: .read, relativeTo: base) }
          != nil)
    }

    @Test func namesAreBytes() throws {
      // The same to Swift, but two files.
      let composed = directory("outside/\u{E9}")
      let decomposed = directory("outside/e\u{301}")
      let permissions = try script(files: [composed])
      #expect(
        message { _ = try permissions.resolve(composed, for: .read, relativeTo: base) } == nil)
      #expect(
        message { _ = try permissions.resolve(decomposed, for: .read, relativeTo: base) } != nil)
    }

    @Test func mistakenPaths() throws {
      for (path, reason) in [
        ("", "no such file or directory"), ("a\0b", "invalid argument"),
        ("loop", "too many levels of symbolic links"),
        ("loop/x", "too many levels of symbolic links"),
        (String(repeating: "a/", count: 3000), "file name too long"),
      ] {
        #expect(
          message { _ = try Permissions.unrestricted.resolve(path, for: .read, relativeTo: base) }
            == "cannot read \(path): \(reason)")
      }
    }

    @Test func aPersonMayDoEverything() throws {
      let all = Permissions.unrestricted
      #expect(all.mayRun && all.mayUseNetwork)
      #expect(try all.resolve("/etc/passwd", for: .write, relativeTo: base) == "/etc/passwd")
      #expect(
        try all.resolve("../data.txt", for: .read, relativeTo: base) == directory("work/data.txt"))
      #expect(try all.resolve("/", for: .read, relativeTo: base) == "/")
    }

    @Test func processSubstitution() throws {
      // `rxp run.rxp <(other)`: a pipe has no path but its descriptor's.
      var readEnd: Int32 = -1
      var writeEnd: Int32 = -1
      _ = csys_pipe(&readEnd, &writeEnd, 0)
      let named = "/dev/fd/\(readEnd)"
      let host = SystemHost(catchingInterrupts: false)
      let path = try script(files: [named]).resolve(named, for: .read, relativeTo: base)
      let writer = try host.openForWriting("/dev/fd/\(writeEnd)", append: true)
      try writer.write("abc")
      try writer.close()
      #expect(csys_close(writeEnd) == 0)
      let reader = try host.openForReading(path)
      #expect(drain(reader) == "abc«end»")
      #expect(csys_close(readEnd) == 0)
      // What an open file is called is its own name again, and judged as such.
      let other = csys_open_read(directory("outside/secret"))
      #expect(
        message { _ = try script().resolve("/dev/fd/\(other)", for: .read, relativeTo: base) }
          == "cannot read /dev/fd/\(other): a script may not without "
          + "--allow-read=\(directory("outside"))")
      #expect(csys_close(other) == 0)
    }

    @Test func nothingIsAllowedUnasked() throws {
      let none = Permissions()
      #expect(!none.mayRun && !none.mayUseNetwork)
      #expect(message { _ = try none.resolve("a", for: .read, relativeTo: base) } != nil)
      var some = try script()
      #expect(!some.mayRun && !some.mayUseNetwork)
      some.allowRunning()
      #expect(some.mayRun && !some.mayUseNetwork)
      some.allowNetwork()
      #expect(some.mayUseNetwork)
    }

    @Test func theRootAsDirectory() throws {
      var permissions = Permissions()
      try permissions.allowReading(in: "/")
      #expect(try permissions.resolve("/etc/passwd", for: .read, relativeTo: base) == "/etc/passwd")
      #expect(message { _ = try permissions.resolve("/x", for: .write, relativeTo: base) } != nil)
    }
  }
}
