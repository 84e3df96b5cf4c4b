// Which numbers of the layout of PDFs no golden document holds: npm run bench -- pdfMutations [FILE.ts|NAME...]
// Each named number of `layout` and `compose` is moved by a third, and by all of it, both ways, and the documents are
// read again. A number that can be doubled and set to nothing without a change of any of them is held by none.
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { constantsOf, describe, open, type Reading, watch } from "./numbers.ts"
import { figure } from "./report.ts"

const transformers = fileURLToPath(new URL("../../transformers", import.meta.url))
const rooms = ["layout", "compose"].map((room) => join(transformers, "src/internal/pdf", room))
const golden = join(transformers, "test/fixtures/goldenPdf")

const SMALL_MOVES = [2 / 3, 4 / 3]
const LARGE_MOVES = [0, 2]

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  open(rooms)
  const { markdownOfPicture } = await import("../../transformers/test/pdfSketch.ts")
  const readings = readdirSync(golden).filter((name) => name.endsWith(".txt")).map((name): Reading => {
    const picture = readFileSync(join(golden, name), "utf8")
    return { name, read: () => markdownOfPicture(picture) }
  })
  const { held } = watch(readings)
  const constants = rooms.flatMap(constantsOf).filter(({ name, url }) =>
    args.length === 0 || args.includes(name) || args.includes(basename(url))
  )
  let bySmall = 0
  const loose: Array<string> = []
  for (const constant of constants) {
    if (held(constant, SMALL_MOVES) !== undefined) bySmall++
    else if (held(constant, LARGE_MOVES) === undefined) loose.push(describe(constant))
  }
  const byLarge = constants.length - loose.length
  console.log(`${constants.length} numbers, ${readings.length} documents. Held by none:\n${loose.join("\n")}`)
  const area = `numbers of the layout of PDFs that a golden document holds, of ${constants.length}`
  figure({ area, metric: "moved by a third", ours: bySmall })
  figure({ area, metric: "moved by all of it", ours: byLarge })
}
