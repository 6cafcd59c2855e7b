/// A queue: in at the end, out at the front, each in constant time on average.
struct Fifo<Element> {
  private var slots: [Element?] = []
  private var head = 0

  var count: Int { slots.count - head }
  var isEmpty: Bool { head == slots.count }
  var first: Element? { isEmpty ? nil : slots[head] }
  var last: Element? { isEmpty ? nil : slots.last ?? nil }
  /// What is in it, the first to go out first.
  var elements: some Sequence<Element> { slots[head...].lazy.compactMap { $0 } }

  mutating func append(_ element: Element) { slots.append(element) }

  /// Puts an element in the place of the last, if there is one.
  mutating func replaceLast(by element: Element) {
    if !isEmpty { slots[slots.count - 1] = element }
  }

  mutating func popFirst() -> Element? {
    if isEmpty { return nil }
    let element = slots[head]
    slots[head] = nil
    head += 1
    if head == slots.count {
      slots.removeAll(keepingCapacity: slots.count <= 1024)
      head = 0
    } else if head >= 64 && head * 2 >= slots.count {
      // What has gone out is dropped in runs, so that a queue that never empties does not grow.
      slots.removeFirst(head)
      head = 0
    }
    return element
  }

  mutating func removeAll() {
    slots = []
    head = 0
  }
}
