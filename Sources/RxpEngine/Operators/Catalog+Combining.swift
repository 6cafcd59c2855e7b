extension Catalog {
  static let combining: [Operator] = [
    .merge,
    .zip,
    .combineLatest,
    .startWith,
    .concat,
    .then,
    .endWith,
    .defaultIfEmpty,
    .withLatestFrom,
    .race,
    .forkJoin,
    .zipAll,
    .combineLatestAll,
    .sequenceEqual,
    .allTrue,
    .anyTrue,
  ]
}
