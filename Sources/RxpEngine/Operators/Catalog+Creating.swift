extension Catalog {
  static let creating: [Operator] = [
    .just,
    .from,
    .cold,
    .hot,
    .empty,
    .never,
    .fail,
    .defer,
    .attempt,
    .range,
    .interval,
    .timer,
    .generate,
    .iif,
    .using,
    .create,
  ]
}
