// Pages that somebody knows and names: npm run bench -- knownItems [titles,long]
import * as Documents from "./knownItems/documents.ts"
import * as Languages from "./knownItems/languages.ts"
import * as LongPages from "./knownItems/longPages.ts"
import { dunlin, type Engine, fts5, miniSearch, type Page } from "./knownItems/peers.ts"
import * as Queries from "./knownItems/queries.ts"
import { median } from "./measure.ts"
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

const half = (heldOut: boolean) => (heldOut ? "held out" : "looked at")

/** Asks every engine everything, in turns, and prints what share was found first, mean reciprocal rank and top 10. */
const compare = async (engines: ReadonlyArray<Engine>, items: ReadonlyArray<Asked>): Promise<void> => {
  const tallies = new Map<string, Tally>()
  const times = new Map<string, Array<number>>()
  for (const { heldOut, id, kind, query } of items) {
    for (const engine of engines) {
      const start = performance.now()
      const found = await engine.search(query, 10)
      const spent = times.get(engine.name) ?? []
      spent.push(performance.now() - start)
      times.set(engine.name, spent)
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
    }
  }
  console.log(
    `\n| query | half | asked | ${engines.map(({ name }) => `${name}: first % / MRR / top 10 %`).join(" | ")} |`
  )
  console.log(`| --- | --- | --- |${engines.map(() => " --- |").join("")}`)
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
    }
  }
  const bare = times.get("FTS5, title x4")
  for (const { name } of engines) {
    const own = times.get(name)!
    const ratio = bare === undefined ? "" : `, ${(sum(own) / sum(bare)).toFixed(2)}x the time of bare FTS5`
    console.log(`${name}: median ${median(own).toFixed(2)} ms, mean ${(sum(own) / own.length).toFixed(2)} ms${ratio}`)
  }
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

export const run = async ([chosen = "titles,languages,long"]: ReadonlyArray<string>): Promise<void> => {
  const parts = new Set(chosen.split(","))
  if (parts.has("titles")) {
    const documents = Documents.read()
    console.log(`${documents.length} documents of ${documents.filter(({ heldOut }) => heldOut).length} held out`)
    await withEngines(documents, [dunlin, fts5, miniSearch], (engines) => compare(engines, Queries.make(documents)))
  }
  if (parts.has("languages")) {
    await withEngines(Languages.pages, [dunlin, fts5, miniSearch], (engines) => compare(engines, Languages.questions))
  }
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
          engines,
          questions.map(({ heldOut, id, question }) => ({ kind, query: question.replaceAll("\"", ""), id, heldOut }))
        )
    )
  }
}
