/// Beginning again within the call, as often as is asked for meanwhile: in a loop, and after many
/// rounds at one instant in later steps, so that others have their turn and what never ends is found out.
final class RoundsAtOnce {
  private(set) var isUnderWay = false
  private(set) var isWanted = false
  private var instant: Instant = -1
  private var count = 0

  /// Begins; where it is being begun, once more after that. The stage's timer has to ask again.
  func run(in stage: Stage, _ begin: () throws -> Void) throws {
    if isUnderWay {
      isWanted = true
      return
    }
    isUnderWay = true
    defer {
      isUnderWay = false
      isWanted = false
    }
    repeat {
      isWanted = false
      if instant != stage.run.now {
        instant = stage.run.now
        count = 0
      }
      count += 1
      try begin()
      if isWanted, count > Limits.turnRows, !stage.isDone { return stage.wakeLater() }
    } while isWanted && !stage.isDone && stage.run.mayGoOn()
  }
}
