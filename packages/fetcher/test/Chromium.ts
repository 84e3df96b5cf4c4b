import { BrowserFetcher } from "@dunlin/fetcher"
import { describe } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"

const places = [
  process.env.DUNLIN_BROWSER ?? "",
  "/usr/lib/chromium/chromium-headless-shell",
  "/usr/lib/chromium/chromium",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

/** Path of an installed Chromium. */
export const executable = places.find((place) => place !== "" && existsSync(place))

const isSkipped = executable === undefined && process.env.REQUIRE_REAL !== "1"

/** Runs `tests` where a Chromium is installed; elsewhere the suite is skipped by name, unless CI insists. */
export const withChromium = (name: string, tests: () => void): void => {
  describe.skipIf(isSkipped)(`${name}${isSkipped ? " (apt-get install chromium-headless-shell)" : ""}`, tests)
}

export const layerBrowser = BrowserFetcher.layer(executable === undefined ? {} : { executable })

interface Process {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

/** The process table, read the Linux way. */
const processes = (): ReadonlyArray<Process> =>
  readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    const read = (file: string) => readFileSync(`/proc/${name}/${file}`, "latin1")
    try {
      return [{ pid: Number(name), parent: Number(/\) \S (\d+)/.exec(read("stat"))?.[1]), command: read("cmdline") }]
    } catch {
      return []
    }
  })

/** The browsers this process has started. */
export const browsers = (): ReadonlyArray<number> =>
  processes().filter(({ command, parent }) => parent === process.pid && /chrom/.test(command)).map(({ pid }) => pid)

/** The processes of those browsers that hold a page. */
export const renderers = (): ReadonlyArray<number> => {
  const all = processes()
  const parents: Array<number> = [...browsers()]
  for (const parent of parents) {
    parents.push(...all.filter((process) => process.parent === parent).map(({ pid }) => pid))
  }
  return all.filter(({ command, pid }) => parents.includes(pid) && command.includes("--type=renderer")).map(({ pid }) =>
    pid
  )
}
