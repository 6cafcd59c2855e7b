import RxpEngine
import RxpLanguage

/// A pipeline that runs at the prompt: its events as lines with their times.
final class Job {
  /// Lines of a background job shown in a second; the rest is counted and kept.
  static let linesPerSecond = 20
  /// Lines kept for `:show`.
  static let linesKept = 10_000

  let number: Int
  let text: String
  private(set) var count = 0
  private(set) var observer: Observer!
  var onLine: (String) -> Void = { _ in }
  var onEnd: (End) -> Void = { _ in }
  var onValue: (Value) -> Void = { _ in }
  private let run: Run
  let showsItself: Bool
  private let start: Instant
  private var second: Instant = 0
  private var shown = 0
  private var hidden: [String] = []
  private var hiddenCount = 0

  /// `showsItself`: what its pipeline sends is shown by its last stage.
  init(number: Int, text: String, showsItself: Bool, _ run: Run) {
    self.number = number
    self.showsItself = showsItself
    self.text = text
    self.run = run
    start = run.now
    observer = Observer(
      run, next: { [unowned self] value in next(value) },
      end: { [unowned self] end in ended(end) })
  }

  var isBackground: Bool { number > 0 }
  var hasHidden: Bool { !hidden.isEmpty }

  private func next(_ value: Value) {
    count += 1
    onValue(value)
    if !showsItself { line(time() + "  " + value.shown) }
  }

  private func ended(_ end: End) {
    if hiddenCount > 0 { tellHidden() }
    switch end {
    case .completed: onLine(label() + time() + "  completed")
    case .failed: onLine(label() + time() + "  error")
    }
    onEnd(end)
  }

  private func line(_ text: String) {
    guard isBackground else { return onLine(text) }
    let now = run.now / Time.second
    if now != second {
      second = now
      shown = 0
      if hiddenCount > 0 { tellHidden() }
    }
    if shown < Job.linesPerSecond {
      shown += 1
      onLine(label() + text)
    } else {
      hiddenCount += 1
      if hidden.count == Job.linesKept { hidden.removeFirst(Job.linesKept / 2) }
      hidden.append(text)
    }
  }

  private func tellHidden() {
    onLine(label() + "\(Job.grouped(hiddenCount)) more, :show \(number)")
    hiddenCount = 0
  }

  /// What was not shown, at most the last `linesKept` lines.
  func takeHidden() -> [String] {
    defer { hidden = [] }
    return hidden
  }

  private func label() -> String { isBackground ? "[\(number)] " : "" }

  /// Seconds since the subscription, to the hundredth: `  0.52s`.
  private func time() -> String {
    let hundredths = (run.now - start) / (10 * Time.millisecond)
    let text = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)s"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text
  }

  /// `1,204`.
  static func grouped(_ number: Int) -> String {
    var digits = Array(String(number))
    var at = digits.count - 3
    while at > 0 {
      digits.insert(",", at: at)
      at -= 3
    }
    return String(digits)
  }
}
