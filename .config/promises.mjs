// Writes docs/reference/promises.md from the table of promises. A cell is proven by the test that tries it from outside,
// packages/dunlin/test/Promises.test.ts, or by the test that .config/promises.json names. With --check it only compares,
// and fails when a cell has no proof, a proof is no test, or an entry belongs to no cell.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sections } from "../packages/dunlin/src/internal/promises/allPromises.ts"
import { conditions, mistyped } from "../packages/dunlin/src/internal/promises/row.ts"
import { cell, finish, root, write } from "./reference.mjs"

const proofs = JSON.parse(readFileSync(join(root, ".config/promises.json"), "utf8"))
const tried = "packages/dunlin/test/Promises.test.ts"
const ofNames =
  "packages/dunlin/test/SettingNames.test.ts > a typing error in any letter of any setting is rejected, and names a setting"

const texts = new Map()
const textOf = (file) => {
  if (!texts.has(file)) {
    let text = ""
    try {
      text = readFileSync(join(root, file), "utf8")
    } catch {
      // told below: it has no test of that title
    }
    texts.set(file, text)
  }
  return texts.get(file)
}

const faults = []
const used = new Set()
let cells = 0
let outside = 0

const proofOf = (name, condition, { outcome, text }) => {
  cells++
  if (!["holds", "warns", "refuses"].includes(outcome)) faults.push(`${name} ${condition}: unknown outcome ${outcome}`)
  if (textOf(tried).includes(`"${name} ${condition}"`)) {
    outside++
    return `${tried} > ${name} ${condition}`
  }
  const named = proofs[name]?.[condition]
  if (named !== undefined) used.add(`${name} ${condition}`)
  if (named !== undefined || text === "built in") return named
  return text === mistyped.text ? ofNames : faults.push(`${name} ${condition}: no proof`) && undefined
}

const lines = [
  "# Promises",
  "",
  "<!-- Made by `node .config/promises.mjs` from `packages/dunlin/src/internal/promises`. -->",
  "",
  "Each promise depends on a part: a setting, a program or a service. This page lists what happens if the part is not configured, if its setting is invalid, and if the part is down.",
  "",
  "- **holds**: nothing changes for the caller",
  "- **warns**: the response has a `warning`, or the page has `metadata.error`; if there is no response, the log has the warning",
  "- **refuses**: an error with a code. `no start` means that the server exits at startup, with code 2",
  "",
  "At startup, the server logs each promise that its settings cannot keep. `dunlin doctor` lists them, and `/health` returns them in `notKept`. Each link leads to the test that removes the part."
]
for (const [title, rows] of sections) {
  lines.push(
    "",
    `## ${title}`,
    "",
    "| promise | depends on | not configured | invalid | down |",
    "| --- | --- | --- | --- | --- |"
  )
  for (const [name, row] of Object.entries(rows)) {
    const shown = conditions.map((condition) => {
      const { outcome, text } = row[condition]
      const proof = proofOf(name, condition, row[condition])
      if (proof === undefined) return "does not apply"
      const [file, test] = proof.split(" > ")
      if (test === undefined || !textOf(file).includes(test)) {
        faults.push(`${name} ${condition}: ${file} has no test "${test}"`)
      }
      return `[**${outcome}**](../../${file}): ${cell(text)}`
    })
    lines.push(`| \`${name}\`: ${cell(row.promise)} | ${cell(row.part)} | ${shown.join(" | ")} |`)
  }
}
for (const [name, of] of Object.entries(proofs)) {
  for (const condition of Object.keys(of)) {
    if (!used.has(`${name} ${condition}`)) faults.push(`.config/promises.json: ${name} ${condition} proves no cell`)
  }
}
finish(
  [...faults, ...write("promises", lines)],
  `promises: ${cells} cells, ${outside} of them tried from outside, none silent`
)
