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
      this.room = new Int32Array(this.room.buffer.transfer(2 * this.room.byteLength))
    }
    this.room[this.length++] = node
  }

  at(k: number): number {
    return this.room[k]!
  }

  /** All that were added, in as much room as they take: a view would take more than a short list. Nothing is added after. */
  all(): Int32Array {
    this.room = new Int32Array(this.room.buffer.transfer(this.length * this.room.BYTES_PER_ELEMENT))
    return this.room
  }
}
