/** Provides typed arrays that grow, for data of unknown size. They use an eighth of the memory of arrays of objects. */

export const grownInt32 = (values: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> => {
  const out = new Int32Array(Math.max(values.length * 2, length))
  out.set(values)
  return out
}

const INITIAL_CAPACITY = 64

export class Int32List {
  values: Int32Array<ArrayBuffer>
  length = 0

  constructor(capacity = INITIAL_CAPACITY) {
    this.values = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = grownInt32(this.values, this.length + 1)
    this.values[this.length++] = value
  }
}
