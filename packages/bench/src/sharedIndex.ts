// The index on PostgreSQL, loaded until it has a million pages or the time is over: npm run bench -- sharedIndex
// npm run bench -- sharedIndex [pages=1000000] [minutes=25]
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Query from "@dunlin/query-operators/Query"
import * as Effect from "effect/Effect"
import * as servers from "../../cache/test/servers.ts"
import * as Documents from "./knownItems/documents.ts"

/** Pages of one call of `add`: as many as one transaction takes. */
const batchPages = 2000
/** A page is its title and so many stretches of text of so many words, from anywhere in the documentation. */
const stretches = 3
const stretchWords = 40
const titleWords = 4
const queries = 100
/** The titles of these pages are asked for; the first round only warms up. */
const rounds = 3

/** Numbers from 0 to below 1 that are the same in every run (mulberry32). */
const numbersFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pagesOf = (words: ReadonlyArray<string>) => (at: number): LocalIndex.IndexDocument => {
  const next = numbersFrom(at + 1)
  const stretch = (count: number) => {
    const from = Math.floor(next() * (words.length - count))
    return words.slice(from, from + count).join(" ")
  }
  return {
    url: `https://site${at % 5000}.example/${at}`,
    title: stretch(titleWords),
    text: Array.from({ length: stretches }, () => stretch(stretchWords)).join("\n\n"),
    language: "en"
  }
}

const share = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)]!

const seconds = (since: number): number => (performance.now() - since) / 1000

const program = Effect.fnUntraced(function*(most: number, minutes: number) {
  const words = Documents.read().flatMap(({ text }) => text.split(/\s+/).filter((word) => /^[\p{L}'’-]+$/u.test(word)))
  const page = pagesOf(words)
  const { url } = yield* servers.postgres({ durable: false })
  const index = yield* LocalIndex.makeShared({ database: url })
  const ask = (at: number) =>
    index.search({ source: "web", limit: 10, country: "US", query: Query.parse(page(at).title).query })
  const measure = Effect.fnUntraced(function*(loaded: number, spent: number) {
    const opening = performance.now()
    yield* ask(0)
    const opened = seconds(opening)
    const taken: Array<number> = []
    let first = 0
    for (let round = 0; round < rounds; round++) {
      for (let query = 0; query < queries; query++) {
        const at = Math.floor((query + 0.5) * loaded / queries)
        const start = performance.now()
        const { hits } = yield* ask(at)
        if (round === 0) continue
        taken.push(performance.now() - start)
        if (hits.slice(0, 1).some((hit) => hit.url === page(at).url)) first++
      }
    }
    const { bytes } = yield* index.stats
    console.log(
      `| ${loaded} | ${spent.toFixed(0)} | ${(loaded / spent).toFixed(0)} | ${(bytes / 1e6).toFixed(0)} | ${
        opened.toFixed(1)
      } | ${share(taken, 0.5).toFixed(0)} / ${share(taken, 0.95).toFixed(0)} | ${
        (first / taken.length * 100).toFixed(0)
      } |`
    )
  })
  console.log("| pages | load s | pages/s | MB | first search s | search ms, median / p95 | title first % |")
  console.log("| --- | --- | --- | --- | --- | --- | --- |")
  const begun = performance.now()
  let measuring = 0
  let next = most / 10
  let loaded = 0
  while (loaded < most && seconds(begun) < minutes * 60) {
    const count = Math.min(batchPages, most - loaded)
    yield* index.add(Array.from({ length: count }, (_, at) => page(loaded + at)))
    loaded += count
    if (loaded < next || loaded === most) continue
    const start = performance.now()
    yield* measure(loaded, seconds(begun) - measuring)
    measuring += seconds(start)
    next *= 2
  }
  yield* measure(loaded, seconds(begun) - measuring)
})

export const run = ([pages = "1000000", minutes = "25"]: ReadonlyArray<string>): Promise<void> =>
  Effect.runPromise(Effect.scoped(program(Number(pages), Number(minutes))))
