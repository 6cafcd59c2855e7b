import RxpEngine

extension Form {
  public static let all: [Form] = [
    variable, binding, channel, command, connection, scheduler, signal, event, test, letting, list,
  ]

  private static let variable = Form(
    "var", "var name = value",
    "A value that changes: its signal sends the current one first, then each one it is set to.",
    example: "var name = \"ann\"\nname | map upper\nat 1s name = \"bob\"",
    elsewhere: [
      .init("rac.RACObserve"), .init("rs.Property"), .init("rs.MutableProperty"),
      .init("rxswift.BehaviorRelay"), .init("combine.Published", written: "@Published"),
      .init("combine.publisherFor", written: "publisher(for:)"), .init("rxswift.Variable"),
    ])

  private static let binding = Form(
    "binding", "name <~ signal", "Sets a var to each value of a signal; one binding at a time.",
    example: "var name = \"ann\"\nvar isFilled = false\nisFilled <~ name | map len > 0\n"
      + "isFilled | print",
    elsewhere: [
      .init("rac.RAC", written: "RAC(object, key, nilValue) ="), .init("rs.binding", written: "<~"),
      .init("rs.BindingTarget"), .init("combine.assign", written: "assign(to:on:)"),
      .init("rac.setKeyPath", written: "setKeyPath:onObject:nilValue:"),
      .init("rxswift.bind", written: "bind(to:)"), .init("rxswift.drive"), .init("rxswift.emit"),
    ])

  private static let channel = Form(
    "channel", "channel c, and a <~> b",
    "Two ends, where what is sent to one comes out of the other; or two vars kept equal.",
    example: "var a = 1\nvar b = 2\na <~> b\nchannel c\nc.following | print\nc.leading <- a",
    elsewhere: [
      .init("rac.RACChannel"), .init("rac.RACChannelTo"), .init("rac.RACChannelTerminal"),
    ])

  private static let command = Form(
    "command", "command name(parameter) when enabled = signal",
    "Does a work for each execution, unless it is disabled or at work: see `execute`.",
    example: "command load(page) = just(page) | delay 500ms\nload.executing | print\n"
      + "execute load, 1",
    elsewhere: [
      .init("rac.RACCommand"), .init("rac.executionSignals"), .init("rac.executing"),
      .init("rac.enabled"), .init("rac.errors"),
      .init(
        "rac.allowsConcurrentExecution", note: "concurrent: true here, or name.concurrent = true"),
      .init("rs.Action", note: "there an execution while it is disabled fails with .disabled"),
      .init("rs.CocoaAction"),
    ])

  private static let connection = Form(
    "connect", "connect c, and disconnect c",
    "Begins and ends the one subscription of what `publish` or `multicast` shares.",
    example: "let c = interval 1s | take 3 | publish\nc | print\nconnect c",
    elsewhere: [
      .init("rac.connect"), .init("combine.connect"), .init("rxswift.connect"),
      .init("rac.RACMulticastConnection"), .init("rx.ConnectableObservable"),
      .init("rxswift.ConnectableObservable"), .init("combine.ConnectablePublisher"),
    ])

  private static let scheduler = Form(
    "scheduler", "deliverOn S, and subscribeOn S, with immediate, main or background as S",
    "Where things happen: within the call, in a later step of the one loop, or on a thread beside it.",
    example: "from 1..3 | deliverOn background | map it * 2 | deliverOn main | print",
    elsewhere: [
      .init("rac.RACScheduler"), .init("rac.immediateScheduler"), .init("rac.mainThreadScheduler"),
      .init(
        "rac.currentScheduler", note: "what a stage does it does on the scheduler of its event"),
      .init("rx.asyncScheduler", note: "main here"), .init("rx.asapScheduler", note: "main here"),
      .init("rx.queueScheduler", note: "immediate here"),
      .init("rxswift.MainScheduler", note: "main with here: atOnce"),
      .init("rxswift.CurrentThreadScheduler", note: "immediate here"),
      .init("rxswift.SerialDispatchQueueScheduler", note: "background here"),
      .init("rxswift.ConcurrentDispatchQueueScheduler", note: "background here"),
      .init("rxswift.OperationQueueScheduler", note: "background here"),
      .init("rs.UIScheduler", note: "main with here: atOnce"),
      .init("rs.QueueScheduler", note: "main or background here"), .init("rs.ImmediateScheduler"),
      .init("combine.ImmediateScheduler"), .init("combine.RunLoop", note: "main here"),
      .init("combine.DispatchQueue", note: "main or background here"),
    ])

