/** Checks the links of a built site. Each must lead to an existing file, and to a heading that is in it. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"

export const faultsOf = (folder: string): ReadonlyArray<string> => {
  const files = globSync("**/*.html", { cwd: folder }).toSorted()
  const ids = new Map<string, ReadonlySet<string>>()
  const idsOf = (file: string): ReadonlySet<string> => {
    const known = ids.get(file)
    if (known !== undefined) return known
    const found = new Set([...readFileSync(join(folder, file), "utf8").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))
    ids.set(file, found)
    return found
  }
  return files.flatMap((file) => {
    const html = readFileSync(join(folder, file), "utf8")
    return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, target = ""]) => {
      if (/^[a-z]+:/.test(target)) return []
      const [path = "", fragment] = target.split("#")
      const to = path === "" ? file : normalize(join(dirname(file), decodeURI(path)))
      if (!existsSync(join(folder, to))) return [`${file}: ${target} leads nowhere`]
      if (fragment === undefined || fragment === "" || !to.endsWith(".html")) return []
      return idsOf(to).has(decodeURIComponent(fragment)) ? [] : [`${file}: ${target} names no heading`]
    })
  })
}
