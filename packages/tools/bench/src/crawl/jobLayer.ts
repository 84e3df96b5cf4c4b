/** Provides the services of a crawl of jobs: a store in a file, as in `dunlin serve`. */
import { EgressGuard, EgressHttpClient } from "@dunlin/fetcher"
import { JobRunner, SqliteJobStore } from "@dunlin/jobs"
import * as Services from "dunlin/Services"
import { Layer } from "effect"
import { join } from "node:path"
import type { Task } from "../crawl.ts"

export const jobLayer = ({ concurrency, processes = 0, threads, url }: Task, data: string) => {
  const allow = [new URL(url).host]
  return JobRunner.layer({ concurrency: Math.max(1, Math.floor(concurrency / (processes + 1))) }).pipe(
    Layer.provide(EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer({ allow })))),
    Layer.provideMerge(Layer.merge(
      Services.layer({ allow, htmlThreads: threads }),
      SqliteJobStore.layer({ file: join(data, "jobs.sqlite"), mostPerHost: concurrency })
    ))
  )
}
