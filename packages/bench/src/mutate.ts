// Which numbers of main content no golden page holds: npm run bench -- mutate [--under=content] [--only=judge]
// Each named number is moved by 20 % and by 100 %, both ways, and the golden pages are read again. A number that can be
// doubled and set to nothing without a change of any page is held by none.
import { spawn } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import type * as HtmlModule from "../../transformers/src/html/Html.ts"

const transformers = fileURLToPath(new URL("../../transformers/", import.meta.url))
const rooms = join(transformers, "src/internal/html")
const golden = join(transformers, "test/fixtures/golden")
const SMALL_MOVES = [0.8, 1.2]
const LARGE_MOVES = [0, 2]

interface Constant {
  readonly file: string
  readonly name: string
  readonly value: string
}

/** A number with a name at the top of a file. */
const declaration = /^(?:export )?const (\w+) = (\d[\d_]*(?:\.\d+)?)$/gm

const constantsOf = (folder: string): ReadonlyArray<Constant> =>
  readdirSync(join(rooms, folder)).filter((name) => name.endsWith(".ts") && name !== "weights.ts").flatMap((name) => {
    const file = join(rooms, folder, name)
    return [...readFileSync(file, "utf8").matchAll(declaration)].map((found) => ({
      file,
      name: found[1]!,
      value: found[2]!
    }))
  })

/** A number moved by a factor; one that counts stays whole, and moves by one at least. */
const moved = (value: string, factor: number): string => {
  const number = Number(value.replaceAll("_", ""))
  if (value.includes(".")) return String(number * factor)
  const whole = Math.round(number * factor)
  return String(whole === number ? number + Math.sign(factor - 1) : whole)
}

/** What is read of all golden pages when one number is another; `undefined` when reading them fails. */
const readWith = async (constant: Constant | undefined, factor: number, turn: number): Promise<string | undefined> => {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      return found.url.startsWith("file:") && found.url.includes("/transformers/src/")
        ? { ...found, url: `${found.url}?turn=${turn}` }
        : found
    },
    load: (url, context, next) => {
      const found = next(url, context)
      if (constant === undefined || !url.endsWith(`?turn=${turn}`) || fileURLToPath(url) !== constant.file) return found
      const source = String(found.source).replace(
        `const ${constant.name} = ${constant.value}\n`,
        `const ${constant.name} = ${moved(constant.value, factor)}\n`
      )
      return { ...found, source }
    }
  })
  try {
    const Html = await import(join(transformers, "src/html/Html.ts")) as typeof HtmlModule
    return readdirSync(golden).filter((name) => name.endsWith(".html")).map((name) => {
      const html = readFileSync(join(golden, name), "utf8")
      const page = Html.parse(html, /rel="canonical" href="([^"]+)"/.exec(html)?.[1])
      return Html.markdown(page, Html.mainContent(page)).markdown
    }).join("\n\f\n")
  } catch {
    return undefined
  } finally {
    hooks.deregister()
  }
}

/** Says of one number which moves change a page; a process of its own, so that what it loads is let go. */
const tryOne = async (constant: Constant): Promise<void> => {
  const before = await readWith(undefined, 1, 0)
  const held: Array<number> = []
  for (const [k, factor] of [...SMALL_MOVES, ...LARGE_MOVES].entries()) {
    if (await readWith(constant, factor, k + 1) !== before) held.push(factor)
  }
  console.log(JSON.stringify(held))
}

const heldBy = (constant: Constant): Promise<ReadonlyArray<number>> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(constant)], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let out = ""
    child.stdout.on("data", (data: Buffer) => (out += data.toString()))
    child.on("error", reject)
    child.on("close", (code) =>
      code === 0 ? resolve(JSON.parse(out.trim().split("\n").at(-1)!)) : reject(new Error(`${constant.name}: ${code}`)))
  })

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const only = option("only")
  const constants = constantsOf(option("under") ?? "content").filter(({ file, name }) =>
    only === undefined || name === only || basename(file, ".ts") === only
  )
  let bySmall = 0
  const loose: Array<string> = []
  for (const constant of constants) {
    const held = await heldBy(constant)
    if (held.some((factor) => SMALL_MOVES.includes(factor))) bySmall++
    if (held.length === 0) loose.push(`${basename(constant.file)} ${constant.name} = ${constant.value}`)
  }
  console.log(
    `${constants.length} numbers; moved by 20 % a golden page changes for ${bySmall}, by 100 % for ${
      constants.length - loose.length
    }. Held by none:\n${loose.join("\n")}`
  )
}

if (import.meta.main) await tryOne(JSON.parse(process.argv[2]!) as Constant)
