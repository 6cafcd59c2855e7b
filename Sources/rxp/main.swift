import RxpShell

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

exit(Commands.main(Array(CommandLine.arguments.dropFirst())))
