import Glibc

/// Does something that measures wall time before all else that the machine does, where that is
/// allowed: the bars are those of an idle machine. Programs that are started inherit it.
func atHighPriority<Result>(_ action: () throws -> Result) rethrows -> Result {
  let mine = __priority_which_t(PRIO_PROCESS.rawValue)
  setpriority(mine, 0, -20)
  defer { setpriority(mine, 0, 0) }
  return try action()
}
