/**
 * Runs jobs that answer a question with several searches (`POST /v2/agent`). The worker's `AgentRunner` does the
 * research. If the worker disappears, the run fails and is not repeated, because its searches were already charged.
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
 * The result of a run: `data` in the shape of the schema, or a report with its claims.
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
 * The runner that researches with a language model.
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

const PAGE = "run"

/**
 * Submits an agent run.
 *
 * @category running
 * @since 0.3.0
 */
export const submit = Effect.fn("Agent.submit")(function*({ caller, id, request }: {
  /** Id chosen by the caller. Submitting the same id again returns the same run. */
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
 * Works on an agent run.
 *
 * @category running
 * @since 0.3.0
 */
export const work = Effect.fn("Agent.work")(function*(claim: Claim): Effect.fn.Return<Work, JobError> {
  if (claim.attempt > 1) return failed("AGENT_INTERRUPTED", "the run's worker disappeared; start the run again")
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
