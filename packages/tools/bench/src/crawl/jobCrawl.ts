/**
 * Runs the crawl of jobs with a store in a file, as in `dunlin serve`. If the task has additional processes, starts
 * them.
 */
import { Crawl, JobProgress } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { CrawlRequest } from "@dunlin/schema"
import { Effect, Stream } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { jobLayer } from "./jobLayer.ts"
import { task, tell, type Used } from "./telling.ts"

const { cap, folder, processes = 0, url } = task
const data = mkdtempSync(join(folder, "jobs-"))
const others: Array<ChildProcess> = []

const startOthers = () => {
  for (let at = 0; at < processes; at++) {
    others.push(fork(join(import.meta.dirname, "nursery.ts"), [JSON.stringify({ ...task, data }), "jobWork.ts"]))
  }
}

const endOthers = () =>
  Promise.all(others.map(async (other) => {
    other.send("end")
    const [used] = await once(other, "message") as [Used]
    return used
  }))

const crawl = async () => {
  const found: Array<string> = []
  await Effect.runPromise(
    Effect.gen(function*() {
      const request = yield* CrawlRequest.decode({
        url,
        limit: cap,
        scrapeOptions: { maxAge: 0, storeInCache: false }
      })
      yield* Crawl.submit({ id: "bench", caller: Caller.local, request })
      startOthers()
      yield* Stream.runForEach(
        JobProgress.follow({ team: Caller.local.team, job: "bench" }),
        ({ results }) =>
          Effect.sync(() => {
            for (const result of results) found.push((result as any).metadata.url)
          })
      )
    }).pipe(Effect.provide(jobLayer(task, data)))
  )
  return found
}

export const run = () =>
  tell(crawl, async () => {
    const used = await endOthers()
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    return used
  })
