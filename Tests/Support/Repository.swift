import Foundation

/// Files of the repository, found from where the tests stand.
public enum Repository {
  public static let root: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    return folder
  }()

  public static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The names of the files with an ending in a folder, sorted.
  public static func files(in folder: String, ending: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    var found: [String] = []
    while let name = all?.nextObject() as? String {
      if name.hasSuffix(ending) { found.append(name) }
    }
    return found.sorted()
  }
}
