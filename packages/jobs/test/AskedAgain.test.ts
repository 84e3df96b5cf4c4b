import { type Job, JobStore } from "@dunlin/jobs"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type * as Again from "../src/internal/askedAgain.ts"

const AskedAgain: typeof Again = await import(new URL("../src/internal/askedAgain.ts", import.meta.url).href)

const claimOf = (job: string, path: string, attempt: number) =>
  ({ job, team: "team", url: `https://site.example/${path}`, attempt }) as Job.Claim

const again = Effect.fnUntraced(function*(claim: Job.Claim) {
  return yield* AskedAgain.again(yield* JobStore.JobStore, claim, { status: 503 })
})

it.effect("does not reduce the attempts of other pages for one broken page", () =>
  Effect.gen(function*() {
    assert.isUndefined(yield* again(claimOf("reads", "broken", 2)))
    assert.include(yield* again(claimOf("reads", "passing", 1)), { _tag: "Again", delay: 15_000 })
  }).pipe(Effect.provide(JobStore.layerMemory())))

it.effect("gives pages of a failing host one attempt in this crawl, until the host responds", () =>
  Effect.gen(function*() {
    for (const path of ["one", "two", "three"]) yield* again(claimOf("waits", path, 4))
    assert.isUndefined(yield* again(claimOf("waits", "four", 1)))
    assert.include(yield* again(claimOf("another", "four", 1)), { _tag: "Again" })
    AskedAgain.answered(yield* JobStore.JobStore, claimOf("waits", "five", 1))
    assert.include(yield* again(claimOf("waits", "six", 1)), { _tag: "Again" })
  }).pipe(Effect.provide(JobStore.layerMemory())))
