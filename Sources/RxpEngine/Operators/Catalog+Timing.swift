extension Catalog {
  static let timing: [Operator] = [
    .throttle,
    .throttleFirst,
    .throttleLatest,
    .delay,
    .timeout,
    .sample,
    .deliverOn,
    .subscribeOn,
  ]
}
