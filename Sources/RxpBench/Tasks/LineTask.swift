/// Work on a file of lines that rxp and other tools can do.
struct LineTask {
  /// How answers are compared.
  enum Answer {
    /// Line by line, numbers to six digits.
    case inOrder
    /// The same lines in whatever order.
    case anyOrder
    /// `COUNT NAME` lines of the largest counts: which of several names with the last of the
    /// counts is shown is left to the tool.
    case largest
  }

  /// rxp must be so many times as fast as the fastest of some tools.
  struct Bar {
    let factor: Double
    let tools: [Tool]
    init(_ factor: Double, _ tools: Tool...) {
      self.factor = factor
      self.tools = tools
    }
  }

  let letter: String
  let summary: String
  let input: DataKind
  let answer: Answer
  /// Whether it writes much: then its answer is not kept, but read as it comes.
  let writesMuch: Bool
  /// What is typed; `FILE` stands for the input.
  let rxp: String
  let peers: KeyValuePairs<Tool, String>
  let bars: [Bar]

  init(
    _ letter: String, _ summary: String, _ input: DataKind, answer: Answer = .inOrder,
    writesMuch: Bool = false, rxp: String, peers: KeyValuePairs<Tool, String>, bars: [Bar]
  ) {
    self.letter = letter
    self.summary = summary
    self.input = input
    self.answer = answer
    self.writesMuch = writesMuch
    self.rxp = rxp
    self.peers = peers
    self.bars = bars
  }
}
