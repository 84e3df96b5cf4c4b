/**
 * Limits the concurrency of a server. Further requests wait, and requests above the queue's limit are rejected. This
 * also bounds the queues for connections, threads and browser pages.
 *
 * @since 0.2.0
 */
import * as FairSemaphore from "@dunlin/common/FairSemaphore"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as ApiError from "./ApiError.ts"
import * as Shares from "./internal/shares.ts"

/**
 * @category options
 * @since 0.2.0
 */
export interface Options {
  /**
   * Maximum concurrent requests. An eighth of the slots is reserved for teams with few requests; without teams, none
   * is. Short requests without a team limit, such as a job's status, have further slots, an eighth as many.
   *
   * @default 256
   */
  readonly requests?: number | undefined
  /**
   * Maximum number of waiting requests. A team may use as many waiting slots as it leaves free, which is half of them
   * for a single team. Requests with large bodies and requests without a team limit each have a further queue of this
   * size.
   *
   * @default 1024
   */
  readonly waiting?: number | undefined
  /**
   * Maximum concurrent requests with bodies above 64 kB, which stay in memory until the response. Further large
   * bodies wait unread, at most half as long as other requests, because they must arrive in the remaining time. When
   * its whole body has arrived, such a request also uses one of `requests`.
   *
   * @default 32
   */
  readonly largeBodies?: number | undefined
  /**
   * Maximum concurrent uploads, each of up to 50 MiB. Further uploads wait like large bodies.
   *
   * @default 4
   */
  readonly uploads?: number | undefined
  /**
   * Maximum wait of a request. Clients of the contract wait for a minute, and a request that starts after half of it
   * would not finish in time.
   *
   * @default "30 seconds"
   */
  readonly longestWait?: Duration.Input | undefined
  /** Advice to the operator on raising the limit. It is at the end of the error. @default no advice */
  readonly remedy?: string | undefined
}

/**
 * The slots of a request.
 *
 * @category models
 * @since 0.2.0
 */
