import { JobStore } from "@dunlin/jobs"
import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { limits, simulate } from "./simulation.ts"

describe("JobStore", () => {
  it.effect.each(Array.from({ length: 6 }, (_, at) => Number(process.env["DUNLIN_SEED"] ?? 1) + at))(
    "behaves like the model with a hundred workers (seed %d)",
    (seed) => Effect.orDie(Effect.provide(simulate(seed, 300), JobStore.layerMemory(limits)))
  )
})
