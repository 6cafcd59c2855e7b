/// Makes a command, which lives as long as the run.
public final class CommandExpr: Expr, @unchecked Sendable {
  public let work: ClosureExpr
  private let name: String
  public let condition: Expr?
  private let concurrent: Expr?

  public init(
    _ name: String, work: ClosureExpr, condition: Expr?, concurrent: Expr?, _ place: Place?
  ) {
    self.name = name
    self.work = work
    self.condition = condition
    self.concurrent = concurrent
    super.init(place)
  }

  public override func evaluate(_ frame: Frame) throws -> Value {
    guard let run = frame.machine.run, case .function(let function) = try work.evaluate(frame)
    else { return .null }
    var signal: Signal?
    if let condition {
      let value = try condition.evaluate(frame)
      guard let given = value.asSignal else {
        throw mistake("\(name) needs a signal behind when: got \(value.excerpt())")
      }
      signal = given
    }
    var isConcurrent = false
    if let concurrent {
      let value = try concurrent.evaluate(frame)
      guard case .bool(let flag) = value else {
        throw mistake("\(name) needs true or false as concurrent: got \(value.excerpt())")
      }
      isConcurrent = flag
    }
    let command = Command(
      run, name, work: function, condition: signal, isConcurrent: isConcurrent, place: place)
    run.attend(command)
    return .command(command)
  }
}
