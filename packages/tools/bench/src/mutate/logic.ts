/**
 * Draws logic mutants of packages and runs each package's unit tests against them, to find faults that no test
 * detects. A mutant is loaded instead of its source file, which does not change.
 */
import { spawn } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { pathToFileURL } from "node:url"
import { packages, root } from "../../../../../.config/packages.mjs"
import { wholeBelow } from "../../../../common/test/random.ts"
import { optionOf } from "../options.ts"
import { figure } from "../report.ts"
import { type Mutant, mutantsOf } from "./logicMutants.ts"

/** Default number of mutants. */
const USUAL_COUNT = 25
const USUAL_SEED = 4711

/** Timeout for the tests of a mutant, as a multiple of the normal run. A mutant that never ends counts as detected. */
const MAX_RUN_OF_USUAL_RUN = 10
const MIN_MILLIS_OF_RUN = 60_000
const MAX_MILLIS_OF_USUAL_RUN = 1_800_000

/** Matches files whose mutants show nothing about unit tests: trained weights, word tables and suites of adapters. */
const skipped = /(?:Table|[wW]eights|[tT]esting|\/index)\.ts$|\/testing\//

interface Drawn {
  readonly path: string
  readonly file: string
  readonly line: number
  readonly mutant: Mutant
}

type Outcome = "killed" | "survived" | "timeout" | "unloaded"

const loader = new URL("./mutantLoader.mjs", import.meta.url).href
const vitest = join(root, "node_modules/vitest/vitest.mjs")

/** Kinds of tests that need no external component. `exhaustive` tests only take longer. */
const KINDS = ["unit", "exhaustive"] as const

const runKind = (
  kind: (typeof KINDS)[number],
  path: string,
  limit: number,
  file?: string,
  mutant?: Mutant
): Promise<Outcome> => {
  const folder = mkdtempSync(join(tmpdir(), "dunlin-mutant-"))
  const report = join(folder, "report")
  const asked = mutant === undefined || file === undefined
    ? {}
    : { DUNLIN_BENCH_MUTANT: JSON.stringify({ ...mutant, url: pathToFileURL(file).href, report }) }
  const args = [
    "run",
    "--config",
    ".config/vitest.ts",
    "--project",
    kind,
    "--passWithNoTests",
    "--bail",
    "1",
    "--reporter",
    "dot"
  ]
  const { NODE_OPTIONS = "", ...rest } = process.env
  const child = spawn(process.execPath, [vitest, ...args, `packages/${path}/test/`], {
    cwd: root,
    stdio: "ignore",
    detached: true,
    env: { ...rest, ...asked, NODE_OPTIONS: `${NODE_OPTIONS} --import=${loader}` }
  })
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      // The whole process group is killed, because the tests are children of the runner.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    }, limit)
    child.once("close", (code) => {
      clearTimeout(timer)
      const isLoaded = globSync(report).length > 0
      rmSync(folder, { recursive: true, force: true })
      resolve(isLate ? "timeout" : code !== 0 ? "killed" : isLoaded || mutant === undefined ? "survived" : "unloaded")
    })
  })
}

/** Runs the kinds of tests until one of them detects the mutant. */
const runTests = async (path: string, limit: number, file?: string, mutant?: Mutant): Promise<Outcome> => {
  let best: Outcome = "unloaded"
  for (const kind of KINDS) {
    const outcome = await runKind(kind, path, limit, file, mutant)
    if (outcome === "killed" || outcome === "timeout") return outcome
    if (outcome === "survived") best = outcome
  }
  return best
}

const draw = (paths: ReadonlyArray<string>, count: number, seed: number): ReadonlyArray<Drawn> => {
  const below = wholeBelow(seed)
  const all = new Map(paths.map((path) => {
    const files = globSync("src/**/*.ts", { cwd: join(root, "packages", path) })
      .map((file) => join(root, "packages", path, file)).filter((file) => !skipped.test(file)).toSorted()
    return [
      path,
      files.flatMap((file) => {
        const source = readFileSync(file, "utf8")
        return mutantsOf(source).map((mutant): Drawn => ({
          path,
          file,
          line: source.slice(0, mutant.start).split("\n").length,
          mutant
        }))
      })
    ] as const
  }))
  const drawn: Array<Drawn> = []
  while (drawn.length < count && [...all.values()].some(({ length }) => length > 0)) {
    for (const rest of all.values()) {
      if (rest.length > 0 && drawn.length < count) drawn.push(...rest.splice(below(rest.length), 1))
    }
  }
  return drawn
}

export const runLogic = async (args: ReadonlyArray<string>): Promise<void> => {
  const words = args.filter((arg) => !arg.startsWith("--"))
  const paths = packages.map(({ path }) => path).filter((path) =>
    words.length === 0
      ? !path.startsWith("tools/") && globSync(`packages/${path}/test/*.test.ts`, { cwd: root }).length > 0
      : words.includes(path)
  )
  const count = Number(optionOf(args, "count") ?? USUAL_COUNT)
  const seed = Number(optionOf(args, "seed") ?? USUAL_SEED)
  const only = optionOf(args, "file") ?? ""
  const drawn = draw(paths, only === "" ? count : Infinity, seed).filter(({ file }) => file.includes(only))
    .slice(0, count)
  const nameOf = ({ file, line, mutant }: Drawn) => `${relative(root, file)}:${line} ${mutant.says}`
  if (args.includes("--list")) return console.log(drawn.map(nameOf).join("\n"))
  const limits = new Map<string, number>()
  for (const path of new Set(drawn.map(({ path }) => path))) {
    const start = performance.now()
    const outcome = await runTests(path, MAX_MILLIS_OF_USUAL_RUN)
    if (outcome !== "survived") throw new Error(`the unit tests of ${path} fail without a mutant`)
    limits.set(path, Math.max(MIN_MILLIS_OF_RUN, MAX_RUN_OF_USUAL_RUN * (performance.now() - start)))
  }
  const outcomes = new Map<Outcome, number>()
  for (const each of drawn) {
    const outcome = await runTests(each.path, limits.get(each.path)!, each.file, each.mutant)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    console.log(`${outcome}\t${nameOf(each)}`)
  }
  const killed = (outcomes.get("killed") ?? 0) + (outcomes.get("timeout") ?? 0)
  console.log(`${killed} of ${drawn.length} mutants are detected by the unit tests of their package`)
  const area = `random logic mutants, seed ${seed}, of ${drawn.length}`
  figure({ area, metric: "detected by the unit tests of their package", ours: killed })
  figure({ area, metric: "in modules that no unit test loads", ours: outcomes.get("unloaded") ?? 0 })
}