export interface Seat {
  /** Waits until the request may run. Fails if too many requests wait, or if the wait is too long. */
  readonly turn: Effect.Effect<void, ApiError.ApiError>
  /** Releases the slot, or cancels the wait. It must always run, and is idempotent. */
  readonly leave: Effect.Effect<void>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Capacity {
  readonly come: (team: string) => Seat
  /** Registers a team's request with a large body, before the body is read. */
  readonly comeLarge: (team: string) => Seat
  /** Registers a team's upload, before the file is read. */
  readonly comeUpload: (team: string) => Seat
  /** Registers a team's request that counts towards no limit. */
  readonly comeUnmetered: (team: string) => Seat
  /** Returns the number of requests that run, that wait, and that were rejected since the start. */
  readonly load: () => { readonly atWork: number; readonly waiting: number; readonly refused: number }
}

/** Maximum concurrent requests. Each may read ten pages, most of which wait for a site. */
const REQUESTS = 256

/** Four times the running requests. If a request takes a second, the last one waits four seconds. */
const WAITING = 1024

/** A body has up to 2 MiB, and ten times as much after parsing: 64 MiB and 640 MiB in total. */
const LARGE_BODIES = 32

/** An upload has up to 50 MiB, and three times as much during parsing: 600 MiB in total. */
const UPLOADS = 4

/** An unmetered request makes one or two store queries, so more of them may run. */
const WORK_PER_UNMETERED = 8

/**
 * Share of the longest wait that a large body may wait. The timeouts of `node:http` and of proxies continue
 * meanwhile, and the body needs the remaining time.
 */
const PART_WAITED_FOR_LARGE = 0.5

/** One slot in this many is reserved for teams that use few slots. */
const PART_KEPT = 8

const RETRY_AFTER = 5

const room = (permits: number, shares: Shares.Shares, duration: Duration.Duration, late: () => ApiError.ApiError) => {
  const semaphore = FairSemaphore.makeUnsafe(permits, { keeps: Math.floor(permits / PART_KEPT) })
  let atWork = 0
  const come = (team: string): Seat => {
    const place = semaphore.placeUnsafe(team)
    let isAtWork = false
    let isWaiting = false
    const begin = () => {
      if (isAtWork) return
      isAtWork = true
      atWork++
    }
    const stopWaiting = () => {
      if (isWaiting) shares.leave(team)
      isWaiting = false
    }
    const leave = Effect.suspend(() => {
      stopWaiting()
      if (isAtWork) atWork--
      isAtWork = false
      return place.leave
    })
    if (place.isHeld()) {
      begin()
      return { turn: Exit.void, leave }
    }
    const refusal = shares.take(team)
    isWaiting = refusal === undefined
    const turn = refusal === undefined
      ? place.wait.pipe(
        Effect.timeoutOrElse({ duration, orElse: () => Effect.fail(late()) }),
        Effect.andThen(Effect.sync(() => {
          stopWaiting()
          begin()
        }))
      )
      : Exit.fail(refusal)
    return { turn, leave }
  }
  return { come, atWork: () => atWork, waiting: shares.taken }
}

/**
 * **Example** (One at a time)
 *
 * ```ts
 * import { Capacity } from "@dunlin/http-api"
 * import { Effect } from "effect"
 *
 * const capacity = Capacity.make({ requests: 1, waiting: 0 })
 * const first = capacity.come("acme")
 * await Effect.runPromise(first.turn)
 * const second = await Effect.runPromise(Effect.flip(capacity.come("acme").turn))
 * console.log(second.code, second.retryAfter) // SERVICE_UNAVAILABLE 5
 * await Effect.runPromise(first.leave)
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const make = (options: Options = {}): Capacity => {
  const longestWait = Duration.fromInputUnsafe(options.longestWait ?? "30 seconds")
  const { largeBodies = LARGE_BODIES, remedy, requests = REQUESTS, uploads = UPLOADS, waiting = WAITING } = options
  let refused = 0
  const refuse = (code: "RATE_LIMITED" | "SERVICE_UNAVAILABLE", why: string, details = {}) => {
    refused++
    const advice = remedy === undefined ? "" : `; ${remedy}`
    return ApiError.make(code, `${why}. Retry in ${RETRY_AFTER} seconds, with fewer concurrent requests${advice}`, {
      retryAfter: RETRY_AFTER,
      details: { ...details, retryAfterSeconds: RETRY_AFTER }
    })
  }
  const shares = () =>
    Shares.make(waiting, {
      ofTeam: (count) =>
        refuse("RATE_LIMITED", `The team has ${count} queued requests, the limit for one team`, {
          waiting: count
        }),
      ofServer: () => refuse("SERVICE_UNAVAILABLE", `The server is at capacity, and ${waiting} requests are queued`)
    })
  const roomOf = (permits: number, longest: Duration.Duration) =>
    room(
      permits,
      shares(),
      longest,
      () =>
        refuse(
          "SERVICE_UNAVAILABLE",
          `The server is at capacity, and the request was queued for ${Duration.format(longest)}`
        )
    )
  const work = roomOf(requests, longestWait)
  const unmetered = roomOf(Math.ceil(requests / WORK_PER_UNMETERED), longestWait)
  const large = roomOf(largeBodies, Duration.times(longestWait, PART_WAITED_FOR_LARGE))
  const upload = roomOf(uploads, Duration.times(longestWait, PART_WAITED_FOR_LARGE))
  return {
    come: work.come,
    comeLarge: large.come,
    comeUpload: upload.come,
    comeUnmetered: unmetered.come,
    load: () => ({
      atWork: work.atWork() + unmetered.atWork(),
      waiting: work.waiting() + unmetered.waiting() + large.waiting() + upload.waiting(),
      refused
    })
  }
}

/**
 * The capacity of this process.
 *
 * @category references
 * @since 0.2.0
 */
export const Capacity = Context.Reference<Capacity>("@dunlin/http-api/Capacity", { defaultValue: () => make() })
