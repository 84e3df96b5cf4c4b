// Asks questions that no page answers: npm run bench -- unanswerable --folder=FOLDER [--seed=1] FOLDER has five
// texts: policy.txt (Debian's package debian-policy), mutt.txt, devref.txt (developers-reference), rfc9110.txt and
// rfc3261.txt. 100 questions about subjects that none of them contains must be reported. 100 questions that they
// answer, 50 written by hand and 50 made of adjacent words in them, must not. The bench stores no texts.
import { createClient } from "dunlin"
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parseArgs } from "node:util"
import { drawing } from "./quotations/draw.ts"
import { answerable, foreign } from "./quotations/questions.ts"
import { figure } from "./report.ts"

const files = ["policy.txt", "mutt.txt", "devref.txt", "rfc9110.txt", "rfc3261.txt"]

const PAGE_CHARACTERS = 6000
const RARE = 3
const COMMON = 400
const MADE_QUESTIONS = 50

const unanswered = [
  (word: string) => `how do I configure ${word} in the header`,
  (word: string) => `what does the ${word} field contain`,
  (word: string) => `when is a ${word} message sent`,
  (word: string) => `which ${word} does a package need`
]
const asked = [
  (words: string) => `what about ${words}`,
  (words: string) => `how is ${words} handled`,
  (words: string) => `when does ${words} apply`,
  (words: string) => words
]

const pagesOf = (folder: string) =>
  files.flatMap((file) => {
    const [found] = globSync(`**/${file}`, { cwd: folder })
    if (found === undefined) throw new Error(`${folder} has no ${file}`)
    const text = readFileSync(join(folder, found), "utf8")
    const pages: Array<{ readonly url: string; readonly title: string; readonly text: string }> = []
    for (let at = 0; at < text.length;) {
      const next = text.indexOf("\n\n", at + PAGE_CHARACTERS)
      const to = next < 0 ? text.length : next
      const title = basename(file, ".txt")
      pages.push({ url: `https://manual.example/${title}-${pages.length}`, title, text: text.slice(at, to) })
      at = to
    }
    return pages
  })

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: { folder: { type: "string" }, seed: { type: "string", default: "1" } }
  })
  if (values.folder === undefined) throw new Error("--folder=FOLDER is required: a folder with the five texts")
  const draw = drawing(Number(values.seed))
  const pages = pagesOf(values.folder)
  const all = pages.map(({ text }) => text.toLowerCase()).join(" ")
  const counts = new Map<string, number>()
  for (const [word] of all.matchAll(/[a-z]{4,}/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const isFair = (word: string) => (counts.get(word) ?? 0) >= RARE && (counts.get(word) ?? 0) < COMMON
  const made: Array<string> = []
  while (made.length < MADE_QUESTIONS) {
    const flat = draw.of(pages).text.replace(/\s+/g, " ")
    const sentences = flat.match(/[A-Z][a-z][^.|<>[\]{}=_]{60,200}\. /g)
    if (sentences === null) continue
    const words = (draw.of(sentences).match(/\b[a-z]{5,12}\b/g) ?? []).filter(isFair)
    if (words.length < 3) continue
    const at = draw.below(words.length - 1)
    made.push(draw.of(asked)(`${words[at]} ${words[at + 1]}`))
  }
  const absent = foreign.filter((word) => !all.includes(word.slice(0, Math.max(5, word.length - 3))))
  const client = createClient()
  await client.index(pages)
  const isTold = async (query: string) => {
    const { apart = [], missing } = await client.answer(query, { maxTokens: 200 })
    return missing.length > 0 || apart.length > 0
  }
  let told = 0
  let alarms = 0
  for (let at = 0; at < 100; at++) {
    const query = unanswered[at % unanswered.length]!(absent[at * 7 % absent.length]!)
    if (await isTold(query)) told++
    else console.log(`not told: ${query}`)
  }
  const answered = [...answerable, ...made]
  for (const query of answered) {
    if (!await isTold(query)) continue
    alarms++
    console.log(`false alarm: ${query}`)
  }
  await client.close()
  figure({ area: "unanswerable", metric: "unanswerable questions reported, of 100", ours: told })
  figure({ area: "unanswerable", metric: `false alarms, of ${answered.length} that a page answers`, ours: alarms })
}
