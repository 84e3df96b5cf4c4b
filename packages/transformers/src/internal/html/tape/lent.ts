/**
 * Arrays with one entry per node of a page. A page needs dozens of them, and only until it is judged: they are cut from
 * one piece of memory that the next page uses again.
 *
 * @since 0.1.0
 */

/** Bytes that a page may leave behind for the next one. */
const lasting = 1 << 23
/** Arrays begin where numbers of eight bytes may stand. */
const alignment = 8

let memory = new ArrayBuffer(1 << 18)
let used = 0
let isLent = false

/** Runs with memory that is lent: what `body` returns must hold no array of this module. */
export const withLentColumns = <A>(body: () => A): A => {
  if (isLent) return body()
  isLent = true
  try {
    return body()
  } finally {
    new Uint8Array(memory, 0, used).fill(0)
    used = 0
    isLent = false
  }
}

/** Where so many zeros begin; -1 when they are to be had elsewhere. */
const reserve = (bytes: number): number => {
  if (!isLent) return -1
  if (used + bytes > memory.byteLength) {
    const size = 2 * (used + bytes)
    if (size > lasting) return -1
    memory = new ArrayBuffer(size)
    used = 0
  }
  const at = used
  used = (used + bytes + alignment - 1) & -alignment
  return at
}

export const uint8Column = (length: number): Uint8Array => {
  const at = reserve(length)
  return at < 0 ? new Uint8Array(length) : new Uint8Array(memory, at, length)
}

export const uint16Column = (length: number): Uint16Array => {
  const at = reserve(2 * length)
  return at < 0 ? new Uint16Array(length) : new Uint16Array(memory, at, length)
}

export const int32Column = (length: number): Int32Array => {
  const at = reserve(4 * length)
  return at < 0 ? new Int32Array(length) : new Int32Array(memory, at, length)
}

export const float32Column = (length: number): Float32Array => {
  const at = reserve(4 * length)
  return at < 0 ? new Float32Array(length) : new Float32Array(memory, at, length)
}

export const float64Column = (length: number): Float64Array => {
  const at = reserve(8 * length)
  return at < 0 ? new Float64Array(length) : new Float64Array(memory, at, length)
}
