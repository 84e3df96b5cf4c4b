/** Contains helpers for the checks of a `JobStore`. */
import * as Effect from "effect/Effect"
import type { NewJob, Outcome } from "../../Job.ts"
import type { JobError } from "../../JobError.ts"
import { JobStore, type Limits } from "../../JobStore.ts"

export type Check = readonly [title: string, body: Effect.Effect<void, JobError, JobStore>, limits?: Limits]

export const lease = 30_000

/** Each job has its own host, so that tests of a shared store do not affect each other. */
export const pagesOf = (job: string, count: number, host = `${job}.example.com`) =>
  Array.from({ length: count }, (_, at) => ({ key: `${host}/${at}`, url: `https://${host}/${at}` }))

export const jobOf = (id: string, more: Partial<NewJob> & { readonly count?: number } = {}): NewJob => {
  const { count = 3, ...fields } = more
  return { id, team: `team-${id}`, kind: "batch", spec: { of: id }, pages: pagesOf(id, count), ...fields }
}

export const done = (result: string, credits = 1): Outcome => ({ _tag: "Done", result: { text: result }, credits })

export const reasonOf = <A>(effect: Effect.Effect<A, JobError>) =>
  effect.pipe(Effect.as("succeeded"), Effect.catch((error) => Effect.succeed<string>(error.reason._tag)))

export const claim = (most: number) => JobStore.use((store) => store.claim({ worker: "w", most, lease }))

export const totalOf = ({ cancelled, done, failed, queued, running }: {
  readonly [K in "cancelled" | "done" | "failed" | "queued" | "running"]: number
}) => cancelled + done + failed + queued + running
