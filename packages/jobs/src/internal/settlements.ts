/** Queues settlements that wait for the store. */
import type { OmissionReason } from "@dunlin/schema/Omission"
import type * as Deferred from "effect/Deferred"
import type { Claim, NewPage, OmittedPage, Outcome } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import type { Settled } from "./service.ts"
import { done, dropped, failed } from "./tables.ts"

export interface Request {
  readonly claim: Claim
  readonly outcome: Outcome
  readonly discovered?: ReadonlyArray<NewPage> | undefined
  readonly omitted?: ReadonlyArray<OmittedPage> | undefined
  readonly reason?: OmissionReason | undefined
  readonly copyOf?: string | undefined
  readonly took?: number | undefined
  readonly reservation?: string | undefined
  readonly event?: { readonly job: string; readonly page: NewPage } | undefined
}

export interface Waiting {
  readonly request: Request
  readonly written: string | null
  readonly answer: Deferred.Deferred<Settled, JobError>
}

/** Result for a page whose newest lease belongs to another worker. */
export const NOT_SETTLED: Settled = { settled: false, added: 0, ended: false }

export interface Drop {
  readonly reason: OmissionReason
  readonly copyOf?: string | undefined
}

export const writtenOf = ({ copyOf, outcome, reason }: Pick<Request, "copyOf" | "outcome" | "reason">): string | null =>
  outcome._tag === "Done"
    ? outcome.result === undefined ? null : JSON.stringify(outcome.result)
    : outcome._tag === "Failed"
    ? JSON.stringify(outcome.error)
    : reason === undefined
    ? null
    : JSON.stringify({ reason, copyOf } satisfies Drop)

export const stateOf = { Done: done, Failed: failed, Dropped: dropped }
