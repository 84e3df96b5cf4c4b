/**
 * Lists of nodes, four bytes for each.
 *
 * @since 0.3.0
 */

/** Nodes that a list has room for at first. */
const FEWEST_NODES = 16

/** Takes nodes one after the other: a list of JavaScript takes twice the room, and leaves three times that while it grows. */
export class NodeList {
  length = 0
  private room = new Int32Array(FEWEST_NODES)

  push(node: number): void {
    if (this.length === this.room.length) {
      const wider = new Int32Array(2 * this.length)
      wider.set(this.room)
      this.room = wider
    }
    this.room[this.length++] = node
  }

  /** All that were added so far, in as much room as they take: a view would take more than a short list. */
  all(): Int32Array {
    return this.room.slice(0, this.length)
  }
}
