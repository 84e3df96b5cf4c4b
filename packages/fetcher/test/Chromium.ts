import { BrowserFetcher } from "@dunlin/fetcher"
import { describe } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { executable, isMissing } from "../../common/test/chromium.ts"

export { executable } from "../../common/test/chromium.ts"

/** Runs `tests` where a Chromium is installed; elsewhere the suite is skipped by name, unless CI insists. */
export const withChromium = (name: string, tests: () => void): void => {
  describe.skipIf(isMissing)(`${name}${isMissing ? " (apt-get install chromium-headless-shell)" : ""}`, tests)
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
