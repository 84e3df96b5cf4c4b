/** Implements `dunlin map`, `dunlin crawl`, `dunlin batch` and `dunlin worker`, which work on many pages. */
import type { FailedPage, Job, Kind, PageRecord } from "@dunlin/jobs/Job"
import * as Caller from "@dunlin/pipeline/Caller"
import type { Document } from "@dunlin/schema/Document"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { randomUUID } from "node:crypto"
import type * as Worker from "../../Worker.ts"
import * as Heap from "../heap.ts"
import { reading } from "../settings/read.ts"
import { described } from "../waiting.ts"
import { newest } from "./bareFlags.ts"
import { errorOf } from "./errorOf.ts"
import { check, deliveredOf, urlOf, writer, writeReport } from "./jobOutput.ts"
import { jobStore } from "./look.ts"
import { NothingRead } from "./NothingRead.ts"
import { NotWritten } from "./NotWritten.ts"
import { clean, inFlags, renderOmitted } from "./output.ts"
import { list } from "./pageFlags.ts"
import { type Progress, withProgress } from "./progress.ts"
import { json, settings } from "./root.ts"
import { WrongUsage } from "./WrongUsage.ts"

const { team } = Caller.local

/**
 * Time after Ctrl-C in which most pages in progress are read. Users who wait longer press Ctrl-C again. A resumed
 * crawl reads the remaining pages.
 */
const grace = "2 seconds"

const working = (workers: number | undefined, { drain, log }: Pick<Worker.Options, "drain" | "log"> = {}) =>
  Effect.gen(function*() {
    const { layer } = yield* Effect.promise(() => import("../../Worker.ts"))
    const found = yield* settings
    return layer({ drain, log, settings: { ...found, ...(workers === undefined ? {} : { workers }) } })
  })

const concurrency = Flag.Int("concurrency").pipe(
  Flag.withDescription("Number of pages to read in parallel (default: DUNLIN_WORKERS, or 8)"),
  Flag.optional
)

const formats = Flag.String("formats").pipe(
  Flag.withAlias("f"),
  Flag.withDescription("Page formats, separated by commas (default: markdown)"),
  Flag.atLeast(0)
)

const output = Flag.String("output").pipe(
  Flag.withAlias("o"),
  Flag.withDescription(
    "A folder for Markdown files, or a .jsonl file; pages are appended to a file from an earlier crawl or batch (default: JSON lines on stdout)"
  ),
  Flag.optional
)

const resume = Flag.String("resume").pipe(
  Flag.withDescription(
    "Resume the stopped run with this id; without an id, resume the newest unfinished run"
  ),
  Flag.optional
)

const describe = ({ counts, warning }: Job, wait?: string): string =>
  `${counts.done} of ${counts.total} pages` + (counts.failed === 0 ? "" : `, ${counts.failed} failed`) +
  (warning === undefined ? "" : `; ${inFlags(warning)}`) + (wait === undefined ? "" : `; ${wait}`)

const describeRunning = (job: Job, wait?: string): string => {
  const { queued, running } = job.counts
  return `${describe(job)}, ${running} being read, ${queued} waiting${wait === undefined ? "" : `; ${wait}`}`
}

const resumed = Effect.fnUntraced(function*(kind: Kind, given: string, progress: Progress) {
  const store = yield* jobStore
  if (given !== newest) {
    const known = yield* Effect.catchReason(
      store.get({ team, job: given }),
      "JobError",
      "UnknownJob",
      () => Effect.succeed(undefined)
    )
    if (known?.kind === kind) return given
    return yield* new WrongUsage({
      message: known === undefined
        ? `--resume: ${
          clean(given)
        } is not a ${kind} in this data folder; runs are deleted a day after they end (use --data for another folder)`
        : `--resume: ${given} is a ${known.kind}; resume it with dunlin ${known.kind} --resume ${given}`
    })
  }
  const [job] = yield* store.list({ team, kind, state: "running", limit: 1 })
  if (job === undefined) {
    return yield* new WrongUsage({
      message: `--resume: no unfinished ${kind} in this data folder (use --data for another folder)`
    })
  }
  progress.note(`resuming ${kind} ${job.id}`)
  return job.id
})

const inShell = (word: string): string => /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

const flagsOf = (id: string, output: Option.Option<string>): string =>
  `--resume ${id}` + (Option.isNone(output) ? "" : ` -o ${inShell(output.value)}`)

