/** Computes the metrics of the corpora: words on the Markdown that trees select, and phrases on its plain text. */
import * as Html from "../../../../engines/html/src/Html.ts"
import { choose } from "../../../../engines/html/src/internal/content/select.ts"
import type { Trees } from "../../../../engines/html/src/internal/content/trees.ts"
import { resolver } from "../../../../engines/html/src/internal/tape/urls.ts"
import type { Example } from "./examples.ts"
import { wordsOf } from "./labels.ts"

export interface Reached {
  readonly words: number
  readonly grams: number
  readonly phrases: number
}

const rounded = (value: number): number => Math.round(1e4 * value) / 1e4

export const measure = (
  name: string,
  pages: ReadonlyArray<Example>,
  treesOf: (page: Example) => Trees | undefined
): Reached => {
  const types = new Map<string, { precision: number; recall: number; f1: number; pages: number }>()
  const grams = { precision: 0, recall: 0, pages: 0 }
  const phrases = { hit: 0, missed: 0, wrong: 0 }
  let all = 0
  let count = 0
  for (const page of pages) {
    const chosen = choose(page.ruled, false, treesOf(page))
    const { tape } = page.ruled.work
    const parsed = { tape, resolve: resolver(page.url), url: page.url, truncated: false }
    if (page.corpus === "traf") {
      const squeezed = Html.text(parsed, chosen).toLowerCase().replace(/\s+/g, " ")
      const has = (phrase: string) => squeezed.includes(phrase.toLowerCase().replace(/\s+/g, " "))
      for (const phrase of page.with) phrases[has(phrase) ? "hit" : "missed"]++
      for (const phrase of page.without) if (has(phrase)) phrases.wrong++
      continue
    }
    const text = plain(Html.markdown(parsed, chosen).markdown)
    const truth = wordsOf(page.truth!)
    const words = wordsOf(text)
    if (page.corpus === "sh181") {
      const { precision, recall } = overlap(gramsOf(page.truth!), gramsOf(text))
      grams.precision += precision
      grams.recall += recall
      grams.pages++
      continue
    }
    const { f1, precision, recall } = overlap(truth, words)
    const sum = types.get(page.type) ?? { precision: 0, recall: 0, f1: 0, pages: 0 }
    sum.precision += precision
    sum.recall += recall
    sum.f1 += f1
    sum.pages++
    types.set(page.type, sum)
    all += f1
    count++
  }
  const p = grams.precision / grams.pages
  const r = grams.recall / grams.pages
  const gramsF1 = 2 * p * r / (p + r)
  const phrasesF1 = 2 * phrases.hit / (2 * phrases.hit + phrases.missed + phrases.wrong)
  console.log(
    `${name}: word F1 ${(all / count).toFixed(4)} | ${
      [...types].map(([type, sum]) =>
        `${type} ${(sum.f1 / sum.pages).toFixed(3)} (${(sum.precision / sum.pages).toFixed(2)}/${
          (sum.recall / sum.pages).toFixed(2)
        })`
      ).join(", ")
    } | 4-gram F1 ${gramsF1.toFixed(4)} | phrases ${phrasesF1.toFixed(4)}`
  )
  return { words: rounded(all / count), grams: rounded(gramsF1), phrases: rounded(phrasesF1) }
}

const gramsOf = (text: string): Array<string> => {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  if (words.length <= 4) return words.length === 0 ? [] : [words.join(" ")]
  return Array.from({ length: words.length - 3 }, (_, k) => words.slice(k, k + 4).join(" "))
}

const overlap = (truth: ReadonlyArray<string>, found: ReadonlyArray<string>) => {
  if (truth.length === 0 || found.length === 0) {
    const f1 = truth.length === found.length ? 1 : 0
    return { precision: f1, recall: f1, f1 }
  }
  const left = new Map<string, number>()
  for (const word of truth) left.set(word, (left.get(word) ?? 0) + 1)
  let hits = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    hits++
    left.set(word, count - 1)
  }
  const precision = hits / found.length
  const recall = hits / truth.length
  return { precision, recall, f1: hits === 0 ? 0 : 2 * precision * recall / (precision + recall) }
}

const plain = (markdown: string): string =>
  markdown
    .replace(/!\[(?:[^\]\\]|\\.)*\]\((?:<[^>\n]*>|(?:[^()\s\\]|\\.|\([^()]*\))*)(?:\s+"[^"]*")?\)/g, " ")
    .replace(/\]\((?:<[^>\n]*>|(?:[^()\s\\]|\\.|\([^()]*\))*)(?:\s+"[^"]*")?\)/g, "]")
    .replace(/<\/?[a-zA-Z][^>\n]*>/g, " ")
    .replace(/\\\n/g, "\n").replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/(^|[^\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, "$1")
    .replace(/(?<=[\p{L}\p{N}\p{P}])_+(?=$|[^\p{L}\p{N}])/gmu, "")
