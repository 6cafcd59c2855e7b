import Glibc

/// Does something that measures wall time before all else that the machine does, where that is
/// allowed: the bars are those of an idle machine. Programs that are started inherit it.
func atHighPriority<Result>(_ action: () throws -> Result) rethrows -> Result {
  var urgent = sched_param()
  urgent.sched_priority = 1
  let isUrgent = sched_setscheduler(0, SCHED_RR, &urgent) == 0
  defer {
    var ordinary = sched_param()
    if isUrgent { sched_setscheduler(0, SCHED_OTHER, &ordinary) }
  }
  return try action()
}
