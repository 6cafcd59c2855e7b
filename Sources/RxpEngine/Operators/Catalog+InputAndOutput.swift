extension Catalog {
  static let inputAndOutput: [Operator] = [
    .lines,
    .text,
    .jsonl,
    .csv,
    .tsv,
    .timed,
    .follow,
    .print,
    .write,
    .append,
    .log,
    .to,
  ]
}
