// Extractive summaries beside lead and TextRank of the harness's own: npm run bench -- summary
// ROUGE-1/2/L F1 at the length of the reference.
import { Summary } from "@dunlin/transformers"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { prepare } from "./sharedData.ts"

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

export const run = async () => {
  const folder = await prepare("search")
  const rows = (JSON.parse(await readFile(join(folder, "highlights/bbc.json"), "utf8")) as ReadonlyArray<{
    readonly split: string
    readonly text: string
    readonly summary: string
  }>).filter((row) => row.split === "dev")
  const lead = (text: string, length: number) => text.slice(0, length)
  const ours = (text: string, length: number) => Summary.extract(text, { maxLength: Math.round(length * 1.05) })
  for (const [name, summarize] of Object.entries({ dunlin: ours, lead })) {
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
      `${name}: ROUGE-1 ${r1}, -2 ${r2}, -L ${rl} over ${rows.length} articles, ` +
        `${((performance.now() - start) / rows.length).toFixed(2)} ms each with scoring`
    )
  }
}
