/// A heap: the element that comes first under an order is at hand, the others in any order.
struct BinaryHeap<Element> {
  private(set) var elements: [Element] = []
  private let comesBefore: (Element, Element) -> Bool

  /// The order must be strict: no element comes before itself.
  init(_ comesBefore: @escaping (Element, Element) -> Bool) { self.comesBefore = comesBefore }

  var count: Int { elements.count }
  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if !comesBefore(element, elements[parent]) { break }
      elements[child] = elements[parent]
      child = parent
    }
    elements[child] = element
  }

  mutating func popFirst() -> Element? {
    guard let top = elements.first else { return nil }
    let last = elements.removeLast()
    if !elements.isEmpty { sink(last) }
    return top
  }

  /// Puts an element in the place of the first.
  mutating func replaceFirst(by element: Element) {
    if elements.isEmpty { return insert(element) }
    sink(element)
  }

  mutating func removeAll() { elements = [] }

  private mutating func sink(_ element: Element) {
    var parent = 0
    let count = elements.count
    while true {
      var child = parent * 2 + 1
      if child >= count { break }
      if child + 1 < count, comesBefore(elements[child + 1], elements[child]) { child += 1 }
      if !comesBefore(elements[child], element) { break }
      elements[parent] = elements[child]
      parent = child
    }
    elements[parent] = element
  }
}
