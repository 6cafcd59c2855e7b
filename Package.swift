// swift-tools-version:6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]
// The engine's hot state sits in classes owned by one loop; dynamic exclusivity checks there cost
// more than the work itself and can find nothing that the one-loop rule does not exclude already.
// What is read once at the start of a program is small rather than fast: pages of code that are not
// there need not be read, and memory at the start is most of all code.
let small: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let engine: [SwiftSetting] =
  strict + [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

let package = Package(
  name: "rxp",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "rxp", targets: ["rxp"])],
  targets: [
    .target(name: "CRegex", linkerSettings: [.linkedLibrary("pcre2-8")]),
    .target(name: "CJson", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CEdit", linkerSettings: [.linkedLibrary("edit")]),
    .target(name: "CSystem"),
    // Loads libcurl at the first request: linked, it would cost every start.
    .target(name: "CHttp"),
    .target(name: "RxpText", dependencies: ["CSystem"], swiftSettings: small),
    .target(name: "RxpSyntax", dependencies: ["RxpText"], swiftSettings: small),
    .target(
      name: "RxpEngine", dependencies: ["RxpText", "CRegex", "CJson", "CSystem"],
      swiftSettings: engine),
    .target(
      name: "RxpLanguage", dependencies: ["RxpText", "RxpSyntax", "RxpEngine"],
      swiftSettings: small),
    .target(name: "RxpIO", dependencies: ["RxpEngine", "CSystem", "CHttp"], swiftSettings: engine),
    .target(
      name: "RxpShell", dependencies: ["RxpLanguage", "RxpIO", "CEdit", "CSystem"],
      swiftSettings: small),
    .executableTarget(
      name: "rxp", dependencies: ["RxpShell"], swiftSettings: strict,
      linkerSettings: [
        .unsafeFlags(
          ["-static-stdlib", "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"],
          .when(platforms: [.linux], configuration: .release))
      ]),
    .target(
      name: "TestSupport", dependencies: ["RxpEngine"], path: "Tests/Support", swiftSettings: strict
    ),
    .testTarget(name: "SyntaxTests", dependencies: ["RxpSyntax"], swiftSettings: strict),
    .testTarget(
      name: "EngineTests", dependencies: ["RxpEngine", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "IOTests",
      dependencies: ["RxpIO", "RxpEngine", "CRegex", "CJson", "CSystem", "CPty", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LanguageTests", dependencies: ["RxpLanguage", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ReferenceTests", dependencies: ["RxpLanguage", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "ScriptTests", dependencies: ["rxp", "TestSupport"], swiftSettings: strict),
    // A program that reads with the line editor, for tests on a pseudo-terminal.
    .executableTarget(
      name: "EditorProbe", dependencies: ["RxpShell"], path: "Tests/EditorProbe",
      swiftSettings: strict),
    .target(name: "CPty", path: "Tests/CPty"),
    .testTarget(
      name: "ShellTests", dependencies: ["RxpShell", "CEdit", "CPty", "EditorProbe", "rxp"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

#if os(Linux)
  // The benchmark: measures rxp and the tools that it is compared with; no part of the tests.
  package.products.append(.executable(name: "rxp-bench", targets: ["rxp-bench"]))
  package.targets.append(
    .executableTarget(
      name: "rxp-bench", path: "Sources/RxpBench", resources: [.embedInCode("Peers/limit.c")],
      swiftSettings: strict,
      linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]))
#endif
