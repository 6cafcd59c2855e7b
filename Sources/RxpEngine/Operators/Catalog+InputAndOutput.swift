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
    .http,
    .print,
    .write,
    .append,
    .log,
    .to,
  ]
}
