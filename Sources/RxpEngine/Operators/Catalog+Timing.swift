extension Catalog {
  static let timing: [Operator] = [
    .throttle,
  ]
}
