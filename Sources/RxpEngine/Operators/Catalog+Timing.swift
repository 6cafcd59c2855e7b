extension Catalog {
  static let timing: [Operator] = [
    .throttle,
    .throttleFirst,
    .throttleLatest,
    .delay,
    .timeout,
    .sample,
    .sampleTime,
    .throttleWith,
    .debounceWith,
    .audit,
    .auditTime,
    .delayWhen,
    .pausable,
    .deliverOn,
    .subscribeOn,
    .delaySubscription,
    .timeInterval,
    .timestamp,
  ]
}
