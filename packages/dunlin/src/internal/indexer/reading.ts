/** Reads the pages that wait, a few at a time, until enough were read or nothing waits any more. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import type { Frontier, Waiting } from "./frontier.ts"

export const reading = Effect.fnUntraced(function*<A>(options: {
  readonly frontier: Frontier
  /** Pages that may still be read. */
  readonly most: number
  readonly concurrency: number
  /** What a page gives; nothing when it was none after all, which then does not count. */
  readonly visit: (waiting: Waiting) => Effect.Effect<ReadonlyArray<A>>
}): Effect.fn.Return<Stream.Stream<A>> {
  const { concurrency, frontier, most, visit } = options
  let read = 0
  let busy = 0
  const finished = yield* Queue.unbounded<void>()

  /** The next page to read; waits while only the pages that are being read can lead to one. */
  const next = Effect.gen(function*() {
    for (;;) {
      if (read >= most) break
      if (frontier.waiting() > 0 && read + busy < most) {
        busy++
        return [frontier.take(1), Option.some(undefined)] as const
      }
      if (busy === 0) break
      yield* Queue.take(finished)
    }
    return [[], Option.none()] as const
  })

  return Stream.paginate(undefined, () => next).pipe(
    Stream.mapEffect((waiting) =>
      visit(waiting).pipe(
        Effect.tap((found) => Effect.sync(() => read += found.length)),
        Effect.ensuring(Effect.suspend(() => {
          busy--
          return Queue.offer(finished, undefined)
        }))
      ), { concurrency, unordered: true }),
    Stream.flatMap((found) => Stream.fromIterable(found))
  )
})
