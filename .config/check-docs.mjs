// Every relative link in the docs leads somewhere, and code that names its example is in that example, word for word.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const pages = ["README.md"]
for (const folder of ["docs", "packages"]) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length + 1)
    if (entry.name.endsWith(".md") && !/node_modules|dist|fixtures|CHANGELOG|\/data\//.test(path)) pages.push(path)
  }
}

const squash = (text) => text.replace(/\s+/g, " ").trim()
const faults = []
let snippets = 0
for (const page of pages) {
  const text = readFileSync(join(root, page), "utf8")
  const prose = text.replace(/```[\s\S]*?```/g, "").replace(/`[^`\n]*`/g, "")
  for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?:|mailto:|#)/.test(target)) continue
    const file = join(root, dirname(page), target.split("#")[0])
    if (!existsSync(file)) faults.push(`${page}: the link ${target} leads nowhere`)
  }
  for (const [, example, code] of text.matchAll(/<!-- (examples\/\S+) -->\s*```\w*\n([\s\S]*?)```/g)) {
    snippets++
    if (!existsSync(join(root, example))) faults.push(`${page}: there is no ${example}`)
    else if (!squash(readFileSync(join(root, example), "utf8")).includes(squash(code))) {
      faults.push(`${page}: this code is not in ${example}:\n${code}`)
    }
  }
}
if (faults.length > 0) {
  console.error(faults.join("\n"))
  process.exit(1)
}
console.log(`${pages.length} pages: links lead somewhere, ${snippets} snippets are in their examples`)
