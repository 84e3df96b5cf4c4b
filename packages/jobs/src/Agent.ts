/**
 * Answers a question that needs several searches, as a job: what `POST /v2/agent` starts.
 *
 * The research itself is the `AgentRunner` of the worker. A run whose worker disappears fails and is not repeated, because
 * its searches were charged.
 *
 * @since 0.3.0
 */
import type { Caller } from "@dunlin/pipeline/Caller"
import type { AgentRequest } from "@dunlin/schema/Agent"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { failed } from "./internal/scrapePage.ts"
import type { Claim } from "./Job.ts"
import type { JobError } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"
import type { Work } from "./JobWorker.ts"

/**
 * The outcome of a run: `data` in the shape of the schema, or a report with its claims.
 *
 * @category models
 * @since 0.3.0
 */
export interface Answer {
  readonly data: Schema.Json
  readonly message: string
  readonly credits: number
  readonly warnings: ReadonlyArray<string>
}

/**
 * @category models
 * @since 0.3.0
 */
export type Runner = (
  request: AgentRequest,
  caller: Caller
) => Effect.Effect<Answer, { readonly message: string; readonly credits: number }>

/**
 * Researches with a language model.
 *
 * @default none: runs fail, because the worker has no language model
 * @category references
 * @since 0.3.0
 */
export const AgentRunner = Context.Reference<Runner | undefined>("@dunlin/jobs/AgentRunner", {
  defaultValue: () => undefined
})

interface Spec {
  readonly request: AgentRequest
  readonly caller: Caller
}

/** The key of the only page of a run. */
const PAGE = "run"

/**
 * Submits a run.
 *
 * @category running
 * @since 0.3.0
 */
export const submit = Effect.fn("Agent.submit")(function*({ caller, id, request }: {
  /** Chosen by the caller: the same id again is the same run. */
  readonly id: string
  readonly caller: Caller
  readonly request: AgentRequest
}): Effect.fn.Return<void, JobError, JobStore> {
  const store = yield* JobStore
  yield* store.submit({
    id,
    team: caller.team,
    kind: "agent",
    spec: { request, caller } as unknown as Schema.Json,
    pages: [{ key: PAGE, url: "" }]
  })
})

/**
 * Works on a run.
 *
 * @category running
 * @since 0.3.0
 */
export const work = Effect.fn("Agent.work")(function*(claim: Claim): Effect.fn.Return<Work, JobError> {
  if (claim.attempt > 1) return failed("AGENT_INTERRUPTED", "the worker of the run disappeared; start the run again")
  const run = yield* AgentRunner
  if (run === undefined) return failed("MODEL_NOT_CONFIGURED", "no language model is configured on the worker")
  const { caller, request } = claim.spec as unknown as Spec
  const answer = yield* Effect.result(run(request, caller))
  if (answer._tag === "Failure") return failed("AGENT_FAILED", answer.failure.message, answer.failure.credits)
  const { credits, ...result } = answer.success
  return {
    _tag: "Settle",
    outcome: { _tag: "Done", result: result as unknown as Schema.Json, credits }
  } satisfies Work
})