const started = (kind: Kind, id: string, output: Option.Option<string>): string =>
  `${kind} ${id} started; if interrupted, resume with dunlin ${kind} ${flagsOf(id, output)}`

const MAX_FAILURES_EXPLAINED = 1000

const RECORDS_PER_READ = 1000

const recordsOf = Effect.fnUntraced(function*(target: { readonly team: string; readonly job: string }) {
  const store = yield* jobStore
  const records: Array<PageRecord> = []
  for (;;) {
    const some = yield* store.records({ ...target, after: records.at(-1)?.key, limit: RECORDS_PER_READ })
    records.push(...some)
    if (some.length < RECORDS_PER_READ) return records
  }
})

/** A robots.txt may exclude thousands of pages. */
const MAX_PAGES_PER_REASON = 10

const tellFailures = (progress: Progress, failures: ReadonlyArray<FailedPage>): void => {
  const reasons = Map.groupBy(failures, ({ error }) => error.message)
  for (const [message, pages] of reasons) {
    for (const { url } of pages.slice(0, MAX_PAGES_PER_REASON)) progress.note(`failed ${clean(url)}: ${message}`)
    const more = pages.length - MAX_PAGES_PER_REASON
    const atLeast = failures.length < MAX_FAILURES_EXPLAINED ? "" : "at least "
    if (more > 0) progress.note(`failed ${atLeast}${more} more: ${message}`)
  }
}

const finish = Effect.fnUntraced(function*(
  id: string,
  progress: Progress,
  target: Option.Option<string>,
  report: Option.Option<string> = Option.none()
) {
  const collector = Option.isNone(report) ? undefined : yield* Effect.map(
    Effect.promise(() => import("@dunlin/jobs/CrawlReport")),
    (CrawlReport) => CrawlReport.collect()
  )
  const JobProgress = yield* Effect.promise(() => import("@dunlin/jobs/JobProgress"))
  const store = yield* jobStore
  const write = yield* writer(target)
  const delivered = yield* deliveredOf(id, target)
  Heap.letNurseryGrow()
  const { before } = delivered
  if (before > 0) {
    progress.note(
      before === 1
        ? "1 page was already written and is skipped"
        : `${before} pages were already written and are skipped`
    )
  }
  const waiting = Effect.orElseSucceed(Effect.map(store.wait({ team, job: id }), described), () => undefined)
  let refused = 0
  let place = 0
  yield* Stream.runForEach(
    JobProgress.follow({ team, job: id }),
    Effect.fnUntraced(function*({ job, results }) {
      progress.update(describeRunning(job, results.length === 0 ? yield* waiting : undefined))
      for (const document of results as ReadonlyArray<Document>) {
        collector?.add(document)
        const status = errorOf(document)
        if (status !== undefined) {
          refused++
          if (refused <= MAX_FAILURES_EXPLAINED) progress.note(`failed ${clean(urlOf(document))}: ${status}`)
        }
        if (++place <= delivered.before) continue
        // Counts written results even if the run is stopped at this moment.
        yield* Effect.andThen(write(document), delivered.note(place)).pipe(
          Effect.mapError((cause) => new NotWritten({ flags: flagsOf(id, target), cause })),
          Effect.uninterruptible
        )
      }
    })
  ).pipe(Effect.onInterrupt(() => Effect.sync(() => progress.note(`stopped; resume with ${flagsOf(id, target)}`))))
  const failures = yield* store.failures({ team, job: id, limit: MAX_FAILURES_EXPLAINED })
  tellFailures(progress, failures)
  const job = yield* store.get({ team, job: id })
  const counts = { ...job.counts, done: job.counts.done - refused, failed: job.counts.failed + refused }
  progress.note(describe({ ...job, counts }))
  const omitted = yield* store.omissions({ team, job: id })
  for (const line of renderOmitted(omitted)) progress.note(line)
  if (Option.isSome(report) && collector !== undefined) {
    const { request: { url } } = job.spec as unknown as { readonly request: { readonly url: string } }
    const now = yield* Clock.currentTimeMillis
    const records = yield* recordsOf({ team, job: id })
    yield* writeReport(report.value, collector.report({ url, job, failures, records, omitted, now }))
    progress.note(`report: ${report.value}`)
  }
  const { done, failed } = counts
  if (done === 0 && failed > 0) return yield* new NothingRead({ failed })
})

