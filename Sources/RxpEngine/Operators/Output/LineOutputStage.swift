/// A stage that writes each event as a line: a prefix, then a string as it is or anything else as JSON.
class LineOutputStage: OutputStage {
  private let form: LineForm
  private var lines: [UInt8] = []

  init(_ run: Run, _ writer: any ByteWriter, prefix: [UInt8] = []) {
    form = LineForm(asJSON: run.options.printsJSON, prefix: prefix)
    super.init(run, writer)
  }

  final override var rowStep: RowStep? { .writing(form) }

  final override func receive(_ batch: Batch, _ input: Int) {
    if batch.written.form == form { return put(batch.written.lines) }
    lines.removeAll(keepingCapacity: true)
    batch.appendLines(to: &lines, as: form)
    put(lines)
  }

  final override func next(_ value: Value, _ input: Int) {
    lines.removeAll(keepingCapacity: true)
    lines.append(contentsOf: form.prefix)
    value.appendLine(to: &lines, asJSON: form.asJSON)
    put(lines)
  }
}
