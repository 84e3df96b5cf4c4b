// Writes the drawing of the packages into docs/explanation/architecture.md, from their manifests. With --check it only compares.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { published, root } from "./packages.mjs"

const page = join(root, "docs/explanation/architecture.md")
const place = /(<!-- packages: [^>]* -->)[^]*?(<!-- \/packages -->)/

const shortName = (name) => name.replace("@dunlin/", "")

/** Every package may import it, so an arrow to it says nothing. */
const FOR_ALL = "common"

const imports = new Map(
  published.map(({ manifest: { dependencies = {}, name } }) => [
    shortName(name),
    Object.keys(dependencies).filter((other) => other.startsWith("@dunlin/")).map(shortName)
      .filter((other) => other !== FOR_ALL)
  ])
)

const reachable = (name, seen = new Set()) => {
  for (const other of imports.get(name) ?? []) {
    if (seen.has(other)) continue
    seen.add(other)
    reachable(other, seen)
  }
  return seen
}

/** Imports that do not follow from others. */
const direct = (name) => {
  const all = imports.get(name) ?? []
  return all.filter((other) => !all.some((between) => between !== other && reachable(between).has(other)))
}

const arrows = [...imports.keys()].filter((name) => name !== FOR_ALL && direct(name).length > 0)
  .map((name) => `  ${name} --> ${direct(name).join(" & ")}`)
const drawing = [
  "```mermaid",
  "flowchart TD",
  ...arrows,
  "```"
].join("\n")

const before = readFileSync(page, "utf8")
if (!place.test(before)) throw new Error(`${page} has no place for the drawing: ${place}`)
const after = before.replace(place, (_, begin, end) => `${begin}\n\n${drawing}\n\n${end}`)
if (!process.argv.includes("--check")) writeFileSync(page, after)
else if (before !== after) {
  console.error(
    "docs/explanation/architecture.md draws other imports than the packages have: run node .config/architecture.mjs"
  )
  process.exitCode = 1
}
