/**
 * Limits how many large pages are processed concurrently, because each needs much memory.
 *
 * @since 0.2.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * A page is large from this many bytes. Pages usually have 0.1 MB, and PDFs 0.5 MB.
 *
 * @category constants
 * @since 0.2.0
 */
export const largeBytes = 1024 * 1024

/**
 * A large page may use 50 MB, and as much again for each format. With fewer slots, parsers would wait for the
 * network.
 */
const LARGE_PAGES = 16

/**
 * The memory slot of the current page, in case it is large.
 *
 * @category models
 * @since 0.2.0
 */
export interface Room {
  /** Waits for a slot, once. Engines call it when a page exceeds {@link largeBytes}. */
  readonly take: Effect.Effect<void>
  /** Releases the slot of a large response that is not used, before the next one is awaited. */
  readonly giveBack: Effect.Effect<void>
}

/**
 * The memory slot of the current work. Without {@link bounded} around the work, there is no limit.
 *
 * @category references
 * @since 0.2.0
 */
export const PageMemory: Context.Reference<Room> = Context.Reference("@dunlin/fetcher/PageMemory", {
  defaultValue: () => ({ take: Effect.void, giveBack: Effect.void })
})

/**
 * Limits work on large pages. At most `places` run concurrently, each until its work ends. Tenants share the slots
 * fairly.
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
      // A shared fetch may outlive its first request, so each request takes its own memory slot.
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
 * Limits work on large pages in this process.
 *
 * @category combinators
 * @since 0.2.0
 */
export const bounded = makeBounded(LARGE_PAGES)
