// Loads short pages into the index on several nodes of OpenSearch, kills one of them meanwhile, and counts lost pages:
// npm run bench -- openSearchNodes [pages=1000000] [nodes=3] [heap=1g] [minutes=60]
//
// Searches run next to the writes. A page is lost if its write was acknowledged, but the index does not contain it.
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Query from "@dunlin/query-operators/Query"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { openSearchCluster } from "../../../common/test/openSearch.ts"
import { wholeBelow } from "../../../common/test/random.ts"
import { median } from "./measure.ts"
import { figure } from "./report.ts"

const MAX_PAGES_PER_BATCH = 500
/** Parts of the load: a node is killed after the first batch of the second one. */
const PARTS = 3
const WORDS_PER_PAGE = 40
const NAMES_PER_INDEX = 50_000
const SEARCHES_AT_END = 50
const BYTES_PER_MEGABYTE = 1e6
const KILOBYTES_PER_MEGABYTE = 1000

const syllables = "ka re mo ti lu san ber dor vin pel gra sto qui zen har fol".split(" ")

/** An invented name that is different for each number. */
const nameOf = (number: number): string => {
  let name = ""
  for (let rest = number + 1; rest > 0; rest = Math.floor(rest / syllables.length)) {
    name += syllables[rest % syllables.length]
  }
  return name
}

const pageOf = (at: number): LocalIndex.IndexDocument => {
  const below = wholeBelow(at + 1)
  const words = Array.from({ length: WORDS_PER_PAGE }, () => nameOf(below(NAMES_PER_INDEX)))
  return {
    url: `https://site${at % 5000}.example/${at}`,
    title: `${nameOf(below(NAMES_PER_INDEX))} page ${nameOf(NAMES_PER_INDEX + at)}`,
    text: words.join(" "),
    language: "en"
  }
}

type Index = LocalIndex.LocalIndex["Service"]

const firstHit = (index: Index, query: string) =>
  Effect.map(
    index.search({ source: "web", limit: 10, country: "US", query: Query.parse(query).query }),
    ({ hits }) => hits[0]?.url
  )

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / KILOBYTES_PER_MEGABYTE

const program = Effect.fnUntraced(function*(pages: number, count: number, heap: string, minutes: number) {
  const nodes = yield* openSearchCluster(count, heap)
  const index = yield* LocalIndex.makeOpenSearch({ url: nodes.map(({ url }) => url).join(","), index: "nodes" })
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const acknowledged: Array<string> = []
  const searches = { ok: 0, failed: 0 }
  const state = { isLoading: true }
  let refused = 0
  let next = 0
  const batchPages = Math.max(1, Math.min(MAX_PAGES_PER_BATCH, Math.floor(pages / (PARTS * PARTS))))
  const load = Effect.gen(function*() {
    while (next < pages && seconds() < minutes * 60) {
      const batch = Array.from({ length: Math.min(batchPages, pages - next) }, (_, at) => pageOf(next + at))
      const isStored = yield* index.add(batch).pipe(Effect.as(true), Effect.orElseSucceed(() => false))
      if (!isStored) {
        refused++
        yield* Effect.sleep("1 second")
        continue
      }
      for (const { url } of batch) acknowledged.push(url)
      next += batch.length
    }
    state.isLoading = false
  })
  const search = Effect.gen(function*() {
    while (state.isLoading) {
      if (acknowledged.length > 0) {
        const query = pageOf(searches.ok % acknowledged.length).title
        const isFound = yield* firstHit(index, query).pipe(Effect.as(true), Effect.orElseSucceed(() => false))
        searches[isFound ? "ok" : "failed"]++
      }
      yield* Effect.sleep("200 millis")
    }
  })
  const kill = Effect.gen(function*() {
    while (state.isLoading && acknowledged.length <= pages / PARTS) yield* Effect.sleep("50 millis")
    const from = seconds()
    yield* nodes[1]!.crash
    return seconds() - from
  })
  const [, , away] = yield* Effect.all([load, search, count > 1 ? kill : Effect.succeed(0)], { concurrency: 3 })
  const spent = seconds()
  const stored = new Set(yield* index.addresses("https://"))
  const lost = acknowledged.filter((url) => !stored.has(url)).length
  let first = 0
  const taken: Array<number> = []
  const asked = Math.min(SEARCHES_AT_END, acknowledged.length)
  for (let at = 0; at < asked; at++) {
    const page = pageOf(Math.floor((at + 0.5) * acknowledged.length / asked))
    const from = performance.now()
    if ((yield* firstHit(index, page.title)) === page.url) first++
    taken.push(performance.now() - from)
  }
  const { bytes } = yield* index.stats
  const memory = nodes.map(({ pid }) => residentMegabytes(pid()).toFixed(0)).join(", ")
  console.log(`${acknowledged.length} pages in ${spent.toFixed(0)} s; a node was away for ${away.toFixed(0)} s`)
  console.log(
    `writes that failed and were repeated: ${refused}; searches meanwhile: ${searches.ok}, failed ${searches.failed}`
  )
  console.log(`index ${(bytes / BYTES_PER_MEGABYTE).toFixed(0)} MB; memory of the nodes in MB: ${memory}`)
  console.log(`title search: page first for ${first} of ${asked}; median ${median(taken).toFixed(0)} ms`)
  figure({
    area: `search: ${acknowledged.length} pages on ${count} nodes of OpenSearch, one killed`,
    metric: "acknowledged pages lost",
    ours: lost
  })
})

export const run = (
  [pages = "1000000", nodes = "3", heap = "1g", minutes = "60"]: ReadonlyArray<string>
): Promise<void> => Effect.runPromise(Effect.scoped(program(Number(pages), Number(nodes), heap, Number(minutes))))
