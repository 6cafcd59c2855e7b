extension Catalog {
  static let sharing: [Operator] = [
    .subject,
    .share,
    .publish,
    .multicast,
    .autoconnect,
    .refCount,
    .replay,
    .replayLast,
    .replayLazily,
    .shareReplay,
  ]
}
