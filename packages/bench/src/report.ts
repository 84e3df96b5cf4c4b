/** What a run found, as one file for programs: `packages/bench/results/<name>.json`. */
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { cpus, totalmem } from "node:os"

/** One result beside that of a peer in the same run. */
export interface Figure {
  readonly area: string
  readonly metric: string
  readonly ours: number
  readonly peer?: { readonly name: string; readonly value: number } | undefined
}

const figures: Array<Figure> = []

/** Prints a figure, and keeps it for the report. */
export const figure = (found: Figure): void => {
  figures.push(found)
  const peer = found.peer === undefined ? "" : `; ${found.peer.name}: ${found.peer.value}`
  console.log(`${found.area}: ${found.metric}: ${found.ours}${peer}`)
}

const git = (...args: ReadonlyArray<string>): string => {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
  } catch {
    return "unknown"
  }
}

/** Lines that a benchmark printed itself, for those whose results are tables. */
const printed: Array<string> = []

/** Listens to what is printed. */
export const listen = (): void => {
  const { log } = console
  console.log = (...parts: ReadonlyArray<unknown>) => {
    printed.push(parts.map(String).join(" "))
    log(...parts)
  }
}

/** Writes the report of a benchmark that has ended; says where. */
export const write = (name: string, args: ReadonlyArray<string>, started: Date): string => {
  const folder = new URL("../results/", import.meta.url)
  const file = new URL(`${name}.json`, folder)
  const report = {
    bench: name,
    command: ["npm run bench --", name, ...args].join(" "),
    date: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 100) / 10,
    commit: git("rev-parse", "HEAD"),
    changed: git("status", "--porcelain") !== "",
    node: process.version,
    machine: {
      system: `${process.platform} ${process.arch}`,
      processor: cpus()[0]?.model,
      processors: cpus().length,
      memory: totalmem()
    },
    figures,
    printed
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  return file.pathname
}
