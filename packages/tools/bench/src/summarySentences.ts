// Summaries with a sentence that is not on their page: npm run bench -- summarySentences --folder=FOLDER
// [--failures=20]
// Each folder in FOLDER has texts (see `quotations`). 500 of their sections are summarised. Each part of a summary, up
// to an ellipsis or a line end, must occur on its page, and start and end at sentence boundaries. The judge shares no
// code with the segmenter.
import { Summary } from "@dunlin/transformers"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { bareOf } from "./quotations/bare.ts"
import { drawn } from "./quotations/draw.ts"
import { judgeOf } from "./quotations/judge.ts"
import { figure } from "./report.ts"

const options = {
  folder: { type: "string" },
  failures: { type: "string", default: "0" },
  pages: { type: "string", default: "500" },
  seed: { type: "string", default: "1" }
} as const

const SECTION_CHARACTERS = 5000

const sectionsOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).flatMap((set) =>
    readdirSync(join(folder, set)).toSorted().flatMap((file) => {
      const text = readFileSync(join(folder, set, file), "utf8")
      const out: Array<string> = []
      for (let at = 0; at >= 0 && at < text.length;) {
        const to = text.indexOf("\n\n", at + SECTION_CHARACTERS)
        out.push(text.slice(at, to < 0 ? undefined : to))
        at = to
      }
      return out
    })
  )

/** Signs before and after a word. A link's URL belongs to its words. */
const signsBefore = [/[^\p{L}\p{N}\s]*$/u, /(?:[^\p{L}\p{N}\s]|(?<=[^\p{L}\p{N}\s])[ \t])*$/u, /$/]
const signsBehind = /^(?:\([^()\s]*\)|[^\p{L}\p{N}\s]|[ \t](?=[^\p{L}\p{N}\s]+(?:\s|$)))*/u

const faultOf = (part: string, page: string): string | undefined => {
  const judge = judgeOf(page)
  let fault = "is not on the page"
  for (const hasItems of [false, true]) {
    const { letters, places } = bareOf(page, hasItems)
    const wanted = bareOf(part, hasItems).letters
    if (wanted === "") return undefined
    for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
      const start = places[at]!
      const end = places[at + wanted.length - 1]! + 1
      // The characters before the words may belong to the words or to the previous sentence.
      const firsts = signsBefore.map((signs) =>
        start - signs.exec(page.slice(Math.max(0, start - 40), start))![0].length
      )
      const last = end + signsBehind.exec(page.slice(end, end + 400))![0].length
      const begins = firsts.map((first) => judge.inside(first))
      const reason = (begins.includes(undefined) ? undefined : begins[0]) ?? judge.inside(last)
      if (reason === undefined) return undefined
      const around = (place: number) =>
        `${page.slice(Math.max(0, place - 60), place)}⟨|⟩${page.slice(place, place + 60)}`
      fault = `begins or ends ${reason}\n${around(start)}\n...\n${around(last)}`
    }
  }
  return fault
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options })
  if (values.folder === undefined) throw new Error("--folder=FOLDER is required: a folder of folders with texts")
  const pages = drawn(sectionsOf(values.folder), Number(values.pages), Number(values.seed))
  let parts = 0
  let shown = 0
  const kinds = new Map<string, number>()
  for (const page of pages) {
    for (const part of Summary.extract(page).split(/ … |\n/)) {
      parts++
      const fault = faultOf(part, page)
      if (fault === undefined) continue
      const [kind] = fault.split("\n") as [string]
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      if (shown++ < Number(values.failures)) console.log(`--- ${fault}\n${part}`)
    }
  }
  for (const [kind, count] of kinds) console.log(`${String(count).padStart(6)} ${kind}`)
  const count = (isAbsent: boolean) =>
    [...kinds].reduce((sum, [kind, found]) => (kind === "is not on the page") === isAbsent ? sum + found : sum, 0)
  const of = `of ${parts} parts of ${pages.length} summaries`
  figure({ area: "summarySentences", metric: `not on their page, ${of}`, ours: count(true) })
  figure({ area: "summarySentences", metric: `begin or end inside a sentence, ${of}`, ours: count(false) })
}
