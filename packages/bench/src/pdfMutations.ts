// npm run bench -- pdfMutations [FILE...]
//
// Which thresholds of the layout of PDFs are held by the golden documents: each named number of `layout` and `compose` is
// raised and lowered by a third, one at a time, and the documents are read again. A number that changes none of them
// may be wrong without a test that fails.
import { spawn } from "node:child_process"
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { figure } from "./report.ts"

const transformers = fileURLToPath(new URL("../../transformers", import.meta.url))
const wings = ["layout", "compose"].map((wing) => join("src/internal/pdf", wing))

/** How a number is changed: a whole one stays one, and changes by one at least. */
const changes = [4 / 3, 2 / 3]
const change = (value: number, by: number): number => {
  const changed = value * by
  if (!Number.isInteger(value)) return Number(changed.toFixed(4))
  return by > 1 ? Math.max(value + 1, Math.ceil(changed)) : Math.max(0, Math.min(value - 1, Math.floor(changed)))
}

const constant = /^const ([A-Z][A-Z0-9_]+) = ([\d_.]+)$/gm

const runner = `
import { readdirSync, readFileSync } from "node:fs"
import { markdownOf, sketches } from "./test/pdfSketch.ts"
const folder = new URL("./test/fixtures/goldenPdf/", import.meta.url)
const failed = readdirSync(folder).filter((name) => name.endsWith(".txt")).filter((name) => {
  const expected = readFileSync(new URL(name.replace(/txt$/, "md"), folder), "utf8")
  try {
    return markdownOf(...sketches(readFileSync(new URL(name, folder), "utf8"))) + "\\n" !== expected
  } catch {
    return true
  }
})
console.log(failed.join(" "))
process.exit(0)
`

/** Names of the golden documents that fail. */
const failing = (folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--no-warnings", "runner.ts"], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"]
    })
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text
    })
    child.on("error", reject)
    child.on("close", () => resolve(output.trim()))
  })

const mutate = async (
  folder: string,
  file: string
): Promise<{ readonly held: number; readonly free: Array<string> }> => {
  const path = join(folder, file)
  const source = await readFile(path, "utf8")
  const free: Array<string> = []
  let held = 0
  for (const [text, name, digits] of source.matchAll(constant)) {
    const value = Number(digits!.replaceAll("_", ""))
    const notices: Array<string> = []
    for (const by of changes) {
      await writeFile(path, source.replace(text, `const ${name} = ${change(value, by)}`))
      notices.push(await failing(folder))
    }
    if (notices.some((failed) => failed !== "")) held++
    else free.push(name!)
  }
  await writeFile(path, source)
  return { held, free }
}

export const run = async (args: ReadonlyArray<string>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), "dunlin-mutations-"))
  try {
    for (const part of ["src", "test", "package.json"]) {
      await cp(join(transformers, part), join(folder, part), { recursive: true })
    }
    await symlink(join(transformers, "node_modules"), join(folder, "node_modules"))
    await writeFile(join(folder, "runner.ts"), runner)
    const before = await failing(folder)
    if (before !== "") throw new Error(`These golden documents fail before anything is changed: ${before}`)
    let held = 0
    let all = 0
    for (const wing of wings) {
      for (const file of (await readdir(join(folder, wing))).sort()) {
        if (args.length > 0 && !args.includes(file)) continue
        const found = await mutate(folder, join(wing, file))
        held += found.held
        all += found.held + found.free.length
        if (found.held + found.free.length === 0) continue
        console.log(`${file.padEnd(16)} ${found.held} of ${found.held + found.free.length} held`)
        if (found.free.length > 0) console.log(`  not: ${found.free.join(", ")}`)
      }
    }
    console.log(`${held} of ${all} thresholds are held by the golden documents`)
    figure({ area: "PDF", metric: `thresholds that a golden document holds, of ${all}`, ours: held })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
