/// The functions of expressions, found by name.
public enum Functions {
  public static let all: [Builtin] = [
    // Strings
    .len,
    .bytes,
    .upper,
    .lower,
    .trim,
    .repeat,
    .padLeft,
    .padRight,
    .split,
    .join,
    .lines,
    .words,
    .chars,
    .replace,
    .contains,
    .startsWith,
    .endsWith,
    .matches,
    .captures,
    .urlEncode,
    .urlDecode,
    // From one kind of value to another
    .int,
    .float,
    .str,
    .bool,
    .json,
    .type,
    .format,
    // Numbers
    .abs,
    .sign,
    .round,
    .floor,
    .ceil,
    .sqrt,
    .pow,
    .exp,
    .log,
    .div,
    .mod,
    .min,
    .max,
    .sum,
    .average,
    // Lists
    .first,
    .last,
    .at,
    .slice,
    .indexOf,
    .range,
    .reverse,
    .sort,
    .unique,
    .flatten,
    .zip,
    .map,
    .filter,
    .reduce,
    .any,
    .all,
    .count,
    .find,
    // Records
    .keys,
    .values,
    .has,
    .merge,
    .without,
    // Time
    .now,
    .date,
    .duration,
    // Errors and events
    .error,
    .raise,
    .next,
    .failed,
    .completed,
  ]

  private static let index = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  public static func find(_ name: String) -> Builtin? { index[name] }

  /// Every name, for suggestions and completion.
  public static let names: [String] = all.map(\.name)
}
