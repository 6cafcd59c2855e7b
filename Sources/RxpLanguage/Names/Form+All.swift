import RxpEngine

extension Form {
  public static let all: [Form] = [
    variable, binding, channel, command, connection, test, letting, list,
  ]

  private static let variable = Form(
    "var", "var name = value",
    "A value that changes: its signal sends the current one first, then each one it is set to.",
    example: "var name = \"ann\"\nname | map upper\nat 1s name = \"bob\"",
    elsewhere: [
      .init("rac.RACObserve"), .init("rs.Property"), .init("rs.MutableProperty"),
      .init("rxswift.BehaviorRelay"), .init("combine.Published", written: "@Published"),
      .init("combine.publisherFor", written: "publisher(for:)"),
    ])

  private static let binding = Form(
    "binding", "name <~ signal", "Sets a var to each value of a signal; one binding at a time.",
    example: "var name = \"ann\"\nvar isFilled = false\nisFilled <~ name | map len > 0\n"
      + "isFilled | print",
    elsewhere: [
      .init("rac.RAC", written: "RAC(object, key, nilValue) ="), .init("rs.binding", written: "<~"),
      .init("rs.BindingTarget"), .init("combine.assign", written: "assign(to:on:)"),
    ])

  private static let channel = Form(
    "channel", "channel c, and a <~> b",
    "Two ends, where what is sent to one comes out of the other; or two vars kept equal.",
    example: "var a = 1\nvar b = 2\na <~> b\nchannel c\nc.following | print\nc.leading <- a",
    elsewhere: [.init("rac.RACChannel"), .init("rac.RACChannelTo")])

  private static let command = Form(
    "command", "command name(parameter) when enabled = signal",
    "Does a work for each execution, unless it is disabled or at work: see `execute`.",
    example: "command load(page) = just(page) | delay 500ms\nload.executing | print\n"
      + "execute load, 1",
    elsewhere: [
      .init("rac.RACCommand"),
      .init("rs.Action", note: "there an execution while it is disabled fails with .disabled"),
    ])

  private static let connection = Form(
    "connect", "connect c, and disconnect c",
    "Begins and ends the one subscription of what `publish` or `multicast` shares.",
    example: "let c = interval 1s | take 3 | publish\nc | print\nconnect c",
    elsewhere: [.init("rac.connect"), .init("combine.connect"), .init("rxswift.connect")])

  private static let test = Form(
    "test", "test \"title\" { … }",
    "Runs pipelines in virtual time and compares them with diagrams.",
    example: "test \"nothing changes\" {\n  let a = cold \"-a|\"\n  expect a is \"-a|\"\n}",
    elsewhere: [
      .init("rac.RACTestScheduler", note: "there time goes step by step"),
      .init("rx.TestScheduler"), .init("rxswift.TestScheduler"), .init("rs.TestScheduler"),
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
    ])

  private static let list = Form(
    "list", "[1, 2, 3]",
    "Values at hand; where a signal is asked, it stands for the signal of them.",
    example: "let names = [\"ann\", \"bob\"]\nfrom names | map upper",
    elsewhere: [.init("rac.RACSequence", note: "is worked out as far as it is asked")])
}
