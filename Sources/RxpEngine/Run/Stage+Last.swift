extension Stage {
  /// Sends a last event, lets go of the inputs, completes (B1). Nothing is heard of the inputs from
  /// the event on; but who shares one and begins with the event finds it still there.
  final func sendLast(_ value: Value) {
    deafen()
    send(value)
    complete()
  }

  /// Lets go of all inputs; the stage itself goes on.
  final func letGo() {
    for upstream in upstreams { disconnect(upstream) }
  }
}
