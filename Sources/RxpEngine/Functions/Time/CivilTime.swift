/// A date and time of the Gregorian calendar in UTC, years 0 to 9999.
///
/// Days are counted in eras of 400 years that begin on the first of March, so that leap days come
/// last (Howard Hinnant's algorithms).
struct CivilTime {
  let year: Int
  let month: Int
  let day: Int
  /// Of the day.
  let second: Int

  static let secondsOfDay = 86_400
  private static let daysOfEra = 146_097
  /// From the first of March of year 0 to the first of January 1970.
  private static let daysToEpoch = 719_468
  /// The first second of year 0 to the last one of 9999.
  private static let known = -62_167_219_200...253_402_300_799

  /// From seconds since 1970; nil outside the years 0 to 9999.
  init?(seconds: Int) {
    guard CivilTime.known.contains(seconds) else { return nil }
    let (days, second) = seconds.flooredDivision(by: CivilTime.secondsOfDay)
    let (era, dayOfEra) = (days + CivilTime.daysToEpoch).flooredDivision(by: CivilTime.daysOfEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // The month counted from March.
    let shifted = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.second = second
  }

  /// `2024-02-29T12:00:00Z`, with milliseconds where there are some.
  func text(milliseconds: Int) -> String {
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let fraction = milliseconds == 0 ? "" : "." + padded(milliseconds, 3)
    return "\(padded(year, 4))-\(padded(month))-\(padded(day))T"
      + "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))\(fraction)Z"
  }

  /// Days from 1970 to a date of the calendar; nil for what is none.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1...12).contains(month), (1...daysOfMonth(month, year)).contains(day) else { return nil }
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredDivision(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - daysToEpoch
  }

  private static func daysOfMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  /// The quotient rounded down and what it leaves, which is not negative.
  func flooredDivision(by divisor: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
  }
}
