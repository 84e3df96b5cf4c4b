// Mistakes in pipelines. `Words.test.ts` holds what the compiler says about each, word for word.
import { Pipeline, Stage } from "@dunlin/pipeline"
import type { SearchProvider } from "@dunlin/providers"
import { createClient, Services } from "dunlin"
import { Context, Effect } from "effect"

type Hits = ReadonlyArray<{ readonly title: string }>

const plan = Stage.make("plan", (state: { readonly query: string }) => Effect.succeed({ text: state.query }))
const find = Stage.make("find", (state: { readonly text: string }) => Effect.succeed({ hits: [{ title: state.text }] }))
const print = Stage.make("print", (state: { readonly hits: Hits }) => Effect.succeed({ lines: state.hits.length }))

const pipeline = Pipeline.make<{ readonly query: string }>()(plan, find, print)

const rerank = Stage.make(
  "rerank",
  (state: { readonly hits: ReadonlyArray<{ title: string; score: number }> }) => Effect.succeed({ hits: state.hits })
)
const rank = Stage.make(
  "rank",
  (state: { readonly scores: ReadonlyArray<number> }) => Effect.succeed({ top: state.scores[0] })
)

export const missingField = pipeline.insertAfter("find", rank)
export const wrongType = pipeline.insertAfter("find", rerank)
export const misspelt = pipeline.without("fnid")
export const misspeltAfter = pipeline.insertAfter("fnid", rank)
export const leftOut = Pipeline.run(pipeline.without("find"), { query: "a" })
export const piped = pipeline.pipe(Pipeline.without("fnid"))

const words = Stage.promise("words", (state: { readonly markdwon: string }) => ({ words: state.markdwon.length }))
export const inClient = createClient({ scrape: (scrape) => scrape.insertAfter("transform", words) })
export const unfinished = createClient({ scrape: (scrape) => scrape.without("finish") })
export const unsettled = createClient({ search: (search) => search.without("settle") })
export const inLayer = Services.layer({ search: (search) => search.without("settle") })
export const misspeltInClient = createClient({ search: (search) => search.without("setle") })
export const starved = createClient({ scrape: (scrape) => scrape.without("load") })

class Dictionary extends Context.Service<Dictionary, { readonly look: Effect.Effect<string> }>()("Dictionary") {}
const define = Stage.make("define", (_: {}) => Effect.map(Dictionary.use((_) => _.look), (meaning) => ({ meaning })))
export const lacking = createClient({ scrape: (scrape) => scrape.insertAfter("transform", define) })
export const unknownOption = createClient({ provder: undefined as unknown as SearchProvider.SearchProvider })
