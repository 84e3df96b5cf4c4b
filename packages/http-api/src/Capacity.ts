/**
 * The concurrency of a server. Requests beyond it wait their turn, and requests beyond the queue are refused. This limit
 * also bounds all other queues: those for a connection, a thread or a page of the browser.
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
   * Requests that are worked on at the same time. An eighth is for teams that have few of them, so that one team cannot take
   * all; a server without teams has all. Those that count against no limit of a team, such as the status of a job, are short
   * and do not wait behind work: they have an eighth as many places of their own.
   *
   * @default 256
   */
  readonly requests?: number | undefined
  /**
   * Requests that wait for these. A team may have as many as are left for others: half of them when it is alone. As many may
   * wait with large bodies, and as many that count against no limit.
   *
   * @default 1024
   */
  readonly waiting?: number | undefined
  /**
   * Most concurrent requests with bodies above 64 kB; their bodies are kept until the response. Other large bodies are not
   * read before their turn. They wait half as long as other requests, because they must arrive in the remaining time. A
   * request takes one of `requests` only after its whole body has arrived.
   *
   * @default 32
   */
  readonly largeBodies?: number | undefined
  /**
   * Uploaded files that are read and worked on at the same time, each of up to 50 MiB. The others wait as large bodies do.
   *
   * @default 4
   */
  readonly uploads?: number | undefined
  /**
   * Longest wait of a request. Clients of the contract wait for a minute, and a request that begins after half of that would
   * not finish in time.
   *
   * @default "30 seconds"
   */
  readonly longestWait?: Duration.Input | undefined
  /** Advice for the operator to raise the limit, at the end of the refusal. @default no advice */
  readonly remedy?: string | undefined
}

/**
 * The resources of a request while it runs.
 *
 * @category models
 * @since 0.2.0
 */
export interface Seat {
  /** Ends when it is the request's turn. Fails when too many wait, or for too long. */
  readonly turn: Effect.Effect<void, ApiError.ApiError>
  /** Gives it back, or up while it is waited for; must run in any case, and does nothing a second time. */
  readonly leave: Effect.Effect<void>
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Capacity {
  /** A request of a team comes. */
  readonly come: (team: string) => Seat
  /** The large body of a request of a team comes: its turn is to be read. */
  readonly comeLarge: (team: string) => Seat
  /** An uploaded file of a team comes: its turn is to be read. */
  readonly comeUpload: (team: string) => Seat
  /** A request of a team comes that counts against no limit. */
  readonly comeUnmetered: (team: string) => Seat
  /** Requests that are worked on, those that wait, and those that were refused ever since. */
  readonly load: () => { readonly atWork: number; readonly waiting: number; readonly refused: number }
}

/** Requests at work; each may read ten pages, so this is some thousands of pages at a time, of which most wait for a site. */
const REQUESTS = 256

/** Requests that wait, of four times as many as are at work: with a second of work each, the last waits four seconds. */
const WAITING = 1024

/** Large bodies, of 2 MiB at most, each some ten times as much once it is read: 64 MiB, and 640. */
const LARGE_BODIES = 32

/** Uploads, of 50 MiB at most, each three times as much while its parts are read: 600 MiB. */
const UPLOADS = 4

/** Running requests for each unmetered one, which takes a query or two of a store. */
const WORK_PER_UNMETERED = 8

/**
 * Share of the longest wait for large bodies. The timeout for a whole request continues meanwhile, in `node:http` and in
 * proxies. It is 30 seconds here, so a request that has waited for half of that has the other half to send.
 */
const PART_WAITED_FOR_LARGE = 0.5

/** One of this number of running requests is reserved for teams that have few. */
const PART_KEPT = 8

/** Seconds after which those who were refused may ask again. */
const RETRY_AFTER = 5

/**
 * A room with `permits` slots. Further requests wait in one of the shares.
 */
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
    return ApiError.make(code, `${why}: ask again in ${RETRY_AFTER} seconds, and for less at once${advice}`, {
      retryAfter: RETRY_AFTER,
      details: { ...details, retryAfterSeconds: RETRY_AFTER }
    })
  }
  const shares = () =>
    Shares.make(waiting, {
      ofTeam: (count) =>
        refuse("RATE_LIMITED", `${count} requests of the team wait already, its share of this server`, {
          waiting: count
        }),
      ofServer: () => refuse("SERVICE_UNAVAILABLE", `The server works on all that it can, and ${waiting} requests wait`)
    })
  const roomOf = (permits: number, longest: Duration.Duration) =>
    room(
      permits,
      shares(),
      longest,
      () =>
        refuse("SERVICE_UNAVAILABLE", `The server works on all that it can, and did so for ${Duration.format(longest)}`)
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
