// Passages that start or end within a sentence: npm run bench -- quotations --folder=FOLDER [--failures=20]
// [--only=KIND]
// Each folder in FOLDER (manuals, requests for comments, READMEs) has texts with wrapped lines. Put them there, for
// example from packages of Debian and npm. The bench stores no texts.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as Statements from "../../../engines/text/src/Statements.ts"
import { judgeOf } from "./quotations/judge.ts"
import { figure } from "./report.ts"

const options = {
  folder: { type: "string" },
  failures: { type: "string", default: "0" },
  only: { type: "string" }
} as const

const SHOWN_CHARACTERS = 90

interface Sum {
  documents: number
  passages: number
  failed: number
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options })
  if (values.folder === undefined) throw new Error("--folder=FOLDER is required: a folder of folders with texts")
  const totals = new Map<string, Sum>()
  const kinds = new Map<string, number>()
  let shown = 0
  for (const set of readdirSync(values.folder, { withFileTypes: true })) {
    const sum: Sum = { documents: 0, passages: 0, failed: 0 }
    totals.set(set.name, sum)
    for (const file of readdirSync(join(values.folder, set.name)).toSorted()) {
      const source = readFileSync(join(values.folder, set.name, file), "utf8")
      const judge = judgeOf(source)
      const { statements } = Statements.read(source)
      sum.documents++
      for (const { end, kind, start } of statements) {
        if (kind === "heading" || kind === "row") continue
        sum.passages++
        const places = [start, end]
        const found = places.map((place) => judge.inside(place)).map((reason) =>
          // A code block may be within a sentence, and it is complete.
          kind === "code" && reason === "over a display" ? undefined : reason
        )
        const side = found[0] === undefined ? 1 : 0
        const reason = found[side]
        if (reason === undefined) continue
        sum.failed++
        const key = `${set.name}: ${reason}`
        kinds.set(key, (kinds.get(key) ?? 0) + 1)
        if (
          side === 1 || shown >= Number(values.failures) || (values.only !== undefined && !key.includes(values.only))
        ) continue
        shown++
        const place = places[side]!
        console.log(
          `--- ${file} at ${place} (${key})\n${source.slice(place - SHOWN_CHARACTERS, place)}⟨|⟩${
            source.slice(place, place + SHOWN_CHARACTERS)
          }`
        )
      }
    }
  }
  for (const [key, count] of [...kinds].toSorted(([, one], [, other]) => other - one)) {
    console.log(`${String(count).padStart(6)} ${key}`)
  }
  for (const [name, { documents, failed, passages }] of totals) {
    figure({
      area: "quotations",
      metric: `passages that begin or end inside a sentence, % of ${passages} of ${documents} texts in ${name}`,
      ours: Math.round(failed / Math.max(1, passages) * 10_000) / 100
    })
  }
}
