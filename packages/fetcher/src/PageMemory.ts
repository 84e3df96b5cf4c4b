/**
 * The memory that large pages take: how many of them are worked on at the same time.
 *
 * @since 0.2.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Bytes of a page from which it counts as large. Pages have 0.1 MB as a rule, and PDFs 0.5 MB.
 *
 * @category constants
 * @since 0.2.0
 */
export const largeBytes = 1024 * 1024

/**
 * Large pages that a process works on at the same time. Each may have 50 MB, and as much again for every format; fewer
 * would leave parsers without work while others are fetched.
 */
const LARGE_PAGES = 16

/**
 * Room for the page that is worked on, should it be large.
 *
 * @category models
 * @since 0.2.0
 */
export interface Room {
  /** Waits until there is room, but once. Engines ask when more than {@link largeBytes} of a page come. */
  readonly take: Effect.Effect<void>
  /** Leaves the room of a large answer that is not kept, before another one is waited for. */
  readonly giveBack: Effect.Effect<void>
}

/**
 * The room of the work that goes on. Unless {@link bounded} is around it there always is some.
 *
 * @category references
 * @since 0.2.0
 */
export const PageMemory: Context.Reference<Room> = Context.Reference("@dunlin/fetcher/PageMemory", {
  defaultValue: () => ({ take: Effect.void, giveBack: Effect.void })
})

/**
 * What work on one page goes through: of those whose page is large, no more than there are places go on at the same time,
 * until their work ends. Tenants share the places.
 *
 * @category constructors
 * @since 0.2.0
 */
export const makeBounded = (places: number) => {
  const semaphore = FairSemaphore.makeUnsafe(places, { keepsLast: true })
  return <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      let place: FairSemaphore.Place | undefined
      let isOver = false
      // A fetch that others wait for too goes on when the work that began it has ended: the others ask for their own places.
      const take = Effect.suspend(() =>
        isOver ? Effect.void : place?.wait ?? Effect.flatMap(semaphore.place, (taken) => {
          place = taken
          return taken.wait
        })
      )
      const giveBack = Effect.suspend(() => {
        const given = place
        place = undefined
        return given?.leave ?? Effect.void
      })
      return Effect.ensuring(
        Effect.provideService(work, PageMemory, { take, giveBack }),
        Effect.suspend(() => {
          isOver = true
          return giveBack
        })
      )
    })
}

/**
 * The places of this process.
 *
 * @category combinators
 * @since 0.2.0
 */
export const bounded = makeBounded(LARGE_PAGES)
