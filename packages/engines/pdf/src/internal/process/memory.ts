/**
 * Computes the heap size for a parser's memory limit, and checks how close the process is to the limit. The system
 * counts all writable memory as data, and V8 ends the process if an allocation fails. So its heap must be smaller
 * than the system limit by the size of all other memory.
 */
import { readFileSync } from "node:fs"
import { getHeapStatistics } from "node:v8"

const MEBIBYTE = 1024 * 1024

/** Share of the memory for V8's old space. Buffers of paths and streams use the rest. */
const OLD_SPACE_SHARE = 0.6

/** Bytes that a process uses before it reads a document, for Node's code, fonts and tables (measured: 70 to 90 MiB). */
const OUTSIDE_OF_HEAP = 96 * MEBIBYTE

/** Number of semi-spaces of V8's young generation: two in use, and one in reserve. */
const YOUNG_HALVES = 3

/** Share of the memory for a semi-space. A larger one is collected less often. */
const YOUNG_HALF_SHARE = 1 / 32
const MAX_SEMI_SPACE_BYTES = 32 * MEBIBYTE
const MIN_SEMI_SPACE_BYTES = 4 * MEBIBYTE

/** Initial heap in bytes. With a smaller one, V8 collects garbage all the time. */
const INITIAL_HEAP = 128 * MEBIBYTE

/**
 * Stack size of a thread. A process has a dozen threads. Linux assigns 8 MiB to each, which count as data even if
 * unused.
 */
export const THREAD_STACK = 2 * MEBIBYTE

const MIN_HEAP_BYTES = 32 * MEBIBYTE

export interface Sizes {
  readonly old: number
  readonly initialOld: number
  readonly youngHalf: number
}

export const heapFor = (memory: number): Sizes => {
  const half = Math.min(MAX_SEMI_SPACE_BYTES, Math.max(MIN_SEMI_SPACE_BYTES, memory * YOUNG_HALF_SHARE))
  const rest = memory - OUTSIDE_OF_HEAP - YOUNG_HALVES * half
  const old = Math.max(MIN_HEAP_BYTES, Math.min(memory * OLD_SPACE_SHARE, rest))
  return {
    old: Math.floor(old / MEBIBYTE),
    initialOld: Math.floor(Math.min(INITIAL_HEAP, old) / MEBIBYTE),
    youngHalf: Math.floor(half / MEBIBYTE)
  }
}

/** Share of the heap in use from which the page is aborted. V8 ends the process only at its limit. */
const FULL_HEAP_SHARE = 0.75

/** Maximum share of the heap in use after a collection. With more, the next collection would follow soon. */
const WORTH_COLLECTING = 0.8

/** Share of the limit that a page may allocate between two checks. */
const FREE_SHARE = 1 / 12

/** Share of the limit from which the system is asked, because asking takes as long as reading some lines. */
const ASKED_SHARE = 0.5

const dataLimit = (): number => {
  try {
    const limit = /^Max data size\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1]
    return limit === undefined ? Infinity : Number(limit)
  } catch {
    return Infinity
  }
}

const KIBIBYTE = 1024

const dataInUse = (): number => {
  try {
    return Number(/^VmData:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1] ?? 0) * KIBIBYTE
  } catch {
    return 0
  }
}

/**
 * Returns the resident memory. Asking the system takes longer than reading a page, so it is not asked if known values
 * show that the process is small.
 */
export const residentIn = (memory: number): number => {
  const { external_memory, malloced_memory, total_heap_size } = getHeapStatistics()
  const known = total_heap_size + external_memory + malloced_memory + OUTSIDE_OF_HEAP
  return known < memory * ASKED_SHARE ? known : process.memoryUsage.rss()
}

/**
 * Makes a function that returns whether memory is short. It tests the used heap, the external buffers, and the
 * system's count or the resident size, and collects garbage before it reports a shortage. `memory` is the process's
 * limit without V8's reservation for code.
 */
export const makeGuard = (memory: number): () => boolean => {
  const limit = dataLimit()
  const isShort = (share: number): boolean => {
    const heap = getHeapStatistics()
    const isFull = heap.used_heap_size > heap.heap_size_limit * FULL_HEAP_SHARE * share ||
      heap.used_heap_size + heap.external_memory > memory * FULL_HEAP_SHARE * share
    const known = heap.total_heap_size + heap.external_memory + heap.malloced_memory + OUTSIDE_OF_HEAP
    if (!isFull && known < memory * ASKED_SHARE * share) return false
    const free = memory * FREE_SHARE
    return isFull || (limit === Infinity ? process.memoryUsage.rss() > memory - free : dataInUse() > limit - free)
  }
  return () => {
    if (!isShort(1)) return false
    globalThis.gc?.()
    return isShort(WORTH_COLLECTING)
  }
}
