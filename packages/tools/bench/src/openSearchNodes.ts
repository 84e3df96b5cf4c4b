// Loads short pages into the index on several nodes of OpenSearch, kills one of them meanwhile, and counts lost pages:
// npm run bench -- openSearchNodes [pages=1000000] [nodes=3] [heap=1g] [minutes=60]
//
// Searches run next to the writes. A page is lost if its write was acknowledged, but the index does not contain it.
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Query from "@dunlin/query-operators/Query"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { readFileSync } from "node:fs"
import { openSearchCluster } from "../../../common/test/openSearch.ts"
import { wholeBelow } from "../../../common/test/random.ts"
import { median } from "./measure.ts"
import { figure } from "./report.ts"

const MAX_PAGES_PER_BATCH = 2000
const WRITERS = 2
const PAGES_PER_REPORT = 20_000
const PARTS = 3
const WORDS_PER_PAGE = 40
const NAMES_PER_INDEX = 50_000
const SEARCHES_AT_END = 50
const BETWEEN_SEARCHES = "1 second"
const MICROSECONDS_PER_SECOND = 1e6
const BYTES_PER_MEGABYTE = 1e6
const KILOBYTES_PER_MEGABYTE = 1000

const syllables = "ka re mo ti lu san ber dor vin pel gra sto qui zen har fol".split(" ")

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

/** Clock ticks per second in `/proc/PID/stat`. */
const TICKS_PER_SECOND = 100
/** Position of the user time in `/proc/PID/stat`, after the name of the program. The system time follows it. */
const PLACE_OF_USER_TICKS = 11

const processorSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ")
  return (Number(fields[PLACE_OF_USER_TICKS]) + Number(fields[PLACE_OF_USER_TICKS + 1])) / TICKS_PER_SECOND
}

interface Pool {
  readonly thread_pool: Readonly<Record<string, { readonly rejected: number }>>
  readonly indexing_pressure: { readonly memory: { readonly total: Readonly<Record<string, number>> } }
}

const rejections = async (url: string): Promise<number> => {
  const response = await fetch(`${url}/_nodes/stats/thread_pool,indexing_pressure`)
  const { nodes } = await response.json() as { readonly nodes: Readonly<Record<string, Pool>> }
  return Object.values(nodes).reduce(
    (sum, { indexing_pressure: { memory: { total } }, thread_pool: pools }) =>
      sum + (pools["write"]?.rejected ?? 0) + (pools["search"]?.rejected ?? 0) +
      (total["coordinating_rejections"] ?? 0) + (total["primary_rejections"] ?? 0) +
      (total["replica_rejections"] ?? 0),
    0
  )
}

const program = Effect.fnUntraced(function*(pages: number, count: number, heap: string, minutes: number) {
  const nodes = yield* openSearchCluster(count, heap)
  const index = yield* LocalIndex.makeOpenSearch({
    url: nodes.map(({ url }) => url).join(","),
    index: "nodes",
    shards: count
  })
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const acknowledged: Array<string> = []
  const searches = { ok: 0, failed: 0, taken: new Array<number>() }
  const state = { isLoading: true }
  const failures = new Map<string, number>()
  let next = 0
  let reported = 0
  const batchPages = Math.max(1, Math.min(MAX_PAGES_PER_BATCH, Math.floor(pages / (PARTS * PARTS))))
  const report = () => {
    if (acknowledged.length < reported + PAGES_PER_REPORT) return
    reported = acknowledged.length
    const own = process.cpuUsage()
    const client = ((own.user + own.system) / MICROSECONDS_PER_SECOND).toFixed(0)
    const busy = nodes.map(({ pid }) => processorSeconds(pid()).toFixed(0)).join(", ")
    console.log(
      `${reported} pages, ${
        seconds().toFixed(0)
      } s; CPU s: client ${client}, nodes ${busy}; searches: ${searches.ok}, ` +
        `failed ${searches.failed}, median ${median(searches.taken).toFixed(0)} ms`
    )
  }
  const writer = Effect.gen(function*() {
    while (next < pages && seconds() < minutes * 60) {
      const from = next
      next = Math.min(pages, from + batchPages)
      const batch = Array.from({ length: next - from }, (_, at) => pageOf(from + at))
      yield* index.add(batch).pipe(
        Effect.tapError((error) =>
          Effect.sync(() => failures.set(error.message, (failures.get(error.message) ?? 0) + 1))
        ),
        Effect.retry({ schedule: Schedule.spaced("1 second"), while: () => seconds() < minutes * 60 })
      )
      for (const { url } of batch) acknowledged.push(url)
      report()
    }
  })
  const load = Effect.andThen(
    Effect.replicateEffect(writer, WRITERS, { concurrency: WRITERS }),
    Effect.sync(() => {
      state.isLoading = false
    })
  )
  const search = Effect.gen(function*() {
    while (state.isLoading) {
      if (acknowledged.length > 0) {
        const query = pageOf(searches.ok % acknowledged.length).title
        const from = performance.now()
        const isFound = yield* firstHit(index, query).pipe(Effect.as(true), Effect.orElseSucceed(() => false))
        searches[isFound ? "ok" : "failed"]++
        searches.taken.push(performance.now() - from)
      }
      yield* Effect.sleep(BETWEEN_SEARCHES)
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
  const rejected = yield* Effect.promise(() => rejections(nodes[0]!.url))
  const repeated = [...failures].map(([message, times]) => `${times} x ${message}`).join("; ")
  console.log(`writes that failed and were repeated: ${repeated || 0}; requests that busy nodes rejected: ${rejected}`)
  console.log(
    `searches meanwhile: ${searches.ok}, failed ${searches.failed}, median ${median(searches.taken).toFixed(0)} ms`
  )
  console.log(`index ${(bytes / BYTES_PER_MEGABYTE).toFixed(0)} MB; memory of the nodes in MB: ${memory}`)
  console.log(`title search: page first for ${first} of ${asked}; median ${median(taken).toFixed(0)} ms`)
  figure({
    area: `search: ${acknowledged.length} pages on ${
      count === 1 ? "one node of OpenSearch" : `${count} nodes of OpenSearch, one killed`
    }`,
    metric: "acknowledged pages lost",
    ours: lost
  })
})

export const run = (
  [pages = "1000000", nodes = "3", heap = "1g", minutes = "60"]: ReadonlyArray<string>
): Promise<void> => Effect.runPromise(Effect.scoped(program(Number(pages), Number(nodes), heap, Number(minutes))))
