// Loads the index on PostgreSQL until it has a million pages or the time is over, and compares it with the index in a
// file with the first of these pages:
// npm run bench -- sharedIndex [pages=1000000] [minutes=25]
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Query from "@dunlin/query-operators/Query"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as servers from "../../../cache/test/servers.ts"
import { fractions } from "../../../common/test/random.ts"
import * as Documents from "./knownItems/documents.ts"

const batchPages = 2000
const stretches = 3
const stretchWords = 40
/** Number of words of a title. If they are already a title, it is extended. */
const titleWords = 4
const mostInFile = 100_000
const queries = 100
/** Number of rounds that search the titles of pages. The first round is a warm-up. */
const TITLE_ROUNDS = 3

const pagesOf = (words: ReadonlyArray<string>) => {
  const titles: Array<string> = []
  const taken = new Set<string>()
  const titleFrom = (from: number): string => {
    for (let count = titleWords;; count++) {
      const title = words.slice(from, from + count).join(" ")
      const key = title.toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return title
    }
  }
  /** Titles are generated in order. */
  return (at: number): LocalIndex.IndexDocument => {
    const next = fractions(at + 1)
    const start = (count: number) => Math.floor(next() * (words.length - count))
    const fromTitle = start(titleWords)
    const title = titles[at] ??= titleFrom(fromTitle)
    const stretch = () => {
      const from = start(stretchWords)
      return words.slice(from, from + stretchWords).join(" ")
    }
    return {
      url: `https://site${at % 5000}.example/${at}`,
      title,
      text: Array.from({ length: stretches }, stretch).join("\n\n"),
      language: "en"
    }
  }
}

const share = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)]!

const seconds = (since: number): number => (performance.now() - since) / 1000

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.split(/\s+/).filter((word) => /^\p{L}(?:[\p{L}'’-]*\p{L})?$/u.test(word) && !/^(?:AND|NOT|OR)$/.test(word))

type Index = LocalIndex.LocalIndex["Service"]

interface Round {
  readonly milliseconds: ReadonlyArray<number>
  readonly first: number
  /** The addresses of every answer. */
  readonly answers: ReadonlyArray<ReadonlyArray<string>>
}

const ask = (index: Index, query: string) =>
  index.search({ source: "web", limit: 10, country: "US", query: Query.parse(query).query })

const round = Effect.fnUntraced(function*(index: Index, asked: ReadonlyArray<LocalIndex.IndexDocument>) {
  const milliseconds: Array<number> = []
  const answers: Array<ReadonlyArray<string>> = []
  let first = 0
  for (const { title, url } of asked) {
    const start = performance.now()
    const { hits } = yield* ask(index, title)
    milliseconds.push(performance.now() - start)
    answers.push(hits.map((hit) => hit.url))
    if (hits[0]?.url === url) first++
  }
  return { milliseconds, first, answers } satisfies Round
})

const percent = (part: number, whole: number): string => (part / whole * 100).toFixed(0)

const compare = (ours: Round, theirs: Round): string => {
  let same = 0
  let shared = 0
  let all = 0
  ours.answers.forEach((answer, at) => {
    const other = theirs.answers[at]!
    if (answer.join(" ") === other.join(" ")) same++
    shared += answer.filter((url) => other.includes(url)).length
    all += answer.length
  })
  return `${percent(same, ours.answers.length)} / ${percent(shared, all)}`
}

const inFile = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dunlin-shared-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  return yield* LocalIndex.make({ filename: join(folder, "index.db") })
})

const program = Effect.fnUntraced(function*(most: number, minutes: number) {
  const page = pagesOf(Documents.read().flatMap(({ text }) => wordsOf(text)))
  const { url } = yield* servers.postgres({ durable: false })
  const index = yield* LocalIndex.makeShared({ database: url })
  const file = yield* inFile
  const measure = Effect.fnUntraced(function*(loaded: number, spent: number) {
    const opening = performance.now()
    yield* ask(index, page(0).title)
    const opened = seconds(opening)
    const asked = Array.from({ length: queries }, (_, at) => page(Math.floor((at + 0.5) * loaded / queries)))
    let last = yield* round(index, asked)
    const taken: Array<number> = []
    for (let at = 1; at < TITLE_ROUNDS; at++) {
      last = yield* round(index, asked)
      taken.push(...last.milliseconds)
    }
    const beside = loaded > mostInFile ? undefined : yield* round(file, asked)
    const { bytes } = yield* index.stats
    console.log(
      `| ${loaded} | ${spent.toFixed(0)} | ${(loaded / spent).toFixed(0)} | ${(bytes / 1e6).toFixed(0)} | ${
        opened.toFixed(1)
      } | ${share(taken, 0.5).toFixed(0)} / ${share(taken, 0.95).toFixed(0)} | ${percent(last.first, queries)} | ${
        beside === undefined ? "- | -" : `${percent(beside.first, queries)} | ${compare(last, beside)}`
      } |`
    )
  })
  console.log(
    "| pages | load s | pages/s | MB | first search s | search ms, median / p95 | title first % | in a file: title first % | same answers / same hits % |"
  )
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
  const begun = performance.now()
  let aside = 0
  let next = most / 10
  let loaded = 0
  while (loaded < most && seconds(begun) < minutes * 60) {
    const count = Math.min(batchPages, most - loaded)
    const batch = Array.from({ length: count }, (_, at) => page(loaded + at))
    yield* index.add(batch)
    loaded += count
    const start = performance.now()
    if (loaded <= mostInFile) yield* file.add(batch)
    if (loaded >= next && loaded < most) {
      yield* measure(loaded, seconds(begun) - aside - seconds(start))
      next *= 2
    }
    aside += seconds(start)
  }
  yield* measure(loaded, seconds(begun) - aside)
})

export const run = ([pages = "1000000", minutes = "25"]: ReadonlyArray<string>): Promise<void> =>
  Effect.runPromise(Effect.scoped(program(Number(pages), Number(minutes))))
