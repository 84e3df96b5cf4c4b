import { createHash } from "node:crypto"
import { readdirSync, readFileSync, realpathSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

export interface Document {
  readonly id: string
  readonly url: string
  readonly title: string
  readonly text: string
  readonly heldOut: boolean
}

const store = fileURLToPath(new URL("../../../../../node_modules/.pnpm", import.meta.url))
const shortest = 400
const licence = /^(?:licen[cs]e|changelog|history|releases?|security|code_of_conduct)/i

function* files(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (entry.name !== "node_modules") yield* files(path)
    } else if (/\.mdx?$/i.test(entry.name) && !licence.test(entry.name)) yield path
  }
}

const packagesOf = (folder: string): ReadonlyArray<readonly [string, string]> =>
  readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap((entry) =>
    entry.name.startsWith("@")
      ? readdirSync(join(folder, entry.name)).map((name) =>
        [`${entry.name}/${name}`, join(folder, entry.name, name)] as const
      )
      : [[entry.name, join(folder, entry.name)] as const]
  )

const digest = (text: string): string => createHash("sha256").update(text).digest("hex")

export const isHeldOut = (name: string): boolean => Number.parseInt(digest(name).slice(0, 2), 16) >= 128

const plainTitle = (text: string): string =>
  text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/<[^>]*>|[`*]|\[|\]|^["']|["']$/g, "").replace(/\s+/g, " ")
    .trim()

export const read = (): ReadonlyArray<Document> => {
  const seen = new Set<string>()
  const out: Array<Document> = []
  const done = new Set<string>()
  for (const entry of readdirSync(store).toSorted()) {
    const modules = join(store, entry, "node_modules")
    let packages: ReadonlyArray<readonly [string, string]>
    try {
      packages = packagesOf(modules)
    } catch {
      continue
    }
    for (const [name, link] of packages) {
      const path = realpathSync(link)
      if (done.has(name) || !path.startsWith(modules)) continue
      done.add(name)
      for (const file of files(path)) {
        const source = readFileSync(file, "utf8")
        const [, front = ""] = /^---\n([\s\S]{0,2000}?)\n---/.exec(source) ?? []
        const text = source.slice(front === "" ? 0 : front.length + 8)
        const title = plainTitle(
          /^title:[ \t]*(.+)$/m.exec(front)?.[1] ?? /^#[ \t]+(.+)$/m.exec(text)?.[1] ?? basename(file)
        )
        const key = digest(text)
        if (text.length < shortest || title === "" || seen.has(key)) continue
        seen.add(key)
        const id = `${name}${file.slice(path.length)}`
        out.push({ id, url: `https://docs.example/${id.replace("@", "")}`, title, text, heldOut: isHeldOut(name) })
      }
    }
  }
  return out
}
