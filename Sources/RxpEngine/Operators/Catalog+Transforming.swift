extension Catalog {
  static let transforming: [Operator] = [
    .map,
    .bind,
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
