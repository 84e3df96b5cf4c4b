// Measures nDCG@10 of the embedded index: npm run bench -- retrieval [set,...]
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { index } from "../adapters/retrieval.ts"
import { figure } from "./report.ts"
import { prepare } from "./sharedData.ts"

const sets = ["scifact", "cacm", "cranfield", "vaswani", "msmarco", "dbpedia"]

const table = async (file: string) => (await readFile(file, "utf8")).trim().split("\n").map((line) => line.split("\t"))

export const run = async ([chosen]: ReadonlyArray<string>) => {
  const folder = join(await prepare("search"), "retrieval/data")
  const scores: Array<number> = []
  for (const set of chosen === undefined ? sets : chosen.split(",")) {
    const lines = gunzipSync(await readFile(join(folder, set, "corpus.jsonl.gz"))).toString().trim().split("\n")
    const documents = lines.map((line) => JSON.parse(line) as { id: string; title: string; text: string })
    const judged = new Map<string, Map<string, number>>()
    for (const [query = "", document = "", gain] of await table(join(folder, set, "qrels.tsv"))) {
      if (!judged.has(query)) judged.set(query, new Map())
      judged.get(query)!.set(document, Number(gain))
    }
    const bytes = documents.reduce(
      (sum, { text, title }) => sum + Buffer.byteLength(title) + Buffer.byteLength(text),
      0
    )
    const started = performance.now()
    const engine = await index(documents)
    const seconds = (performance.now() - started) / 1000
    let sum = 0
    let asked = 0
    const times: Array<number> = []
    for (const [id = "", text = ""] of await table(join(folder, set, "queries.dev.tsv"))) {
      const gains = judged.get(id)
      if (gains === undefined) continue
      const start = performance.now()
      const found = await engine.search(text, 10)
      times.push(performance.now() - start)
      const ideal = [...gains.values()].toSorted((a, b) => b - a).slice(0, 10)
      const perfect = discounted(ideal)
      if (perfect === 0) continue
      asked++
      sum += discounted(found.map((document) => gains.get(document) ?? 0)) / perfect
    }
    await engine.close()
    const p50 = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    scores.push(sum / asked)
    console.log(
      `${set}: nDCG@10 ${(sum / asked).toFixed(4)} over ${asked} queries, ` +
        `index ${(bytes / 1e6 / seconds).toFixed(1)} MB/s, p50 ${p50.toFixed(1)} ms`
    )
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  figure({
    area: "search",
    data: "dev",
    metric: `nDCG@10, mean of ${scores.length} collections`,
    ours: Math.round(mean * 10_000) / 10_000
  })
}

// The gains are linear, as trec_eval counts them.
const discounted = (gains: ReadonlyArray<number>): number =>
  gains.reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
