/// States by key, in the order in which they were made or last renewed: the oldest first.
struct KeyedSlots<State> {
  private var slots: LinkedSlots<(key: GroupKey, state: State)>
  private var places: [GroupKey: Int] = [:]

  /// `vacant`: what stands in places that are not in use.
  init(vacant: State) { slots = LinkedSlots(vacant: (GroupKey(.null), vacant)) }

  var count: Int { slots.count }
  var isEmpty: Bool { slots.isEmpty }
  var oldest: Int? { slots.oldest }
  func place(of key: Value) -> Int? { places[GroupKey(key)] }
  func place(after place: Int) -> Int? { slots.place(after: place) }
  func key(at place: Int) -> Value { slots[place].key.value }

  subscript(place: Int) -> State {
    get { slots[place].state }
    _modify { yield &slots[place].state }
  }

  /// Adds the state of a key that has none.
  @discardableResult
  mutating func append(_ key: Value, _ state: State) -> Int {
    let key = GroupKey(key)
    let place = slots.append((key, state))
    places[key] = place
    return place
  }

  mutating func renew(_ place: Int) { slots.renew(place) }

  @discardableResult
  mutating func remove(_ place: Int) -> State {
    let (key, state) = slots.remove(place)
    places[key] = nil
    return state
  }

  mutating func removeAll() {
    slots.removeAll()
    places = [:]
  }
}

/// A value as the key of a group: equal as values are, and NaN, which equals nothing, is one group
/// too, as in the GROUP BY of SQL.
struct GroupKey: Hashable {
  let value: Value

  init(_ value: Value) { self.value = value }

  private var isNaN: Bool { if case .double(let number) = value { number.isNaN } else { false } }

  static func == (a: GroupKey, b: GroupKey) -> Bool {
    a.value == b.value || a.isNaN && b.isNaN
  }

  func hash(into hasher: inout Hasher) {
    if isNaN { hasher.combine(Double.nan) } else { hasher.combine(value) }
  }
}
