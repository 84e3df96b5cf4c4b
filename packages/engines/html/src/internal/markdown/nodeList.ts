/**
 * Stores lists of nodes with four bytes for each.
 *
 * @since 0.3.0
 */

const INITIAL_LIST_CAPACITY = 16

/**
 * A growing list of nodes. A JavaScript array would use twice the memory, and leave three times that as garbage while
 * it grows.
 */
export class NodeList {
  length = 0
  private room = new Int32Array(INITIAL_LIST_CAPACITY)

  push(node: number): void {
    if (this.length === this.room.length) {
      this.room = new Int32Array(this.room.buffer.transfer(2 * this.room.byteLength))
    }
    this.room[this.length++] = node
  }

  at(k: number): number {
    return this.room[k]!
  }

  /**
   * Returns the nodes as an array of exactly their number, because a view would use more memory than a short list.
   * Nodes cannot be added later.
   */
  all(): Int32Array {
    this.room = new Int32Array(this.room.buffer.transfer(this.length * this.room.BYTES_PER_ELEMENT))
    return this.room
  }
}
