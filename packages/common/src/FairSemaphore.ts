/**
 * Shares permits between several tenants. A tenant with few permits is served before a tenant with many.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

const local = "local"

/**
 * The tenant of an effect. Effects of one tenant share its permits. Without a tenant, all effects belong to one tenant and
 * wait in the order of their arrival.
 *
 * @default "local"
 * @category references
 * @since 0.1.0
 */
export const Tenant = Context.Reference<string>("@dunlin/common/FairSemaphore/Tenant", { defaultValue: () => local })

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Reserves the last permit for tenants without a permit, so that no tenant waits for the work of another to end. The
   * reservation begins when two tenants other than `local` have arrived, because before that the permit would be idle. The
   * second tenant may therefore wait once for the first. The tenant `local` may take the permit too.
   *
   * @default false
   */
  readonly keepsLast?: boolean | undefined
  /**
   * The number of permits that are reserved for tenants with few permits, from the beginning. A tenant receives a
   * reserved permit only while it has fewer permits than are free. One tenant thus gets all but the reserved permits,
   * the next one half of these, and one is left for each further tenant. The tenant `local` may take all. Replaces
   * `keepsLast`.
   *
   * @default 0
   */
  readonly keeps?: number | undefined
}

/**
 * A permit that a tenant has or waits for.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  /** Whether a caller holds the permit. */
  readonly isHeld: () => boolean
  /** Completes when the permit is granted or the wait is cancelled. Several fibers can wait for it. */
  readonly wait: Effect.Effect<void>
  /** Releases the permit, or cancels the wait. Calling it again has no effect. */
  readonly leave: Effect.Effect<void>
}

/**
 * @category models
 * @since 0.1.0
 */
export interface FairSemaphore {
  /** Runs an effect with a permit. An interruption ends the wait, or releases the permit. */
  readonly withPermit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Queues for a permit that is kept after the effect ends. `leave` must always run, even after an interruption. */
  readonly place: Effect.Effect<Place>
  /** Like `place`, for a given tenant. */
  readonly placeUnsafe: (tenant: string) => Place
}

interface Waiting {
  isHeld: boolean
  hasLeft: boolean
  goOn: (() => void) | undefined
}

interface Line {
  readonly tenant: string
  held: number
  readonly waiting: Set<Waiting>
  /** The order of grants and arrivals. The tenant with the lower number is served first. */
  turn: number
}

const nextOf = (lines: Iterable<Line>, mayTake: (line: Line) => boolean): Line | undefined => {
  let next: Line | undefined
  for (const line of lines) {
    if (line.waiting.size === 0 || !mayTake(line)) continue
    if (next === undefined || line.held < next.held || (line.held === next.held && line.turn < next.turn)) next = line
  }
  return next
}

/**
 * Creates a semaphore whose permits are shared max-min fair.
 *
 * **Details**
 *
 * A free permit goes to the waiting tenant with the fewest permits, and among equals to the one served longest ago. So a
 * tenant without a permit is passed over at most once for each other tenant. A tenant with permits is never passed over
 * for a later tenant that has as many or more. Work that holds a permit is never interrupted for others. A tenant that
 * waits alone may hold all permits; with `keepsLast`, it may hold all but the last as soon as there was another tenant.
 *
 * Work that holds a permit must not wait for another permit of the same semaphore, or it may wait for itself forever. The
 * semaphore does not limit the number of waiting tenants: its callers do, such as `Capacity` of a server.
 * `PartitionedSemaphore` of Effect 4.1 takes turns too, but may pass over a key for as long as two others return.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (permits: number, options?: Options): Effect.Effect<FairSemaphore> =>
  Effect.sync(() => makeUnsafe(permits, options))

/**
 * Works like {@link make}, outside of an effect.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeUnsafe = (permits: number, options: Options = {}): FairSemaphore => {
  const reserved = Math.min(options.keeps ?? (options.keepsLast === true ? 1 : 0), permits - 1)
  const lines = new Map<string, Line>()
  let free = permits
  let turns = 0
  /** Until a second tenant arrives, no permit is reserved for others. */
  let first: string | undefined
  let isShared = options.keeps !== undefined

  const mayTake = ({ held, tenant }: Line): boolean =>
    free > reserved || (free > 0 && (!isShared || tenant === local || held < free))

  const enter = (tenant: string): { readonly line: Line; readonly waiting: Waiting } => {
    if (tenant !== local) isShared ||= (first ??= tenant) !== tenant
    const line = lines.get(tenant) ?? { tenant, held: 0, waiting: new Set(), turn: 0 }
    lines.set(tenant, line)
    const waiting: Waiting = { isHeld: mayTake(line), hasLeft: false, goOn: undefined }
    if (waiting.isHeld) {
      free--
      line.held++
    } else {
      if (line.waiting.size === 0) line.turn = ++turns
      line.waiting.add(waiting)
    }
    return { line, waiting }
  }

  const serve = (): void => {
    while (free > 0) {
      const line = nextOf(lines.values(), mayTake)
      const [oldest] = line?.waiting ?? []
      if (line === undefined || oldest === undefined) return
      free--
      line.held++
      line.turn = ++turns
      line.waiting.delete(oldest)
      oldest.isHeld = true
      oldest.goOn?.()
    }
  }

  const placeUnsafe = (tenant: string): Place => {
    const { line, waiting } = enter(tenant)
    const leave = Effect.sync(() => {
      if (waiting.hasLeft) return
      waiting.hasLeft = true
      line.waiting.delete(waiting)
      if (waiting.isHeld) {
        line.held--
        free++
      } else waiting.goOn?.()
      if (line.held === 0 && line.waiting.size === 0) lines.delete(tenant)
      serve()
    })
    const wait = Effect.withFiber<void>((fiber) =>
      waiting.isHeld || waiting.hasLeft
        ? Effect.void
        : Effect.callback<void>((resume) => {
          // Waiting effects resume in a later task, because a thousand releases would otherwise nest a thousand
          // calls.
          const others = waiting.goOn
          waiting.goOn = () => {
            others?.()
            fiber.currentDispatcher.scheduleTask(() => resume(Effect.void), 0)
          }
        })
    )
    return { isHeld: () => waiting.isHeld && !waiting.hasLeft, wait, leave }
  }
  const place = Effect.withFiber<Place>((fiber) => Effect.succeed(placeUnsafe(fiber.getRef(Tenant))))

  return {
    place,
    placeUnsafe,
    withPermit: (effect) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(place, ({ leave, wait }) => Effect.ensuring(restore(Effect.andThen(wait, effect)), leave))
      )
  }
}
