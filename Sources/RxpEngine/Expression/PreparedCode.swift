/// Code that is asked again and again, with its captures at a place of their own. What it needs is
/// reached without counting references: it owns it.
final class PreparedCode {
  private let closure: Closure
  private let place: Place?
  private let body: Unmanaged<Expr>
  private let machine: Unmanaged<Machine>
  private let localCount: Int
  private let captures: UnsafeMutablePointer<Value>

  /// The machine, which belongs to the run, outlives it.
  init(_ closure: Closure, _ machine: Machine, _ place: Place?) {
    self.closure = closure
    self.place = place
    body = .passUnretained(closure.code.body)
    self.machine = .passUnretained(machine)
    localCount = closure.code.localCount
    captures = .allocate(capacity: max(closure.captures.count, 1))
    captures.initialize(from: closure.captures, count: closure.captures.count)
  }

  deinit {
    captures.deinitialize(count: closure.captures.count)
    captures.deallocate()
  }

  /// The answer for an event, `acc` being the running value where there is one.
  @inline(__always)
  func callAsFunction(_ it: Value, acc: Value = .null, index: Int) throws -> Value {
    try machine._withUnsafeGuaranteedRef { machine in
      try machine.enter(localCount, place) { locals in
        locals[Code.itSlot] = it
        locals[Code.accSlot] = acc
        locals[Code.indexSlot] = .int(index)
      } _: { locals in
        try body._withUnsafeGuaranteedRef {
          try $0.evaluate(Frame(locals: locals, captures: captures, machine: machine))
        }
      }
    }
  }
}
