// Searches for known pages by their names: npm run bench -- knownItems [titles,languages,forms,long]
import * as Documents from "./knownItems/documents.ts"
import * as Languages from "./knownItems/languages.ts"
import * as LongPages from "./knownItems/longPages.ts"
import { dunlin, type Engine, fts5, miniSearch, type Page } from "./knownItems/peers.ts"
import * as Queries from "./knownItems/queries.ts"
import * as TypedForms from "./knownItems/typedForms.ts"
import { median } from "./measure.ts"
import { type Figure, figure } from "./report.ts"
import { prepare } from "./sharedData.ts"

interface Asked {
  readonly kind: string
  readonly query: string
  readonly id: string
  readonly heldOut: boolean
}

interface Tally {
  asked: number
  first: number
  reciprocal: number
  inTen: number
}

const bareName = "FTS5, title x4"

const half = (heldOut: boolean) => (heldOut ? "held out" : "looked at")

interface Spent {
  readonly wall: Array<number>
  processor: number
}

/** Number of queries before the next engine runs, because processor time is not exact enough for single queries. */
const QUERIES_PER_TURN = 25
/** One of this many queries is repeated, to measure compiled code and cached texts. */
const ASKED_AGAIN = 3

const ask = async (
  engines: ReadonlyArray<Engine>,
  items: ReadonlyArray<Asked>,
  answered: (engine: Engine, item: Asked, found: ReadonlyArray<string>) => void
): Promise<ReadonlyMap<string, Spent>> => {
  const spent = new Map(engines.map(({ name }): [string, Spent] => [name, { wall: [], processor: 0 }]))
  for (let from = 0; from < items.length; from += QUERIES_PER_TURN) {
    for (const engine of engines) {
      const own = spent.get(engine.name)!
      const before = process.cpuUsage()
      for (const item of items.slice(from, from + QUERIES_PER_TURN)) {
        const start = performance.now()
        const found = await engine.search(item.query, 10)
        own.wall.push(performance.now() - start)
        answered(engine, item, found)
      }
      const { system, user } = process.cpuUsage(before)
      own.processor += (system + user) / 1000
    }
  }
  return spent
}

const printTimes = (when: string, area: string, times: ReadonlyMap<string, Spent>): void => {
  const bare = times.get(bareName)
  for (const [name, { processor, wall }] of times) {
    const mean = sum(wall) / wall.length
    const ratio = bare === undefined
      ? ""
      : `, ${(sum(wall) / sum(bare.wall)).toFixed(2)} and ${(processor / bare.processor).toFixed(2)} times bare FTS5`
    console.log(
      `${name}, ${when}: median ${median(wall).toFixed(2)} ms, mean ${mean.toFixed(2)} ms, processor ${
        (processor / wall.length).toFixed(2)
      } ms${ratio}`
    )
  }
  const own = times.get("dunlin")
  if (own === undefined || bare === undefined) return
  figure({
    area,
    metric: `CPU time of a ${when}, relative to FTS5`,
    ours: Number((own.processor / bare.processor).toFixed(2)),
    peer: { name: "bare FTS5", value: 1 }
  })
}

const compare = async (area: string, engines: ReadonlyArray<Engine>, items: ReadonlyArray<Asked>): Promise<void> => {
  const tallies = new Map<string, Tally>()
  const once = await ask(engines, items, (engine, { heldOut, id, kind }, found) => {
    const key = `${kind}|${half(heldOut)}|${engine.name}`
    const tally = tallies.get(key) ?? { asked: 0, first: 0, reciprocal: 0, inTen: 0 }
    const rank = found.indexOf(id) + 1
    tally.asked++
    if (rank === 1) tally.first++
    if (rank > 0) {
      tally.reciprocal += 1 / rank
      tally.inTen++
    }
    tallies.set(key, tally)
  })
  const again = await ask(engines, items.filter((_, at) => at % ASKED_AGAIN === 0), () => {})
  console.log(
    `\n| query | half | asked | ${engines.map(({ name }) => `${name}: first % / MRR / top 10 %`).join(" | ")} |`
  )
  console.log(`| --- | --- | --- |${engines.map(() => " --- |").join("")}`)
  const firsts: Array<Figure> = []
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  for (const kind of kinds) {
    for (const heldOut of [false, true]) {
      const all = engines.map(({ name }) => tallies.get(`${kind}|${half(heldOut)}|${name}`))
      if (all[0] === undefined) continue
      const cells = all.map((tally) =>
        tally === undefined
          ? "-"
          : `${percent(tally.first, tally.asked)} / ${(tally.reciprocal / tally.asked).toFixed(3)} / ${
            percent(tally.inTen, tally.asked)
          }`
      )
      console.log(`| ${kind} | ${half(heldOut)} | ${all[0].asked} | ${cells.join(" | ")} |`)
      const bare = all[engines.findIndex(({ name }) => name === bareName)]
      firsts.push({
        area,
        metric: `${kind}: correct page first, %`,
        data: heldOut ? "fresh" : "dev",
        ours: Number(percent(all[0].first, all[0].asked)),
        peer: bare && { name: "bare FTS5", value: Number(percent(bare.first, bare.asked)) }
      })
    }
  }
  for (const each of firsts) figure(each)
  printTimes("first search", area, once)
  printTimes("repeated search", area, again)
}

