/**
 * Follows a job, for callers that wait for its results.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Job } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"

/**
 * The state of a job, and the results since the last event.
 *
 * @category models
 * @since 0.1.0
 */
export interface Progress {
  readonly job: Job
  readonly results: ReadonlyArray<Schema.Json>
  readonly isLast: boolean
}

const interval = "1 second"
/** The minimum interval between two reads, because an event may belong to another job. */
const pause = "100 millis"
/** Limits the memory for clients that follow a job without reading its events. A server may have a thousand such clients. */
const MAX_RESULTS_PER_EVENT = 100
const MAX_EVENT_BYTES = 1024 * 1024

/**
 * @category options
 * @since 0.2.0
 */
export interface FollowOptions {
  /** Wraps each read of results, for example to limit concurrent reads. Reads of the job's state are not wrapped. */
  readonly reading?: (<A, E, R>(read: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) | undefined
  /** Number of results to skip, because the caller already has them. @default 0 */
  readonly skip?: number | undefined
}

/**
 * Follows a job until it ends. Emits existing results and then new ones, each once. The last event contains the ended
 * job.
 *
 * @category running
 * @since 0.1.0
 */
export const follow = (
  target: { readonly team: string; readonly job: string },
  { reading = (read) => read, skip: known = 0 }: FollowOptions = {}
): Stream.Stream<Progress, JobError, JobStore> =>
  Stream.paginate(
    firstBehind(known),
    Effect.fnUntraced(function*({ done, heard: waitForPage, skip }) {
      const store = yield* JobStore
      yield* waitForPage
      const more = yield* store.watch
      const job = yield* store.get(target)
      const { next, results } = job.counts.done === done
        ? nothing
        : yield* reading(store.results({ ...target, skip, limit: MAX_RESULTS_PER_EVENT, maxBytes: MAX_EVENT_BYTES }))
      const isLast = job.state !== "running" && next === undefined
      const waited = Effect.andThen(Effect.race(more, Effect.sleep(interval)), Effect.sleep(pause))
      const state: State = next === undefined
        ? { skip: skip + results.length, done: job.counts.done, heard: waited }
        : { skip: next, done: undefined, heard: Effect.void }
      return [[{ job, results, isLast }], isLast ? Option.none() : Option.some(state)] as const
    })
  )

interface State {
  readonly skip: number
  readonly done: number | undefined
  readonly heard: Effect.Effect<void>
}

const firstBehind = (known: number): State => ({
  skip: known,
  done: known === 0 ? 0 : undefined,
  heard: Effect.void
})

const nothing: { readonly results: ReadonlyArray<Schema.Json>; readonly next: undefined } = {
  results: [],
  next: undefined
}
