// Which numbers of main content no golden page holds: npm run bench -- mutate [--under=content] [--only=judge,root]
// Each named number is moved by 20 % and by 100 %, both ways, and the golden pages are read again: their markdown, and
// what became of each piece of text. A number that can be doubled and set to nothing without a change is held by none.
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { goldenPages, readingOf } from "../../transformers/test/goldenPages.ts"
import { constantsOf, describe, open, type Reading, watch } from "./numbers.ts"
import { figure } from "./report.ts"

const rooms = fileURLToPath(new URL("../../transformers/src/internal/html", import.meta.url))
const SMALL_MOVES = [0.8, 1.2]
const LARGE_MOVES = [0, 2]

/** Its numbers are learned, and have no names. */
const isLearned = (url: string): boolean => url.endsWith("/weights.ts")

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const only = option("only")?.split(",")
  const folder = option("under") ?? "content"
  open([join(rooms, folder)])
  const Html = await import("../../transformers/src/html/Html.ts")
  const readings = goldenPages().map((page): Reading => ({
    name: page.name,
    read: () => {
      const { markdown, why } = readingOf(Html, page)
      return `${markdown}\f${why}`
    }
  }))
  const { held } = watch(readings)
  const constants = constantsOf(join(rooms, folder)).filter(({ name, url }) =>
    !isLearned(url) && (only === undefined || only.includes(name) || only.includes(basename(url, ".ts")))
  )
  let bySmall = 0
  const loose: Array<string> = []
  for (const constant of constants) {
    if (held(constant, SMALL_MOVES) !== undefined) bySmall++
    else if (held(constant, LARGE_MOVES) === undefined) loose.push(describe(constant))
  }
  console.log(
    `${constants.length} numbers, ${readings.length} pages; moved by 20 % a golden page changes for ${bySmall}, by 100 % for ${
      constants.length - loose.length
    }. Held by none:\n${loose.join("\n")}`
  )
  const area = `numbers of html/${folder} that a golden page holds, of ${constants.length}`
  figure({ area, metric: "moved by 20 %", ours: bySmall })
  figure({ area, metric: "moved by 100 %", ours: constants.length - loose.length })
}
