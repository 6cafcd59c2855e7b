/// The programs that rxp is compared with.
enum Tool: String, CaseIterable {
  case mawk, gawk
  case gawkUnicode = "gawk utf8"
  case perl, python, orjson, jq, grep, uniq
  case limit = "C"

  /// The program that must be there.
  var program: String {
    switch self {
    case .gawkUnicode: "gawk"
    case .python, .orjson: "python3"
    case .limit: "cc"
    default: rawValue
    }
  }

  /// Slow ones are given the beginning of the data only: one part in so many. Their speed does not
  /// depend on the length.
  var share: Int {
    switch self {
    case .jq: 50
    case .python, .orjson: 10
    default: 1
    }
  }
}
