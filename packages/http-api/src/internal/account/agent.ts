/** Implements `/v2/agent`: a research job answers a question that needs several searches. */
import * as Agent from "@dunlin/jobs/Agent"
import { JobStore } from "@dunlin/jobs/JobStore"
import * as AgentSchema from "@dunlin/schema/Agent"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as ApiError from "../../ApiError.ts"
import { CrawlPlanner } from "../../CrawlPlanner.ts"
import * as Team from "../../Team.ts"
import { readJson } from "../body.ts"
import * as Answers from "../jobs/answers.ts"
import { keyOf, once } from "../once.ts"
import { operation } from "../operation.ts"
import { json } from "../respond.ts"
import { sentence } from "../sentence.ts"

const BASE = "/v2/agent"

/** Limits the bytes of a run's answer. */
const MAX_ANSWER_BYTES = 10 * 1024 * 1024

const MAX_LISTED = 50

const unused = ["model", "threadId", "mode", "exchange"] as const

const checkModel = Effect.gen(function*() {
  const { lacksModel } = yield* CrawlPlanner
  if (lacksModel !== undefined) {
    return yield* ApiError.make(
      "MODEL_NOT_CONFIGURED",
      `Agents require a language model, and this server has none; ${lacksModel}`
    )
  }
})

export const start = operation({ name: "agent", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json: input, text } = yield* readJson(session.request)
    const { request, warnings } = yield* Effect.mapError(AgentSchema.decode(input), ApiError.fromInvalidRequest)
    yield* checkModel
    yield* Answers.checkCredits(session)
    const key = yield* keyOf(session, "agent", text)
    const ignored = unused.filter((name) => request[name] !== undefined)
    const notices = ignored.length === 0 ? warnings : [...warnings, `This server does not use ${ignored.join(", ")}.`]
    return yield* once(session, key, () =>
      Effect.gen(function*() {
        const id = Answers.idOf(session, key)
        yield* Effect.mapError(
          Agent.submit({ id, caller: Team.toCaller(session.team), request }),
          Answers.fromJobError
        )
        return { success: true, id, ...(notices.length === 0 ? {} : { warning: notices.join(" ") }) }
      }))
  }))

export const status = operation(
  { name: "agent-status", metered: false },
  ({ request, team }) =>
    Effect.gen(function*() {
      const store = yield* JobStore
      const target = { team: team.id, job: Answers.idIn(request, BASE) }
      const job = yield* Effect.mapError(store.get(target), Answers.fromJobError)
      if (job.kind !== "agent") return yield* ApiError.make("NOT_FOUND", "The run does not exist")
      const { results: [found] } = yield* Effect.mapError(
        store.results({ ...target, skip: 0, limit: 1, maxBytes: MAX_ANSWER_BYTES }),
        Answers.fromJobError
      )
      const [failure] = yield* Effect.mapError(store.failures({ ...target, limit: 1 }), Answers.fromJobError)
      const answer = found as unknown as Omit<Agent.Answer, "credits"> | undefined
      const body: AgentSchema.AgentStatus = {
        success: true,
        status: job.state === "running" ? "processing" : answer === undefined ? "failed" : "completed",
        ...(answer === undefined ? {} : { data: answer.data, message: answer.message }),
        ...(failure === undefined ? {} : { error: sentence(failure.error.message) }),
        ...(answer === undefined || answer.warnings.length === 0 ? {} : { warning: answer.warnings.join(" ") }),
        expiresAt: DateTime.formatIso(DateTime.makeUnsafe(job.expiresAt)),
        creditsUsed: job.credits
      }
      return json(body)
    })
)

export const list = operation({ name: "agent-list", metered: false }, ({ team }) =>
  Effect.gen(function*() {
    const store = yield* JobStore
    const jobs = yield* Effect.mapError(
      store.list({ team: team.id, kind: "agent", limit: MAX_LISTED }),
      Answers.fromJobError
    )
    return json({
      success: true,
      agents: jobs.map(({ counts, createdAt, id, spec, state }) => ({
        id,
        createdAt: DateTime.formatIso(DateTime.makeUnsafe(createdAt)),
        targetHint: (spec as { readonly request: { readonly prompt: string } }).request.prompt,
        origin: "api",
        settings: { hidden: false, starred: false },
        status: state === "running" ? "processing" : counts.done > 0 ? "completed" : "failed"
      }))
    })
  }))

export const cancel = operation({ name: "agent-cancel", metered: false }, (session) =>
  Effect.gen(function*() {
    yield* Answers.cancel(session, BASE)
    return json({ success: true })
  }))
