/**
 * Permits that several tenants share: whoever has few of them comes before whoever has many, however many wait.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The tenant of a program that serves no others. */
const local = "local"

/**
 * On whose behalf an effect runs: all that waits for permits as one tenant shares that tenant's part of them. Without one,
 * all is of the same tenant, and waits in the order in which it came.
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
   * Keeps the last of several permits for tenants that hold none, so that nobody waits for another's work to end, however
   * long that takes. It is kept once two tenants other than `local` have come, since until then it would lie idle; so the
   * second one may wait, once, for what the first one holds. The tenant `local` may take it too.
   *
   * @default false
   */
  readonly keepsLast?: boolean | undefined
  /**
   * Keeps so many of the permits, from the beginning, for tenants that hold few: one of them goes to a tenant that holds
   * fewer permits than are free. So one tenant alone has all but these, the next one half of them, and there is one for
   * every other. The tenant `local` may take them all. In place of `keepsLast`.
   *
   * @default 0
   */
  readonly keeps?: number | undefined
}

/**
 * A permit that is waited for, or held.
 *
 * @category models
 * @since 0.1.0
 */
export interface Place {
  /** Whether the permit is held. */
  readonly isHeld: () => boolean
  /** Ends as soon as the permit is held, or is given up; several may wait for it. */
  readonly wait: Effect.Effect<void>
  /** Gives the permit back, or gives it up while it is waited for; a second time does nothing. */
  readonly leave: Effect.Effect<void>
}

/**
 * @category models
 * @since 0.1.0
 */
export interface FairSemaphore {
  /** Runs an effect while holding a permit. An interruption ends the wait, or gives the permit back. */
  readonly withPermit: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Comes in line for a permit that outlives what takes it: `leave` must run in any case, also after an interruption. */
  readonly place: Effect.Effect<Place>
  /** The same for a tenant that is named. */
  readonly placeUnsafe: (tenant: string) => Place
}

interface Waiting {
  isHeld: boolean
  hasLeft: boolean
  goOn: (() => void) | undefined
}

/** Permits that one tenant holds and waits for. */
interface Line {
  readonly tenant: string
  held: number
  /** In the order in which they came. */
  readonly waiting: Set<Waiting>
  /** When it was served last or, if that is later, came to wait: who has the lower one is served first. */
  turn: number
}

/** The line that is served next: of those that hold fewest permits the one that was not served for the longest time. */
const nextOf = (lines: Iterable<Line>, mayTake: (line: Line) => boolean): Line | undefined => {
  let next: Line | undefined
  for (const line of lines) {
    if (line.waiting.size === 0 || !mayTake(line)) continue
    if (next === undefined || line.held < next.held || (line.held === next.held && line.turn < next.turn)) next = line
  }
  return next
}

/**
 * A semaphore whose permits are shared max-min fair.
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
 * {@link make}, outside of an effect.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeUnsafe = (permits: number, options: Options = {}): FairSemaphore => {
  const kept = Math.min(options.keeps ?? (options.keepsLast === true ? 1 : 0), permits - 1)
  const lines = new Map<string, Line>()
  let free = permits
  let turns = 0
  /** Who came first, apart from `local`, and whether somebody else has come since. */
  let first: string | undefined
  let isShared = options.keeps !== undefined

  const mayTake = ({ held, tenant }: Line): boolean =>
    free > kept || (free > 0 && (!isShared || tenant === local || held < free))

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
          // not within what gives the permit back: a thousand that end at once would be a thousand calls deep
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
