// Which numbers of main content no golden page holds: npm run bench -- mutate [--under=content] [--only=judge,root]
// Each named number is moved by 20 % and by 100 %, both ways, and the golden pages are read again: their markdown, and
// what became of each piece of text. A number that can be doubled and set to nothing without a change is held by none.
import { readdirSync, readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { basename, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type GoldenPage, goldenPages, readingOf } from "../../transformers/test/goldenPages.ts"
import { figure } from "./report.ts"

const rooms = fileURLToPath(new URL("../../transformers/src/internal/html", import.meta.url))
const SMALL_MOVES = [0.8, 1.2]
const LARGE_MOVES = [0, 2]

interface Constant {
  readonly file: string
  readonly name: string
  readonly value: string
}

/** A number with a name at the top of a file. */
const declaration = /^(export )?const (\w+) = (\d[\d_]*(?:\.\d+)?)$/gm

const constantsOf = (folder: string): ReadonlyArray<Constant> =>
  readdirSync(join(rooms, folder)).filter((name) => name.endsWith(".ts") && name !== "weights.ts").flatMap((name) => {
    const file = join(rooms, folder, name)
    return [...readFileSync(file, "utf8").matchAll(declaration)].map((found) => ({
      file,
      name: found[2]!,
      value: found[3]!
    }))
  })

/** A number moved by a factor; one that counts stays whole, and moves by one at least. */
const moved = (value: string, factor: number): number => {
  const number = Number(value.replaceAll("_", ""))
  if (value.includes(".")) return number * factor
  const whole = Math.round(number * factor)
  return whole === number ? number + Math.sign(factor - 1) : whole
}

type Setters = Map<string, (value: number) => void>
const keyOf = ({ file, name }: Constant): string => `${pathToFileURL(file).href} ${name}`

/** Loads the modules so that the numbers of a folder are variables; returns what sets each of them. */
const openNumbers = (folder: string): Setters => {
  const setters: Setters = new Map()
  const holder = "dunlinNumbers"
  Object.assign(globalThis, { [holder]: setters })
  const under = pathToFileURL(join(rooms, folder)).href
  registerHooks({
    load: (url, context, next) => {
      const found = next(url, context)
      if (!url.startsWith(under) || url.endsWith("weights.ts")) return found
      const source = String(found.source)
      const names = [...source.matchAll(declaration)].map((match) => match[2]!)
      const opened = names.map((name) =>
        `globalThis.${holder}.set(${JSON.stringify(`${url} ${name}`)}, (value) => { ${name} = value })`
      )
      return { ...found, source: `${source.replace(declaration, "$1let $2 = $3")}\n${opened.join("\n")}` }
    }
  })
  return setters
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const only = option("only")?.split(",")
  const folder = option("under") ?? "content"
  const setters = openNumbers(folder)
  const Html = await import("../../transformers/src/html/Html.ts")
  const pages = goldenPages()
  const read = (page: GoldenPage): string => {
    const { markdown, why } = readingOf(Html, page)
    return `${markdown}\f${why}`
  }
  const before = pages.map(read)
  const isChanged = (): boolean => {
    try {
      return pages.some((page, k) => read(page) !== before[k])
    } catch {
      // What cannot be read any more is another page, too.
      return true
    }
  }
  const constants = constantsOf(folder).filter(({ file, name }) =>
    only === undefined || only.includes(name) || only.includes(basename(file, ".ts"))
  )
  let bySmall = 0
  const loose: Array<string> = []
  for (const constant of constants) {
    const set = setters.get(keyOf(constant))
    if (set === undefined) continue
    const holds = (factor: number): boolean => {
      set(moved(constant.value, factor))
      const changed = isChanged()
      set(Number(constant.value.replaceAll("_", "")))
      return changed
    }
    const small = SMALL_MOVES.some(holds)
    if (small) bySmall++
    else if (!LARGE_MOVES.some(holds)) loose.push(`${basename(constant.file)} ${constant.name} = ${constant.value}`)
  }
  console.log(
    `${constants.length} numbers, ${pages.length} pages; moved by 20 % a golden page changes for ${bySmall}, by 100 % for ${
      constants.length - loose.length
    }. Held by none:\n${loose.join("\n")}`
  )
  const area = `numbers of html/${folder} that a golden page holds, of ${constants.length}`
  figure({ area, metric: "moved by 20 %", ours: bySmall })
  figure({ area, metric: "moved by 100 %", ours: constants.length - loose.length })
}
