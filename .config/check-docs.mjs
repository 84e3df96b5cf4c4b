// Every relative link in the docs leads somewhere, and code that names its example is in that example, word for word.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { packages, root } from "./packages.mjs"

const pages = ["README.md"]
// A listing of Node goes through the links between packages, in circles; this one leaves out where they are.
const skipped = new Set(["node_modules", "dist", "fixtures", "data"])
const collect = (folder) => {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !skipped.has(entry.name)) collect(path)
    else if (entry.name.endsWith(".md") && entry.name !== "CHANGELOG.md") pages.push(path)
  }
}
collect("docs")
collect("packages")

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
// Coding agents look for the page of contributors in `.github`; it is the same page.
const page = readFileSync(join(root, "docs/contributing/README.md"), "utf8").replace(/^---\n[^]*?\n---\n+/, "")
const copy = ".github/copilot-instructions.md"
const wanted = page.replaceAll("](../", "](../docs/")
if (process.argv.includes("--write")) writeFileSync(join(root, copy), wanted)
else if (readFileSync(join(root, copy), "utf8") !== wanted) {
  faults.push(`${copy} is not docs/contributing/README.md: run \`node .config/check-docs.mjs --write\``)
}

// A README says what a package is and where the rest stands; figures are in FIGURES.md. Rows of tables do not count.
const MOST_LINES_OF_A_README = 40
for (const { folder, home } of packages) {
  const file = join(home, "README.md")
  const lines = existsSync(file)
    ? readFileSync(file, "utf8").trimEnd().split("\n").filter((line) => !line.startsWith("|")).length
    : 0
  if (lines > MOST_LINES_OF_A_README) {
    faults.push(`${folder}/README.md has ${lines} lines, not at most ${MOST_LINES_OF_A_README}`)
  }
}

if (faults.length > 0) {
  console.error(faults.join("\n"))
  process.exit(1)
}
console.log(`${pages.length} pages: links lead somewhere, ${snippets} snippets are in their examples`)
