/**
 * Lends arrays with one entry per node of a page. A page needs dozens of them until its content is selected. They share
 * one block of memory, which the next page reuses.
 *
 * @since 0.1.0
 */

/** Maximum memory, in bytes, that stays allocated after a page for the next one. */
const lasting = 1 << 23
/** Alignment of arrays in bytes, for numbers of eight bytes. */
const ALIGNMENT_BYTES = 8
const aligned = (bytes: number): number => (bytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES

const WORD = 4
const DOUBLE = 8
const LINE = 64

/** Initial size of the memory in bytes, for a small page. */
const FIRST = 1 << 18

let memory = new ArrayBuffer(FIRST)
let used = 0
let isLent = false

/**
 * Minimum bytes of a column that is freed directly. The garbage collector runs only when the next page needs memory.
 */
const MIN_FREED_BYTES = 1 << 16
const apart: Array<ArrayBuffer> = []
const idle = new Map<number, Array<ArrayBuffer>>()
const bytesOf = (bytes: number): number => (bytes + LINE - 1) & -LINE

/** Runs `body` with reusable memory. The result of `body` must not contain arrays of this module. */
export const withLentColumns = <A>(body: () => A): A => {
  if (isLent) return body()
  isLent = true
  try {
    return body()
  } finally {
    new Uint8Array(memory, 0, used).fill(0)
    used = 0
    idle.clear()
    for (const buffer of apart) buffer.transfer(0)
    apart.length = 0
    isLent = false
  }
}

type Column = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array

export const release = (...columns: ReadonlyArray<Column>): void => {
  if (!isLent) return
  for (const { buffer, byteLength } of columns) {
    if (!(buffer instanceof ArrayBuffer) || buffer === memory || buffer.byteLength !== bytesOf(byteLength)) continue
    const same = idle.get(buffer.byteLength)
    if (same === undefined) idle.set(buffer.byteLength, [buffer])
    else same.push(buffer)
  }
}

const ownOf = (bytes: number): ArrayBuffer => {
  const size = bytesOf(bytes)
  const known = idle.get(size)?.pop()
  if (known !== undefined) {
    new Uint8Array(known).fill(0)
    return known
  }
  const made = new ArrayBuffer(size)
  if (isLent && size >= MIN_FREED_BYTES) apart.push(made)
  return made
}

const reserve = (bytes: number): number => {
  if (!isLent) return -1
  if (used + bytes > memory.byteLength) {
    const size = aligned(2 * (used + bytes))
    if (size > lasting) return -1
    memory = new ArrayBuffer(size)
    used = 0
  }
  const at = used
  used = aligned(used + bytes)
  return at
}

export const uint8Column = (length: number): Uint8Array => {
  const at = reserve(length)
  return new Uint8Array(at < 0 ? ownOf(length) : memory, Math.max(0, at), length)
}

export const uint16Column = (length: number): Uint16Array => {
  const at = reserve(2 * length)
  return new Uint16Array(at < 0 ? ownOf(2 * length) : memory, Math.max(0, at), length)
}

export const int32Column = (length: number): Int32Array => {
  const at = reserve(WORD * length)
  return new Int32Array(at < 0 ? ownOf(WORD * length) : memory, Math.max(0, at), length)
}

export const float32Column = (length: number): Float32Array => {
  const at = reserve(WORD * length)
  return new Float32Array(at < 0 ? ownOf(WORD * length) : memory, Math.max(0, at), length)
}

export const float64Column = (length: number): Float64Array => {
  const at = reserve(DOUBLE * length)
  return new Float64Array(at < 0 ? ownOf(DOUBLE * length) : memory, Math.max(0, at), length)
}
