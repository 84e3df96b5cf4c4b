/**
 * Implements a virtual clock with a queue of events. Time advances to the next event, and does not pass while code
 * runs.
 */
import { type Clock, Effect } from "effect"

interface Event {
  readonly at: number
  readonly order: number
  readonly body: () => Promise<void> | void
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

export interface VirtualTime {
  readonly clock: Clock.Clock
  readonly now: () => number
  readonly after: (milliseconds: number, body: Event["body"]) => void
  readonly runUntil: (end: number) => Promise<void>
}

export const make = (): VirtualTime => {
  const heap: Array<Event> = []
  let now = 0
  let order = 0

  const push = (event: Event) => {
    let place = heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(event, heap[parent]!)) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = event
  }

  const pop = (): Event => {
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return first
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (!isBefore(heap[child]!, last)) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
    return first
  }

  const millis = () => Math.floor(now)
  const nanos = () => BigInt(Math.floor(now * 1e6))
  return {
    clock: {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      // The store sleeps only in `watch`, which the simulation replaces.
      sleep: () => Effect.never
    },
    now: () => now,
    after: (milliseconds, body) => push({ at: now + milliseconds, order: order++, body }),
    runUntil: async (end) => {
      while (heap.length > 0 && heap[0]!.at <= end) {
        const event = pop()
        now = event.at
        await event.body()
      }
      now = end
    }
  }
}
