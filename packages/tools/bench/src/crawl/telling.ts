/** What a crawler is asked, and how it tells what came of it. */
import type { Crawled, Task } from "../crawl.ts"

export const task = JSON.parse(process.argv[2]!) as Task

/** Seconds of processor time of the main thread, which are the limit where there are enough processors for the others. */
const mainThread = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1e6
}

/** Tells the bench what a crawl found, and ends the process. */
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
