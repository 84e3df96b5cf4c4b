/** Writes the results of a run as one file for programs: `packages/tools/bench/results/<name>.json`. */
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg, totalmem } from "node:os"
import { join } from "node:path"

export interface Figure {
  readonly area: string
  readonly metric: string
  /** `dev` if rules were selected with this data, and `fresh` if not. Absent for speeds and fault counts. */
  readonly data?: "dev" | "fresh" | undefined
  readonly ours: number
  readonly peer?: { readonly name: string; readonly value: number } | undefined
}

const figures: Array<Figure> = []

export const figure = (found: Figure): void => {
  figures.push(found)
  const peer = found.peer === undefined ? "" : `; ${found.peer.name}: ${found.peer.value}`
  const data = found.data === undefined ? "" : `, ${found.data}`
  console.log(`${found.area}: ${found.metric}${data}: ${found.ours}${peer}`)
}

const git = (...args: ReadonlyArray<string>): string => {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()
  } catch {
    return "unknown"
  }
}

const printed: Array<string> = []

export const listen = (): void => {
  const { log } = console
  console.log = (...parts: ReadonlyArray<unknown>) => {
    printed.push(parts.map(String).join(" "))
    log(...parts)
  }
}

const peers: Record<string, string> = {}

const manifestOf = (folder: string): { readonly version?: string; readonly dependencies?: Record<string, string> } => {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  } catch {
    return {}
  }
}

export const beside = (folder: string): void => {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    const { version } = manifestOf(join(folder, "node_modules", name))
    if (version !== undefined && !/^(?:@dunlin\/|dunlin$)/.test(name)) peers[name] = version
  }
}

export const hear = (text: string): void => {
  printed.push(...text.split("\n").filter((line) => line !== ""))
}

export const write = (name: string, args: ReadonlyArray<string>, started: Date): string => {
  const folder = new URL("../results/", import.meta.url)
  const file = new URL(`${name}.json`, folder)
  const report = {
    bench: name,
    // A folder of this machine is replaced in the report, because readers do not have it.
    command: ["npm run bench --", name, ...args.map((arg) => arg.replace(/^(--[a-z]+=)?\/.*/, "$1<folder>"))].join(" "),
    date: started.toISOString(),
    seconds: Math.round((Date.now() - started.getTime()) / 100) / 10,
    commit: git("rev-parse", "HEAD"),
    changed: git("status", "--porcelain") !== "",
    node: process.version,
    machine: {
      system: `${process.platform} ${process.arch}`,
      processor: cpus()[0]?.model,
      processors: cpus().length,
      memory: totalmem(),
      // Load of the machine in the last minute.
      load: Math.round(loadavg()[0]! * 10) / 10
    },
    peers,
    figures,
    printed
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  return file.pathname
}
