extension Catalog {
  static let inputAndOutput: [Operator] = [
    .print,
  ]
}
