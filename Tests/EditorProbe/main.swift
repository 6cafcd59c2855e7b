// A program that reads with the line editor, for tests on a pseudo-terminal:
//   EditorProbe MODE
// It tells what it was given, so that the screen shows it.
import RxpShell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

let mode = CommandLine.arguments.dropFirst().first ?? "statements"
let history = History(path: History.defaultPath())
guard let editor = LineEditor(history: history) else {
  print("no terminal")
  exit(1)
}
let work = Work(editor: editor, mode: mode)
editor.delegate = work
editor.printAbove("ready")

switch mode {
case "field", "field-ticks": work.readField()
default: work.readStatements()
}
editor.printAbove("interrupts \(Work.interrupts)")
editor.printAbove("bye")