const atWork = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  { concurrency, output, resume }: {
    readonly concurrency: Option.Option<number>
    readonly output: Option.Option<string>
    readonly resume: Option.Option<string>
  }
) =>
  check(output, Option.isSome(resume)).pipe(
    Effect.andThen(working(Option.getOrUndefined(concurrency), { drain: grace, log: "stderr" })),
    Effect.flatMap((layer) => Effect.provide(effect, layer))
  )

const map = Command.make(
  "map",
  {
    url: Argument.String("url").pipe(Argument.withDescription("Any page on the site")),
    search: Flag.String("search").pipe(Flag.withDescription("Words to rank the URLs by"), Flag.optional),
    limit: Flag.Int("limit").pipe(
      Flag.withAlias("n"),
      Flag.withDescription("Most addresses (default: 5000)"),
      Flag.withDefault(5000)
    ),
    sitemap: Flag.Literals("sitemap", ["include", "skip", "only"]).pipe(
      Flag.withDescription("Read sitemaps in addition to the links on the page"),
      Flag.withDefault("include")
    ),
    json
  },
  Effect.fn("dunlin.map")(function*(flags) {
    const SiteMap = yield* Effect.promise(() => import("@dunlin/jobs/SiteMap"))
    const KnownPages = yield* Effect.promise(() => import("../knownPages.ts"))
    const MapRequest = yield* Effect.promise(() => import("@dunlin/schema/MapRequest"))
    const request = yield* MapRequest.decode({
      url: flags.url,
      limit: flags.limit,
      sitemap: flags.sitemap,
      ...(Option.isSome(flags.search) ? { search: flags.search.value } : {})
    })
    const { links, omitted, warnings } = yield* withProgress((progress) => {
      progress.update(`mapping ${request.url}`)
      return Effect.provide(
        SiteMap.map({ caller: Caller.local, request, key: randomUUID(), once: true }),
        KnownPages.layer
      )
    })
    for (const warning of warnings) yield* Console.error(`Warning: ${clean(warning)}`)
    for (const line of renderOmitted(omitted)) yield* Console.error(line)
    yield* Console.log(flags.json ? JSON.stringify(links, null, 2) : links.map(({ url }) => url).join("\n"))
  }, (effect) => Effect.flatMap(working(0), (layer) => Effect.provide(effect, layer)))
).pipe(Command.withDescription("List the URLs of a site from its sitemaps and links"))

const crawl = Command.make(
  "crawl",
  {
    url: Argument.String("url").pipe(Argument.withDescription("Where to begin"), Argument.optional),
    limit: Flag.Int("limit").pipe(
      Flag.withAlias("n"),
      Flag.withDescription("Most pages (default: 1000)"),
      Flag.withDefault(1000)
    ),
    depth: Flag.Int("depth").pipe(
      Flag.withDescription("Maximum link depth from the start URL (default: no limit)"),
      Flag.optional
    ),
    include: Flag.String("include").pipe(
      Flag.withDescription("Index only paths that match this regular expression; repeatable"),
      Flag.atLeast(0)
    ),
    exclude: Flag.String("exclude").pipe(
      Flag.withDescription("Skip paths that match this regular expression; repeatable"),
      Flag.atLeast(0)
    ),
    entireDomain: Flag.Boolean("entire-domain").pipe(
      Flag.withDescription("Include pages outside the path of the start URL"),
      Flag.withDefault(false)
    ),
    deduplicate: Flag.Boolean("deduplicate-similar-urls").pipe(
      Flag.withDescription("Do not follow links on pages that differ from others only in numbers"),
      Flag.withDefault(true)
    ),
    report: Flag.String("report").pipe(
      Flag.withDescription(
        "Write a crawl report to this file; .html and .json select the format, other names get text"
      ),
      Flag.optional
    ),
    concurrency,
    formats,
    output,
    resume
  },
  Effect.fn("dunlin.crawl")(
    function*(flags) {
      const Crawl = yield* Effect.promise(() => import("@dunlin/jobs/Crawl"))
      const CrawlRequest = yield* Effect.promise(() => import("@dunlin/schema/CrawlRequest"))
      yield* withProgress(Effect.fnUntraced(function*(progress) {
        if (Option.isSome(flags.resume)) {
          const id = yield* resumed("crawl", flags.resume.value, progress)
          return yield* finish(id, progress, flags.output, flags.report)
        }
        if (Option.isNone(flags.url)) {
          return yield* new WrongUsage({ message: "give a start URL, or --resume" })
        }
        const wanted = list(flags.formats)
        const request = yield* CrawlRequest.decode({
          url: flags.url.value,
          limit: flags.limit,
          includePaths: flags.include,
          excludePaths: flags.exclude,
          crawlEntireDomain: flags.entireDomain,
          deduplicateSimilarURLs: flags.deduplicate,
          ...(Option.isSome(flags.depth) ? { maxDiscoveryDepth: flags.depth.value } : {}),
          ...(wanted.length === 0 ? {} : { scrapeOptions: { formats: wanted as ReadonlyArray<"markdown"> } })
        })
        const { id } = yield* Crawl.submit({ id: randomUUID(), caller: Caller.local, request })
        progress.note(started("crawl", id, flags.output))
        yield* finish(id, progress, flags.output, flags.report)
      }))
    },
    atWork
  )
).pipe(
  Command.withDescription("Crawl a site"),
  Command.withExamples([
    { command: "dunlin crawl https://example.com/docs/ -o docs", description: "A folder of Markdown" },
    { command: "dunlin crawl https://example.com/ --limit 50 > pages.jsonl", description: "One JSON line per page" }
  ])
)

