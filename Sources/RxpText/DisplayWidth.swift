import CSystem

/// How many columns of a terminal text takes.
public enum DisplayWidth {
  /// The columns of a scalar: 0 for what combines with the one before, 2 for wide ones, else 1.
  /// Tabs and control characters, whose width depends on how they are shown, count as 1.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return 1 }
    let columns = Int(csystem_columns(scalar.value))
    if columns >= 0 { return columns }
    return columns == -2 ? estimate(scalar) : 1
  }

  public static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// For systems without a UTF-8 locale.
  static func estimate(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
