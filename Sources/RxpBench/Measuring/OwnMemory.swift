import Glibc

/// The most memory that this program has held: the kernel counts it in for the programs that it
/// starts, so that smaller ones cannot be told from it.
func ownMemory() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss * 1024
}
