/** The crawl of jobs, over a store in a file, as in `dunlin serve`. */
import { EgressGuard, EgressHttpClient } from "@dunlin/fetcher"
import { Crawl, JobProgress, JobRunner, SqliteJobStore } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { CrawlRequest } from "@dunlin/schema"
import * as Services from "dunlin/Services"
import { Effect, Layer, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { task, tell } from "./telling.ts"

const { cap, concurrency, threads, url } = task
const data = mkdtempSync(join(task.folder, "jobs-"))
const allow = [new URL(url).host]
const layer = JobRunner.layer({ concurrency }).pipe(
  Layer.provide(EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer({ allow })))),
  Layer.provideMerge(Layer.merge(
    Services.layer({ allow, htmlThreads: threads }),
    SqliteJobStore.layer({ file: join(data, "jobs.sqlite"), mostPerHost: concurrency })
  ))
)

export const run = () =>
  tell(async () => {
    const found: Array<string> = []
    await Effect.runPromise(
      Effect.gen(function*() {
        const request = yield* CrawlRequest.decode({
          url,
          limit: cap,
          scrapeOptions: { maxAge: 0, storeInCache: false }
        })
        yield* Crawl.submit({ id: "bench", caller: Caller.local, request })
        yield* Stream.runForEach(
          JobProgress.follow({ team: Caller.local.team, job: "bench" }),
          ({ results }) =>
            Effect.sync(() => {
              for (const result of results) found.push((result as any).metadata.url)
            })
        )
      }).pipe(Effect.provide(layer))
    )
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    return found
  })
