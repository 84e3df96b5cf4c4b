/**
 * Computes the heap size for a parser's memory limit, and checks how close the process is to the limit. The system
 * counts all writable memory as data, and V8 ends the process if an allocation fails. So its heap must be smaller
 * than the system limit by the size of all other memory.
 */
import { readFileSync } from "node:fs"
import { getHeapStatistics } from "node:v8"

const MEBIBYTE = 1024 * 1024

/** Buffers of paths and streams use the rest. */
const OLD_SPACE_SHARE = 0.6

/** Before it reads anything: code of Node, fonts, tables (measured: 70 to 90 MiB). */
const OUTSIDE_OF_HEAP = 96 * MEBIBYTE

/** Two semi-spaces for copying, and one in reserve. */
const YOUNG_HALVES = 3

/** A larger semi-space is collected less often. */
const YOUNG_HALF_SHARE = 1 / 32
const MAX_SEMI_SPACE_BYTES = 32 * MEBIBYTE
const MIN_SEMI_SPACE_BYTES = 4 * MEBIBYTE

/** A small initial heap collects all the time. */
const INITIAL_HEAP = 128 * MEBIBYTE

/** A process has a dozen threads. Linux assigns 8 MiB to each, which count as data even if they are not used. */
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

/** The page is then aborted. V8 collects garbage long before that, and ends the process at its limit. */
const FULL_HEAP_SHARE = 0.75

/** If more of the heap is in use after a collection, the next collection would follow soon. */
const WORTH_COLLECTING = 0.8

/** A page allocates at most this share of the limit between two checks. */
const FREE_SHARE = 1 / 12

/** A query of the system takes as long as reading some lines of a page, so it needs more known use than this. */
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

/** Returns the bytes of data in use, as the system counts them. */
const dataInUse = (): number => {
  try {
    return Number(/^VmData:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "latin1"))?.[1] ?? 0) * KIBIBYTE
  } catch {
    return 0
  }
}

/**
 * A query of the system takes longer than reading a page, so it is skipped if known values show that the process is
 * small.
 */
export const residentIn = (memory: number): number => {
  const { external_memory, malloced_memory, total_heap_size } = getHeapStatistics()
  const known = total_heap_size + external_memory + malloced_memory + OUTSIDE_OF_HEAP
  return known < memory * ASKED_SHARE ? known : process.memoryUsage.rss()
}

/**
 * Tests the used heap, the external buffers, the system's count, and, without a system limit, the resident size.
 * Collects garbage before it reports a shortage. `memory` is the process's limit without V8's reservation for code.
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
