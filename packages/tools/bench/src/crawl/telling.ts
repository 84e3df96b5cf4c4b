/** Receives a crawler's task, and reports its result. */
import type { Crawled, Task } from "../crawl.ts"

export const task = JSON.parse(process.argv[2]!) as Task

export type Used = Pick<Crawled, "cpu" | "main" | "megabytes">

const mainThread = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1e6
}

export const used = (): Used => {
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage()
  return { cpu: (userCPUTime + systemCPUTime) / 1e6, main: mainThread(), megabytes: maxRSS / 1024 }
}

const together = (all: ReadonlyArray<Used>): Used => ({
  cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
  main: Math.max(...all.map(({ main }) => main)),
  megabytes: all.reduce((sum, { megabytes }) => sum + megabytes, 0)
})

/** Reports the result of a crawl to the bench, and ends the process. */
export const tell = async (
  crawl: () => Promise<ReadonlyArray<string>>,
  others: () => Promise<ReadonlyArray<Used>> = async () => []
): Promise<void> => {
  // While a site is paused, the worker has only timers, which do not keep a process alive.
  process.channel?.ref()
  const begin = performance.now()
  const found = await crawl()
  const seconds = (performance.now() - begin) / 1000
  const crawled: Crawled = { found, seconds, ...together([used(), ...await others()]) }
  process.send!(crawled, () => process.exit(0))
}
