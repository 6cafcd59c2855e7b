/// A queue: in at the end, out at the front, each in constant time on average. A ring: the places of
/// what has gone out are used again.
struct Fifo<Element> {
  /// As many as a power of two, or none.
  private var slots: [Element?] = []
  private var head = 0
  private(set) var count = 0

  /// With more places than these an empty queue lets go of them.
  private static var keptCapacity: Int { 1024 }

  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : slots[head] }
  var last: Element? { isEmpty ? nil : slots[place(of: count - 1)] }
  /// What is in it, the first to go out first.
  var elements: [Element] { elements { $0 } }

  /// What is made of each of them, the first to go out first.
  func elements<Made>(_ make: (Element) -> Made) -> [Made] {
    var made: [Made] = []
    made.reserveCapacity(count)
    for index in 0..<count {
      if let element = slots[place(of: index)] { made.append(make(element)) }
    }
    return made
  }

  mutating func append(_ element: Element) {
    if count == slots.count { grow() }
    slots[place(of: count)] = element
    count += 1
  }

  /// Puts an element in the place of the last, if there is one.
  mutating func replaceLast(by element: Element) {
    if !isEmpty { slots[place(of: count - 1)] = element }
  }

  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = slots[head].take()
    head = place(of: 1)
    count -= 1
    if isEmpty, slots.count > Self.keptCapacity { removeAll() }
    return element
  }

  mutating func removeAll() { self = Fifo() }

  private func place(of index: Int) -> Int { (head &+ index) & (slots.count &- 1) }

  private mutating func grow() {
    let ordered = slots[head...] + slots[..<head]
    slots = Array(ordered) + Array(repeating: nil, count: max(ordered.count, 4))
    head = 0
  }
}
