extension Stage {
  /// Lets go of the inputs, sends a last event, completes. The inputs go first: what a receiver does
  /// with the event must not reach them.
  final func sendLast(_ value: Value) {
    letGo()
    send(value)
    complete()
  }

  /// Lets go of all inputs; the stage itself goes on.
  final func letGo() {
    for upstream in upstreams { disconnect(upstream) }
  }
}
