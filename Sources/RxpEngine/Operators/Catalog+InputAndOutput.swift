extension Catalog {
  static let inputAndOutput: [Operator] = [
    .lines,
    .text,
    .keys,
    .jsonl,
    .csv,
    .tsv,
    .timed,
    .follow,
    .exec,
    .print,
    .write,
    .append,
    .log,
    .to,
  ]
}
