// What the pipeline adds over hand-written promise code on the same stub stages.
import { Pipeline, Stage } from "@dunlin/pipeline"
import { Effect } from "effect"
import { compare, print } from "./measure.ts"

const names = ["authorize", "plan", "reserve", "search", "refine", "scrape", "settle"] as const

const stub = (name: string, state: { readonly hits: ReadonlyArray<number> }) => ({ hits: [...state.hits, name.length] })

const stages = names.map((name) =>
  Stage.make(name, (state: { readonly hits: ReadonlyArray<number> }) => Effect.sync(() => stub(name, state)))
)
const [a, b, c, d, e, f, g] = stages
const pipeline = Pipeline.make<{ readonly hits: ReadonlyArray<number> }>()(a!, b!, c!, d!, e!, f!, g!)

const promises = async () => {
  let state: { readonly hits: ReadonlyArray<number> } = { hits: [] }
  for (const name of names) {
    const added = await Promise.resolve(stub(name, state))
    state = { ...state, ...added }
  }
  return state
}

export const run = async () => {
  const rows = await compare({
    "hand-written promises, no span, metric or typed error": promises,
    "Pipeline.run, span and metrics for each stage": () => Effect.runPromise(Pipeline.run(pipeline, { hits: [] }))
  }, { iterations: 500 })
  print("A search of seven stub stages", rows)
}
