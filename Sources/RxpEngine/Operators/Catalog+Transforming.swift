extension Catalog {
  static let transforming: [Operator] = [
    .map,
    .filter,
    .take,
    .flatMap,
    .switchToLatest,
    .switchMap,
    .bufferTime,
    .buffer,
    .groupBy,
  ]
}
