extension Catalog {
  /// What somebody needs who watches a log.
  static let analysing: [Operator] = [
    .countBy,
    .top,
    .sortBy,
    .dedupe,
    .runLength,
    .sessions,
    .threshold,
    .rateLimit,
    .absence,
    .followedBy,
    .notFollowedBy,
    .rate,
    .rolling,
    .tumble,
    .movingAverage,
    .statistics,
    .delta,
    .histogram,
    .intervalJoin,
  ]
}
