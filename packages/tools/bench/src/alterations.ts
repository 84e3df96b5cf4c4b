// Verifies quotations with one altered word: npm run bench -- alterations --folder=FOLDER [--count=1000]
// [--failures=20]
// Each folder in FOLDER has texts (see `quotations`). A regular expression takes sentences from their first 60,000
// characters; it shares no code with the segmenter. In every other sentence a word, a number or a negation is added,
// removed, replaced or moved. The same is done for sentences of 14 languages, with five kinds of line breaks inside.
import { Verdicts } from "@dunlin/pipeline"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { languages } from "./negations/languages.ts"
import { bareOf } from "./quotations/bare.ts"
import { type Draw, drawing } from "./quotations/draw.ts"
import { figure } from "./report.ts"

const options = {
  folder: { type: "string" },
  count: { type: "string", default: "1000" },
  failures: { type: "string", default: "10" },
  seed: { type: "string", default: "1" }
} as const

const MAX_PAGE_CHARACTERS = 60_000

const sentence = /(?<=[.!?] )[A-Z][^.!?|`[\]<>]{50,300}[.!?](?= [A-Z])/g
const footer = /\n[^\n]*\[Page \d+\][ \t]*\n\f?\n*(?:(?:RFC|Internet-Draft)[^\n]*\n)?/g

type Alter = (
  words: ReadonlyArray<string>,
  draw: Draw,
  others: ReadonlyArray<string>
) => ReadonlyArray<string> | undefined

const at = (words: ReadonlyArray<string>, draw: Draw, shape: RegExp): number | undefined => {
  const places = words.flatMap((word, place) =>
    place > 0 && place < words.length - 1 && shape.test(word) ? [place] : []
  )
  return places.length === 0 ? undefined : draw.of(places)
}

const change =
  (shape: RegExp, write: (word: string, draw: Draw, others: ReadonlyArray<string>) => ReadonlyArray<string>): Alter =>
  (words, draw, others) => {
    const place = at(words, draw, shape)
    return place === undefined ? undefined : words.toSpliced(place, 1, ...write(words[place]!, draw, others))
  }

const alterations: Readonly<Record<string, Alter>> = {
  "another word": change(/^[a-z]{3,}$/, (_, draw, others) => [draw.of(others)]),
  "a word removed": change(/^[a-z]{3,}$/, () => []),
  "a negation added": change(/^[a-z]{3,}$/, (word) => ["not", word]),
  "a negation removed": change(/^(?:not|no|never|without|cannot)$/, () => []),
  "a number changed": change(/^\d+$/, (word) => [String(Number(word) + 1)]),
  "a word moved": (words, draw) => {
    const place = at(words.slice(0, -1), draw, /^[a-z]{3,}$/)
    return place === undefined || words[place] === words[place + 1]
      ? undefined
      : words.toSpliced(place, 2, words[place + 1]!, words[place]!)
  }
}

interface Sum {
  refused: number
  true: number
  caught: number
  false: number
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options })
  const { folder } = values
  if (folder === undefined) throw new Error("--folder=FOLDER is required: a folder of folders with texts")
  const draw = drawing(Number(values.seed))
  const pages = readdirSync(folder).flatMap((set) =>
    readdirSync(join(folder, set)).map((file) =>
      readFileSync(join(folder, set, file), "utf8").slice(0, MAX_PAGE_CHARACTERS)
    )
  ).flatMap((page) => {
    const found = page.replace(footer, "\n").replace(/\s*\n\s*/g, " ").match(sentence) ?? []
    return found.length === 0 ? [] : [{ page, found }]
  })
  const others = [...new Set(pages.map(({ page }) => page).join(" ").match(/\b[a-z]{4,12}\b/g) ?? [])]
  const sum: Sum = { refused: 0, true: 0, caught: 0, false: 0 }
  const kinds = Object.values(alterations)
  const asked = new Map<string, Array<{ readonly quotation: string; readonly isTrue: boolean }>>()
  const letters = new Map<string, string>()
  for (let number = 0; number < Number(values.count);) {
    const { found, page } = draw.of(pages)
    const said = draw.of(found)
    const isTrue = number % 2 === 0
    const quotation = isTrue ? said : kinds[(number >> 1) % kinds.length]!(said.split(" "), draw, others)?.join(" ")
    if (quotation === undefined) continue
    if (!letters.has(page)) letters.set(page, bareOf(page).letters)
    if (!isTrue && letters.get(page)!.includes(bareOf(quotation).letters)) continue
    asked.set(page, [...asked.get(page) ?? [], { quotation, isTrue }])
    number++
  }
  const shown: Array<string> = []
  const judge = (
    page: string,
    quotations: ReadonlyArray<{ readonly quotation: string; readonly isTrue: boolean }>,
    into: Sum
  ) => {
    Verdicts.of({ text: page }, quotations.map(({ quotation }) => quotation)).forEach(({ isFound }, number) => {
      const { isTrue, quotation } = quotations[number]!
      into[isTrue ? "true" : "false"]++
      if (isTrue && !isFound) into.refused++
      if (!isTrue && !isFound) into.caught++
      if (isTrue !== isFound) shown.push(`${isTrue ? "refused" : "passed"}: ${quotation}`)
    })
  }
  for (const [page, quotations] of asked) judge(page, quotations, sum)
  const foreign: Sum = { refused: 0, true: 0, caught: 0, false: 0 }
  for (const { page, quotations } of languages(MAX_PAGE_CHARACTERS)) judge(page, quotations, foreign)
  for (const each of shown.slice(0, Number(values.failures))) console.log(each)
  for (
    const [name, { caught, false: altered, refused, true: kept }] of [["texts", sum], [
      "14 languages",
      foreign
    ]] as const
  ) {
    figure({ area: "alterations", metric: `altered quotations detected, of ${altered} in ${name}`, ours: caught })
    figure({ area: "alterations", metric: `true quotations rejected, of ${kept} in ${name}`, ours: refused })
  }
}
