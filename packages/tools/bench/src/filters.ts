// Hits that violate their query although the text shows it: npm run bench -- filters [combinations]
// 200 queries over the documentation of installed packages, for the embedded index and for an engine that ignores every
// operator. A checker that shares no code with ours reads the whole pages.
import * as LocalIndex from "@dunlin/providers/LocalIndex"
import * as SearchProvider from "@dunlin/providers/SearchProvider"
import * as Query from "@dunlin/query-operators/Query"
import { createClient } from "dunlin"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Combinations from "./filters/combinations.ts"
import * as Documents from "./knownItems/documents.ts"
import { figure } from "./report.ts"

const asked = 200

type Asked = Combinations.Asked

const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  text.toLowerCase().match(/(?<![\p{L}\p{N}_])[a-z]{5,12}(?![\p{L}\p{N}_])/gu) ?? []
const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])${word}(?![\\p{L}\\p{N}\\p{M}])`, "iu").test(text)
/** Returns whether a text has a form of a word, by its first letters. The word may be part of a camel-case name. */
const hasForm = (text: string, word: string): boolean => {
  const form = `${word.slice(0, Math.min(5, word.length - 1))}\\p{L}{0,12}`
  return hasWord(text, form) || hasWord(text.replace(/([a-z\d])([A-Z])/g, "$1 $2"), form)
}
const listMarks = /^[ \t]*(?:[-*+]|\d+\.)[ \t]+/gm
const hasPhrase = (text: string, first: string, second: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${first}[\\s*_\`>#|]+${second}(?![\\p{L}\\p{N}])`, "iu").test(
    text.replace(listMarks, "")
  )
const all = ({ text, title }: Documents.Document): string => `${title}\n${text}`

const makers: ReadonlyArray<(first: string, second: string, third: string) => Omit<Asked, "words">> = [
  (a, b) => ({ kind: "phrase", query: `"${a} ${b}"`, holds: (page) => hasPhrase(all(page), a, b) }),
  (a, _, c) => ({ kind: "exclusion", query: `${a} -${c}`, holds: (page) => !hasWord(all(page), c) }),
  (a, _, c) => ({ kind: "NOT", query: `${a} NOT ${c}`, holds: (page) => !hasWord(all(page), c) }),
  (a, _, c) => ({ kind: "intext:", query: `${a} intext:${c}`, holds: ({ text }) => hasWord(text, c) }),
  (a, _, c) => ({ kind: "intitle:", query: `${a} intitle:${c}`, holds: ({ title }) => hasWord(title, c) }),
  (a, _, c) => ({
    kind: "AND",
    query: `${a} AND ${c}`,
    holds: (page) => hasForm(all(page), a) && hasForm(all(page), c)
  }),
  (a, b, c) => ({
    kind: "OR",
    query: `"${a}" (${b} OR ${c}) -${a}x`,
    holds: (page) => hasWord(all(page), a)
  })
]

const make = (pages: ReadonlyArray<Documents.Document>): ReadonlyArray<Asked> => {
  const random = generator(20)
  const out: Array<Asked> = []
  while (out.length < asked) {
    const words = wordsOf(pages[random(pages.length)]!.text)
    const at = random(Math.max(1, words.length - 1))
    const [first, second] = [words[at], words[at + 1]]
    const third = words[random(Math.max(1, words.length))]
    if (first === undefined || second === undefined || third === undefined || third === first) continue
    out.push({ ...makers[out.length % makers.length]!(first, second, third), words: `${first} ${second} ${third}` })
  }
  return out
}

export const run = async ([which]: ReadonlyArray<string> = []): Promise<void> => {
  const isCombined = which === "combinations"
  const documents = Documents.read()
  const pages: ReadonlyArray<Combinations.Page> = isCombined ? Combinations.place(documents) : documents
  const byUrl = new Map(pages.map((page) => [new URL(page.url).href, page]))
  const index = LocalIndex.layerMemory(pages)
  let words = ""
  // An engine that returns all pages with their text, and ignores operators.
  const ignoring = Layer.effect(
    SearchProvider.SearchProvider,
    Effect.map(SearchProvider.SearchProvider, (provider) =>
      SearchProvider.make({
        name: "ignoring",
        search: (question) =>
          Effect.map(provider.search({ ...question, query: Query.parse(words).query }), (answer) => ({
            ...answer,
            hits: answer.hits.map((hit) => {
              if (hit.source !== "web") return hit
              const { isChecked: _, ...unchecked } = hit
              return { ...unchecked, text: byUrl.get(hit.url)!.text, textIsWhole: true }
            })
          }))
      }))
  ).pipe(Layer.provide(index))
  const queries = isCombined ? Combinations.make(pages, generator(20), asked) : make(pages)
  console.log("| engine | queries | results | queries with a violation | of them with no warning | empty answers |")
  console.log("| --- | --- | --- | --- | --- | --- |")
  for (const [name, provider] of [["embedded index", index], ["ignoring every operator", ignoring]] as const) {
    const client = createClient({ provider })
    let results = 0
    let violating = 0
    let silent = 0
    let empty = 0
    for (const { holds, kind, query, words: plain } of queries) {
      words = plain
      const { data, warning } = await client.search(query, { limit: 10 })
      const found = (data.web ?? []).flatMap(({ url }) => byUrl.get(url) ?? [])
      results += found.length
      if (found.length === 0) empty++
      const wrong = found.filter((page) => !holds(page))
      if (wrong.length === 0) continue
      violating++
      if (warning === null) silent++
      console.error(`${name}, ${kind}: ${query}: ${wrong.map(({ id }) => id).join(", ")} (${warning ?? "no warning"})`)
    }
    figure({
      area: "filters",
      metric: `results of ${queries.length}${
        isCombined ? " combined filters" : " queries"
      } that violate their query, ${name}`,
      ours: violating
    })
    console.log(`| ${name} | ${queries.length} | ${results} | ${violating} | ${silent} | ${empty} |`)
    await client.close()
  }
}
