// A crawl of a site that is made to trap crawlers: npm run bench -- crawl [--scale=2000] [--concurrency=8]
//
// F1 of the pages that came back beside those worth having, requests beyond them, requests per second of processor
// time, and memory at the end.
import { EgressGuard, EgressHttpClient } from "@dunlin/fetcher"
import { Crawl, JobProgress, JobRunner, SqliteJobStore } from "@dunlin/jobs"
import { Caller } from "@dunlin/pipeline"
import { CrawlRequest } from "@dunlin/schema"
import * as Services from "dunlin/Services"
import { Effect, Layer, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "./crawl/trapSite.ts"

const valueOf = (args: ReadonlyArray<string>, name: string, otherwise: number): number =>
  Number(args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)

export const run = async (args: ReadonlyArray<string>) => {
  const scale = valueOf(args, "scale", 2000)
  const concurrency = valueOf(args, "concurrency", 8)
  const site = await start(scale)
  const folder = mkdtempSync(join(tmpdir(), "dunlin-bench-crawl-"))
  const allow = [site.address]
  const layer = JobRunner.layer({ concurrency }).pipe(
    Layer.provide(EgressHttpClient.layer().pipe(Layer.provide(EgressGuard.layer({ allow })))),
    Layer.provideMerge(Layer.merge(
      Services.layer({ allow }),
      SqliteJobStore.layer({ file: join(folder, "jobs.sqlite"), mostPerHost: concurrency })
    ))
  )
  const found: Array<string> = []
  const begin = performance.now()
  await Effect.runPromise(
    Effect.gen(function*() {
      const request = yield* CrawlRequest.decode({ url: site.url, limit: scale * 2, scrapeOptions: { maxAge: 0 } })
      yield* Crawl.submit({ id: "bench", caller: Caller.local, request })
      yield* Stream.runForEach(
        JobProgress.follow({ team: Caller.local.team, job: "bench" }),
        ({ results }) =>
          Effect.sync(() => {
            for (const result of results) {
              const { metadata } = result as { readonly metadata: { readonly url: string } }
              const url = new URL(metadata.url)
              found.push(url.pathname + url.search)
            }
          })
      )
    }).pipe(Effect.provide(layer))
  )
  const seconds = (performance.now() - begin) / 1000
  // A product is itself with a session behind it, too.
  const isWanted = (path: string) => site.wanted.has(path.replace(/\?sid=\d+$/, ""))
  const right = new Set(found.filter(isWanted).map((path) => path.replace(/\?sid=\d+$/, ""))).size
  const precision = right / found.length
  const recall = right / site.wanted.size
  console.log(
    `found ${right} of ${site.wanted.size}, ${found.length - right} beside them; F1 ` +
      `${(2 * precision * recall / (precision + recall)).toFixed(3)}; ${site.requests()} requests, ` +
      `${site.requests() - right} beyond; ${(site.requests() / seconds).toFixed(0)}/s; ` +
      `${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`
  )
  const extra = new Map<string, number>()
  for (const path of found) {
    if (isWanted(path)) continue
    const kind = path.replace(/\d+/g, "#").slice(0, 40)
    extra.set(kind, (extra.get(kind) ?? 0) + 1)
  }
  for (const [kind, count] of [...extra].sort((one, other) => other[1] - one[1]).slice(0, 10)) {
    console.log(`  beside: ${count} ${kind}`)
  }
  const missing = [...site.wanted].filter((path) => !found.some((url) => url.replace(/\?sid=\d+$/, "") === path))
  console.log(`  missing: ${missing.length} ${missing.slice(0, 8).join(" ")}`)
  site.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
