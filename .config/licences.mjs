// Lists the licences of a bill of materials (CycloneDX), and fails when one is not among those we ship.
//   node .config/licences.mjs sbom.json
import { readFileSync } from "node:fs"

/** Each lets others use the work as ours is used: MIT and what asks for no more than a notice. */
const accepted = new Set([
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "Unlicense"
])

const { components = [] } = JSON.parse(readFileSync(process.argv[2], "utf8"))
const said = (component) =>
  (component.licenses ?? []).map(({ expression, license }) => expression ?? license?.id ?? license?.name).join(" AND ")

/** Of a choice one is enough. */
const isAccepted = (expression) =>
  expression.replace(/[()]/g, "").split(" AND ").every((part) =>
    part.split(" OR ").some((one) => accepted.has(one.trim()))
  )

const rows = components.map((component) => `${component.name} ${component.version}: ${said(component) || "none"}`)
  .sort()
console.log(rows.join("\n"))
const wrong = components.filter((component) => !isAccepted(said(component)))
for (const component of wrong) console.error(`${component.name}: ${said(component) || "no licence"} is not accepted`)
console.log(`${rows.length} packages, ${new Set(components.map(said)).size} licences`)
process.exitCode = wrong.length > 0 || rows.length === 0 ? 1 : 0
