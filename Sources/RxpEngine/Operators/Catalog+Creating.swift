extension Catalog {
  static let creating: [Operator] = [
    .just,
    .from,
    .cold,
    .hot,
  ]
}