const readLines = Effect.fnUntraced(function*(file: string) {
  const fileSystem = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    fileSystem.readFileString(file === "-" ? "/dev/stdin" : file),
    () => new WrongUsage({ message: `${file} is neither an http(s) URL nor a readable file` })
  )
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "")
})

const batch = Command.make(
  "batch",
  {
    urls: Argument.String("url").pipe(
      Argument.withDescription("URLs, or files with one URL per line; - reads stdin"),
      Argument.atLeast(0)
    ),
    concurrency,
    formats,
    output,
    resume
  },
  Effect.fn("dunlin.batch")(
    function*(flags) {
      const Batch = yield* Effect.promise(() => import("@dunlin/jobs/Batch"))
      const BatchRequest = yield* Effect.promise(() => import("@dunlin/schema/BatchRequest"))
      yield* withProgress(Effect.fnUntraced(function*(progress) {
        if (Option.isSome(flags.resume)) {
          return yield* finish(yield* resumed("batch", flags.resume.value, progress), progress, flags.output)
        }
        const urls = yield* Effect.forEach(flags.urls, (url) =>
          /^https?:\/\//i.test(url)
            ? Effect.succeed([url])
            : readLines(url))
        const wanted = list(flags.formats)
        const request = yield* BatchRequest.decode({
          urls: urls.flat(),
          ...(wanted.length === 0 ? {} : { formats: wanted as ReadonlyArray<"markdown"> })
        })
        const { id, invalidUrls } = yield* Batch.submit({ id: randomUUID(), caller: Caller.local, request })
        progress.note(started("batch", id, flags.output))
        for (const url of invalidUrls) progress.note(`no address: ${clean(url)}`)
        yield* finish(id, progress, flags.output)
      }))
    },
    atWork
  )
).pipe(
  Command.withDescription("Read many pages"),
  Command.withExamples([{ command: "dunlin batch urls.txt -o pages", description: "Every URL in a file" }])
)

const worker = Command.make(
  "worker",
  { concurrency },
  Effect.fn("dunlin.worker")(function*(flags) {
    const layer = yield* working(Option.getOrUndefined(flags.concurrency))
    const { telemetry } = yield* Effect.promise(() => import("../serve/telemetry.ts"))
    const Serve = yield* Effect.promise(() => import("../../Serve.ts"))
    const logLevel = yield* GlobalFlag.LogLevel
    const found = { ...yield* settings, ...yield* reading(Serve.config) }
    const { ofWorker } = yield* Effect.promise(() => import("../serve/healthPort.ts"))
    const { endWithStarter, tellStarter } = yield* Effect.promise(() => import("../serve/workerProcess.ts"))
    endWithStarter()
    const logStart = Layer.effectDiscard(Effect.andThen(
      Effect.logInfo("working on jobs"),
      Effect.sync(() => {
        Heap.settle()
        tellStarter()
      })
    ))
    yield* Layer.launch(Layer.provide(Layer.merge(logStart, ofWorker(found)), layer)).pipe(
      Effect.provide(telemetry({ ...found, logLevel: Option.getOrElse(logLevel, () => found.logLevel) })),
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          process.exitCode = 0
        })
      )
    )
  })
).pipe(Command.withDescription("Process jobs of `dunlin serve` from the same database or data folder"))

export const jobCommands = [map, crawl, batch, worker] as const
