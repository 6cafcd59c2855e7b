/// Elements in the order in which they came, each of which can be taken out, or made the newest, in
/// constant time by its place. A place is used again once its element has gone.
struct LinkedSlots<Element> {
  private struct Slot {
    var element: Element
    var previous: Int
    var next: Int
  }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var head = LinkedSlots.none
  private var tail = LinkedSlots.none
  /// What stands in a place without an element, so that nothing that has gone is kept.
  private let vacant: Element
  private(set) var count = 0
  private static var none: Int { -1 }

  init(vacant: Element) { self.vacant = vacant }

  var isEmpty: Bool { count == 0 }

  /// The place of the oldest.
  var oldest: Int? { head == LinkedSlots.none ? nil : head }

  /// The place of the element that came after.
  func place(after place: Int) -> Int? {
    let next = slots[place].next
    return next == LinkedSlots.none ? nil : next
  }

  subscript(place: Int) -> Element {
    get { slots[place].element }
    _modify { yield &slots[place].element }
  }

  mutating func append(_ element: Element) -> Int {
    let slot = Slot(element: element, previous: LinkedSlots.none, next: LinkedSlots.none)
    let place: Int
    if let freed = free.popLast() {
      place = freed
      slots[place] = slot
    } else {
      place = slots.count
      slots.append(slot)
    }
    link(place)
    count += 1
    return place
  }

  /// Makes an element the newest.
  mutating func renew(_ place: Int) {
    if place == tail { return }
    unlink(place)
    link(place)
  }

  @discardableResult
  mutating func remove(_ place: Int) -> Element {
    unlink(place)
    let element = slots[place].element
    slots[place].element = vacant
    free.append(place)
    count -= 1
    return element
  }

  mutating func removeAll() {
    slots = []
    free = []
    head = LinkedSlots.none
    tail = LinkedSlots.none
    count = 0
  }

  private mutating func link(_ place: Int) {
    slots[place].previous = tail
    slots[place].next = LinkedSlots.none
    if tail == LinkedSlots.none { head = place } else { slots[tail].next = place }
    tail = place
  }

  private mutating func unlink(_ place: Int) {
    let (previous, next) = (slots[place].previous, slots[place].next)
    if previous == LinkedSlots.none { head = next } else { slots[previous].next = next }
    if next == LinkedSlots.none { tail = previous } else { slots[next].previous = previous }
  }
}