  private static let signal = Form(
    "signal", "let name = source | operator | …",
    "No type has to be named: a pipeline is a signal, and can be a value, an argument or an event.",
    example: "let ticks = interval 1s | take 3\njust ticks, ticks | concatAll",
    elsewhere: [
      .init("rac.RACSignal"), .init("rac.RACStream"), .init("rxswift.Observable"),
      .init("rs.Signal", note: "hot there"), .init("combine.Publisher"),
      .init("combine.AnyPublisher"),
    ])

  private static let event = Form(
    "event", "next(x), failed(e), completed",
    "Events as values, with .kind, .value and .error: what materialize sends.",
    example: "just next(1), failed(\"why\"), completed | map .kind",
    elsewhere: [
      .init("rac.RACEvent"), .init("rx.Notification"), .init("rxswift.Event"),
      .init("rs.Event", note: "there interrupted is one too"),
    ])

  private static let test = Form(
    "test", "test \"title\" { … }",
    "Runs pipelines in virtual time and compares them with diagrams.",
    example: "test \"nothing changes\" {\n  let a = cold \"-a|\"\n  expect a is \"-a|\"\n}",
    elsewhere: [
      .init("rac.RACTestScheduler", note: "there time goes step by step"),
      .init("rx.TestScheduler"), .init("rxswift.TestScheduler"), .init("rs.TestScheduler"),
      .init("rx.VirtualTimeScheduler"), .init("rxswift.VirtualTimeScheduler"),
      .init("rxswift.HistoricalScheduler"),
    ])

  private static let letting = Form(
    "disposable", "take, takeUntil, disconnect c, :stop N",
    "No object stands for a subscription: it is let go of by what ends it, once, with all it holds.",
    example: "interval 1s | takeUntil (timer 3s)",
    elsewhere: [
      .init("rac.RACDisposable"), .init("rac.RACCompoundDisposable"),
      .init(
        "rac.RACSerialDisposable",
        note: "does not let go of what it is given another in place of"),
      .init("rac.RACScopedDisposable", note: "lets go where its holder goes"),
      .init("rx.Subscription"), .init("rxswift.Disposable"), .init("rs.AnyDisposable"),
      .init("rs.CompositeDisposable"),
      .init("rs.SerialDisposable", note: "lets go of what it is given another in place of"),
      .init("rs.ScopedDisposable", note: "lets go where its holder goes"),
      .init("combine.AnyCancellable", note: "lets go where its holder goes"),
      .init("combine.cancel"), .init("combine.store", written: "store(in:)"),
      .init("rx.unsubscribe"),
      .init("rxswift.DisposeBag", note: "lets go where its holder goes"),
      .init("rxswift.CompositeDisposable"),
      .init("rxswift.SerialDisposable", note: "lets go of what it is given another in place of"),
      .init("rxswift.SingleAssignmentDisposable"), .init("rxswift.RefCountDisposable"),
      .init("rxswift.BooleanDisposable"), .init("rs.ActionDisposable"),
    ])

  private static let list = Form(
    "list", "[1, 2, 3]",
    "Values at hand; where a signal is asked, it stands for the signal of them.",
    example: "let names = [\"ann\", \"bob\"]\nfrom names | map upper",
    elsewhere: [
      .init("rac.RACSequence", note: "is worked out as far as it is asked"), .init("rac.RACTuple"),
      .init("rac.RACTuplePack"),
      .init("rac.RACTupleUnpack", note: "a lambda of several names takes a list apart"),
    ])
}
