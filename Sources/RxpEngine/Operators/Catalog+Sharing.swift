extension Catalog {
  static let sharing: [Operator] = [
    .subject,
    .execute,
    .share,
    .publish,
    .multicast,
    .publishReplay,
    .publishBehavior,
    .publishLast,
    .autoconnect,
    .refCount,
    .replay,
    .replayLast,
    .replayLazily,
    .shareReplay,
    .lift,
    .startEagerly,
    .startLazily,
  ]
}
