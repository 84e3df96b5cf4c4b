// Compares the search time with the plain FTS5 query, by size of the index: npm run bench -- searchSpeed
// [100,700,15000] npm run bench -- searchSpeed 100,700 40    with 40 warm-up rounds for the compiler
import * as Documents from "./knownItems/documents.ts"
import * as LongPages from "./knownItems/longPages.ts"
import { dunlin, type Engine, fts5, type Page } from "./knownItems/peers.ts"
import * as Queries from "./knownItems/queries.ts"
import { median } from "./measure.ts"
import { figure } from "./report.ts"
import { prepare } from "./sharedData.ts"

const queriesPerRound = 150
/** Number of measured rounds. */
const SEARCH_ROUNDS = 7
const largeIndex = 2000

interface Work {
  readonly pages: ReadonlyArray<Page>
  readonly queries: ReadonlyArray<string>
}

const workOf = async (size: number): Promise<Work> => {
  if (size > largeIndex) {
    const { pages, questions } = await LongPages.read(await prepare("search"), false)
    const step = questions.length / queriesPerRound
    const queries = Array.from(
      { length: queriesPerRound },
      (_, at) => questions[Math.floor(at * step)]!.question.replaceAll("\"", "")
    )
    return { pages: pages.slice(0, size), queries }
  }
  const all = Documents.read()
  const step = Math.max(1, all.length / size)
  const pages = Array.from({ length: Math.min(size, all.length) }, (_, at) => all[Math.floor(at * step)]!)
  const isKnown = (kind: string) => kind === "title of 2 to 8 words" || kind === "identifier"
  const queries = Queries.make(pages).filter(({ kind }) => isKnown(kind)).map(({ query }) => query)
  return { pages, queries: queries.slice(0, queriesPerRound) }
}

interface Spent {
  readonly wall: Array<number>
  processor: number
}

const round = async (engine: Engine, queries: ReadonlyArray<string>, spent: Spent): Promise<void> => {
  const before = process.cpuUsage()
  for (const query of queries) {
    const start = performance.now()
    await engine.search(query, 10)
    spent.wall.push(performance.now() - start)
  }
  const { system, user } = process.cpuUsage(before)
  spent.processor += system + user
}

export const run = async ([sizes = "100,700,15000", warm = "1"]: ReadonlyArray<string>): Promise<void> => {
  console.log("| pages | queries | dunlin, wall / CPU ms | bare FTS5, wall / CPU ms | ratio, wall / CPU |")
  console.log("| --- | --- | --- | --- | --- |")
  for (const size of sizes.split(",").map(Number)) {
    const { pages, queries } = await workOf(size)
    const engines = [await dunlin(pages), fts5(pages)] as const
    const spent = engines.map((): Spent => ({ wall: [], processor: 0 }))
    const before = Number(warm)
    for (let at = 0; at < before + SEARCH_ROUNDS; at++) {
      for (const [which, engine] of engines.entries()) {
        await round(engine, queries, at < before ? { wall: [], processor: 0 } : spent[which]!)
      }
    }
    const asked = queries.length * SEARCH_ROUNDS
    const [[wall, cpu], [bareWall, bareCpu]] = spent.map(({ processor, wall }) =>
      [median(wall), processor / 1000 / asked] as const
    ) as unknown as readonly [readonly [number, number], readonly [number, number]]
    console.log(
      `| ${pages.length} | ${queries.length} | ${wall.toFixed(2)} / ${cpu.toFixed(2)} | ` +
        `${bareWall.toFixed(2)} / ${bareCpu.toFixed(2)} | ${(wall / bareWall).toFixed(1)} / ${
          (cpu / bareCpu).toFixed(1)
        } |`
    )
    figure({
      area: `search: ${pages.length} pages, ${warm} rounds before`,
      metric: "CPU time of a search, relative to FTS5",
      ours: Number((cpu / bareCpu).toFixed(1)),
      peer: { name: "bare FTS5", value: 1 }
    })
    for (const engine of engines) await engine.close()
  }
}
