/** Receives a crawler's task, and reports its result. */
import type { Crawled, Task } from "../crawl.ts"

export const task = JSON.parse(process.argv[2]!) as Task

/**
 * Processor time of the main thread in seconds. It is the bottleneck if there are enough processors for other threads.
 */
const mainThread = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1e6
}

/** Reports the result of a crawl to the bench, and ends the process. */
export const tell = async (crawl: () => Promise<ReadonlyArray<string>>): Promise<void> => {
  const begin = performance.now()
  const found = await crawl()
  const seconds = (performance.now() - begin) / 1000
  const { maxRSS, systemCPUTime, userCPUTime } = process.resourceUsage()
  const crawled: Crawled = {
    found,
    seconds,
    cpu: (userCPUTime + systemCPUTime) / 1e6,
    main: mainThread(),
    megabytes: maxRSS / 1024
  }
  process.send!(crawled, () => process.exit(0))
}
