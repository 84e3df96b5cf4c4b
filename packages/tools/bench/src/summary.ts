// Compares extractive summaries with the harness's lead and TextRank: npm run bench -- summary ROUGE-1/2/L F1 at the
// length of the reference. References are the summaries of news articles, and the meta descriptions of other pages if
// they are not excerpts of the page.
import { Html, Summary } from "@dunlin/transformers"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { folder as shared, prepare } from "./sharedData.ts"

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const f1 = (left: ReadonlyArray<string>, right: ReadonlyArray<string>, n: number): number => {
  const grams = (list: ReadonlyArray<string>) => {
    const counts = new Map<string, number>()
    for (let index = 0; index + n <= list.length; index++) {
      const gram = list.slice(index, index + n).join(" ")
      counts.set(gram, (counts.get(gram) ?? 0) + 1)
    }
    return counts
  }
  const own = grams(left)
  const other = grams(right)
  const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)
  const common = [...own].reduce((sum, [gram, count]) => sum + Math.min(count, other.get(gram) ?? 0), 0)
  return common === 0 ? 0 : 2 * common / (total(own) + total(other))
}

const longest = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): number => {
  let previous = new Uint16Array(right.length + 1)
  for (const word of left) {
    const current = new Uint16Array(right.length + 1)
    for (let index = 0; index < right.length; index++) {
      current[index + 1] = word === right[index]
        ? previous[index]! + 1
        : Math.max(previous[index + 1]!, current[index]!)
    }
    previous = current
  }
  return 2 * previous[right.length]! / (left.length + right.length)
}

interface Row {
  readonly text: string
  readonly summary: string
}

const lead = (text: string, length: number) =>
  text.replace(/^#+ .*$/gm, "").replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*_`|>]/g, "").replace(/\s+/g, " ")
    .trim()
    .slice(0, length)

const ours = (text: string, length: number) => Summary.extract(text, { maxLength: Math.round(length * 1.05) })

const report = (name: string, rows: ReadonlyArray<Row>) => {
  for (const [engine, summarize] of Object.entries({ dunlin: ours, lead })) {
    const sums = [0, 0, 0]
    const start = performance.now()
    for (const { summary, text } of rows) {
      const reference = words(summary)
      const own = words(summarize(text, summary.length))
      sums[0]! += f1(own, reference, 1)
      sums[1]! += f1(own, reference, 2)
      sums[2]! += longest(own, reference)
    }
    const [r1, r2, rl] = sums.map((sum) => (100 * sum / rows.length).toFixed(1))
    console.log(
      `${name}, ${engine}: ROUGE-1 ${r1}, -2 ${r2}, -L ${rl} over ${rows.length} pages, ` +
        `${((performance.now() - start) / rows.length).toFixed(2)} ms per page, including scoring`
    )
  }
}

const described = async (): Promise<ReadonlyMap<string, ReadonlyArray<Row>>> => {
  const kinds = new Map<string, Array<Row>>()
  for (const corpus of ["wcxb", "sh181", "traf"]) {
    const at = join(shared, "html/data", corpus)
    for (const line of (await readFile(join(at, "index.jsonl"), "utf8")).split("\n")) {
      if (line === "") continue
      const { id, type, url } = JSON.parse(line) as {
        readonly id: string
        readonly type?: string
        readonly url?: string
      }
      const bytes = await readFile(join(at, "html", `${id}.html.gz`)).catch(() => undefined)
      if (bytes === undefined) continue
      const page = Html.parse(gunzipSync(bytes).toString("utf8"), url ?? "https://example.com/")
      const { description, ogDescription } = Html.metadata(page)
      const summary = ogDescription ?? description ?? ""
      const { markdown } = Html.markdown(page, Html.mainContent(page))
      if (words(summary).length < 12 || markdown.length < 800 || isExcerpt(summary, markdown)) continue
      const kind = corpus === "wcxb" ? type ?? "unknown" : corpus
      kinds.set(kind, [...kinds.get(kind) ?? [], { text: markdown, summary }])
    }
  }
  return kinds
}

/**
 * Returns whether much of a summary occurs literally on the page. Such a summary shows how pages start instead of
 * what they are about.
 */
const isExcerpt = (summary: string, text: string): boolean => {
  const whole = words(text).join(" ")
  const own = words(summary)
  const grams = Array.from({ length: own.length - 4 }, (_, index) => own.slice(index, index + 5).join(" "))
  return grams.filter((gram) => whole.includes(gram)).length >= 0.3 * grams.length
}

export const run = async () => {
  const folder = await prepare("search")
  const rows = JSON.parse(await readFile(join(folder, "highlights/bbc.json"), "utf8")) as ReadonlyArray<
    Row & { readonly split: string }
  >
  report("news", rows.filter((row) => row.split === "dev"))
  const kinds = await described()
  report("described pages", [...kinds.values()].flat())
  for (const [kind, pages] of kinds) report(`  ${kind}`, pages)
}
