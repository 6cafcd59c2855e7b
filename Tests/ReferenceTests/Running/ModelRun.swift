@testable import RxpEngine

/// A case played by the model.
enum ModelRun {
  /// Events and times that may come in one run.
  static let bound = 500

  static func outcomes(of example: Case) -> Outcomes {
    let world = World(atMost: bound)
    let scope = Scope(world)
    for source in example.sources { scope[source.name] = source.flow(scope) }
    var flow = example.input.map { scope[$0] } ?? .of([], nil, in: world)
    var stages: [Flow] = []
    for (index, stage) in example.stages.enumerated() {
      guard let reference = Reference.of(stage.definition.name) else { continue }
      flow = reference.flow(stage.call(scope, isFirst: index == 0 && example.input == nil), flow)
      stages.append(flow)
    }
    for act in example.acts where act.stage < stages.count {
      let target = stages[act.stage]
      world.at(act.instant, .given) {
        switch act.act {
        case .connect: target.connect()
        case .disconnect: target.disconnect()
        case .send(let phrase): target.hub?.tell(.value(phrase.value(scope)))
        case .complete: target.hub?.tell(.end(.completed))
        case .fail: target.hub?.tell(.end(.failed(.from(.string("why")))))
        }
      }
    }
    let seen = example.observers.map { _ in Record() }
    for (observer, record) in zip(example.observers, seen) {
      let subscription = Tap(world) { [unowned world] heard in
        switch heard {
        case .value(let value): record.events.append(Seen(world.now, .next(value)))
        case .end(.completed): record.events.append(Seen(world.now, .completed))
        case .end(.failed(let failure)): record.events.append(Seen(world.now, .error(failure)))
        }
        if record.events.count == observer.count { record.tap?.letGo() }
      }
      record.tap = subscription
      world.at(observer.until, .observer) { subscription.letGo() }
      world.at(observer.from, .observer) { flow.start(subscription) }
    }
    world.run()
    let outcomes = Outcomes(
      events: seen.map(\.events), subscriptions: world.subscriptions, cutAt: world.cutAt)
    for record in seen { record.tap = nil }
    world.dispose()
    return outcomes
  }

  private final class Record {
    var events: [Seen] = []
    var tap: Tap?
  }
}
