import { Agent, JobStore } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { Agent as AgentSchema } from "@dunlin/schema"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"

const claimOf = Effect.gen(function*() {
  const store = yield* JobStore.JobStore
  const { request } = yield* AgentSchema.decode({ prompt: "Who founded it?" })
  yield* Agent.submit({ id: "run", caller: Caller.local, request })
  const [claim] = yield* store.claim({ worker: "w", most: 1, lease: 15_000 })
  return claim!
}).pipe(Effect.provide(JobStore.layerMemory()))

const answer = { data: { founder: "Ada" }, message: "Ada founded it [1].", credits: 7, warnings: [] }

it.effect("runs an agent with the runner of the worker, and fails without one", () =>
  Effect.gen(function*() {
    const claim = yield* claimOf
    const run: Agent.Runner = ({ prompt }) => Effect.succeed({ ...answer, message: `${prompt} ${answer.message}` })
    const done = yield* Effect.provideService(Agent.work(claim), Agent.AgentRunner, run)
    assert.deepInclude(done, {
      outcome: {
        _tag: "Done",
        result: { data: { founder: "Ada" }, message: "Who founded it? Ada founded it [1].", warnings: [] },
        credits: 7
      }
    })
    const failed = yield* Agent.work(claim)
    assert.include(JSON.stringify(failed), "MODEL_NOT_CONFIGURED")
  }).pipe(Effect.orDie))

it.effect("does not repeat a run whose worker disappeared, because its searches were charged", () =>
  Effect.gen(function*() {
    const claim = yield* claimOf
    const run: Agent.Runner = () => Effect.die("must not run")
    const again = yield* Effect.provideService(Agent.work({ ...claim, attempt: 2 }), Agent.AgentRunner, run)
    assert.include(JSON.stringify(again), "AGENT_INTERRUPTED")
  }).pipe(Effect.orDie))
