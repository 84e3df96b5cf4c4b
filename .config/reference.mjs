// A page of docs/reference that is made from the source: written, or with --check compared with what is there.
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

export const root = join(dirname(fileURLToPath(import.meta.url)), "..")

/** Writes the page, or tells what is wrong with it: at most one fault. */
export const write = (name, lines) => {
  const target = join(root, "docs/reference", `${name}.md`)
  const text = `${lines.join("\n")}\n`
  if (!process.argv.includes("--check")) {
    writeFileSync(target, text)
    return []
  }
  let current = ""
  try {
    current = readFileSync(target, "utf8")
  } catch {
    // Not made yet: it differs.
  }
  return current === text ? [] : [`docs/reference/${name}.md is out of date: run \`node .config/${name}.mjs\``]
}

/** Text for the cell of a table. */
export const cell = (text) => String(text ?? "").replaceAll("|", "\\|").replaceAll("\n", " ")

/** Ends with every fault told, or with what was found. */
export const finish = (faults, found) => {
  if (faults.length > 0) {
    console.error(faults.join("\n"))
    process.exit(1)
  }
  console.log(found)
}
