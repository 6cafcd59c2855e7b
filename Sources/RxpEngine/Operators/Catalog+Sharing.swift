extension Catalog {
  static let sharing: [Operator] = [
    .subject,
    .share,
  ]
}