const percent = (part: number, all: number): string => (100 * part / all).toFixed(1)
const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)
const withEngines = async (
  pages: ReadonlyArray<Page>,
  makers: ReadonlyArray<(pages: ReadonlyArray<Page>) => Engine | Promise<Engine>>,
  use: (engines: ReadonlyArray<Engine>) => Promise<void>
): Promise<void> => {
  const engines = await Promise.all(makers.map((make) => make(pages)))
  await use(engines)
  for (const engine of engines) await engine.close()
}

const report = (metric: string, data: Figure["data"], shares: ReadonlyMap<string, number>): void => {
  console.log(`${metric}, ${data}: ${[...shares].map(([name, share]) => `${name} ${share}`).join(", ")}`)
  const best = [...shares].filter(([name]) => name !== "dunlin").toSorted((one, other) => other[1] - one[1])[0]
  figure({
    area: "search: forms of words",
    metric,
    ...(data === undefined ? {} : { data }),
    ours: shares.get("dunlin")!,
    peer: best && { name: best[0], value: best[1] }
  })
}

const forms = async (): Promise<void> => {
  const documents = Documents.read()
  await withEngines(documents, [dunlin, fts5, miniSearch], async (engines) => {
    for (const [data, queries] of TypedForms.halves(TypedForms.derivedWords(documents))) {
      report(
        "queries whose first result contains the derived word as typed, %",
        data,
        await TypedForms.share(engines, documents, queries)
      )
    }
  })
  for (const language of TypedForms.languages) {
    const pages = TypedForms.accentedPages(language)
    await withEngines(pages, [dunlin, fts5, miniSearch], async (engines) => {
      const shares = await TypedForms.share(engines, pages, TypedForms.accentedWords(language))
      report(`queries whose first result contains the accented word as typed, ${language}, %`, "dev", shares)
    })
  }
}

export const run = async ([chosen = "titles,languages,forms,long"]: ReadonlyArray<string>): Promise<void> => {
  const parts = new Set(chosen.split(","))
  if (parts.has("titles")) {
    const documents = Documents.read()
    console.log(`${documents.length} documents of ${documents.filter(({ heldOut }) => heldOut).length} held out`)
    await withEngines(
      documents,
      [dunlin, fts5, miniSearch],
      (engines) => compare("search: documentation", engines, Queries.make(documents))
    )
  }
  if (parts.has("languages")) {
    await withEngines(
      Languages.pages,
      [dunlin, fts5, miniSearch],
      (engines) => compare("search: 21 languages", engines, Languages.questions)
    )
  }
  if (parts.has("forms")) await forms()
  if (!parts.has("long")) return
  const folder = await prepare("search")
  for (const isWhole of [true, false]) {
    const { pages, questions } = await LongPages.read(folder, isWhole)
    const kind = isWhole ? "question, whole articles" : "question, 4 paragraphs each"
    await withEngines(
      pages,
      [dunlin, fts5],
      (engines) =>
        compare(
          `search: 15,000 pages, ${isWhole ? "whole articles" : "four paragraphs each"}`,
          engines,
          questions.map(({ heldOut, id, question }) => ({ kind, query: question.replaceAll("\"", ""), id, heldOut }))
        )
    )
  }
}
