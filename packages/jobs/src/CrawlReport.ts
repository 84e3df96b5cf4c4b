/**
 * Builds the report of a crawl: the tree of pages with status codes, sizes and times, failures, duplicates, and
 * omitted URLs.
 *
 * @since 0.2.0
 */
import type { Document } from "@dunlin/schema/Document"
import type { Omission } from "@dunlin/schema/Omission"
import { type Branch, type Failures, LENGTHS, type Report } from "./internal/reportModels.ts"
import * as Requests from "./internal/reportRequests.ts"
import type { FailedPage, Job, PageRecord } from "./Job.ts"

export type { Branch, Duplicates, Failures, Report, RequestedPage, Times } from "./internal/reportModels.ts"
export {
  /**
   * The report as one HTML page. Its only script filters the tree, and its policy allows no other script and no
   * request.
   *
   * @category conversions
   * @since 0.2.0
   */
  html
} from "./internal/reportPage.ts"
export {
  /**
   * The report as lines of text.
   *
   * @category conversions
   * @since 0.2.0
   */
  text
} from "./internal/reportText.ts"

interface Node {
  readonly name: string
  pages: number
  failed: number
  omitted: number
  characters: number
  url: string | undefined
  readonly children: Map<string, Node>
}

const nodeOf = (name: string): Node => ({
  name,
  pages: 0,
  failed: 0,
  omitted: 0,
  characters: 0,
  url: undefined,
  children: new Map()
})

const branchOf = ({ characters, children, failed, name, omitted, pages, url }: Node): Branch => ({
  name: children.size > 0 && !name.endsWith("/") ? `${name}/` : name,
  pages,
  failed,
  omitted,
  characters,
  ...(url === undefined ? {} : { url }),
  children: branchesOf(children)
})

const branchesOf = (children: ReadonlyMap<string, Node>): ReadonlyArray<Branch> =>
  Array.from(children.values(), branchOf).sort((one, other) =>
    other.pages + other.failed - one.pages - one.failed || other.failed - one.failed ||
    names.compare(one.name, other.name)
  )

const names = new Intl.Collator("en", { numeric: true })

const pathOf = (address: string): ReadonlyArray<string> => {
  const url = URL.parse(address)
  if (url === null) return [address]
  const segments = url.pathname.split("/").filter((segment) => segment !== "")
  const last = segments.pop()
  return last === undefined ? [url.host + url.search] : [url.host, ...segments, last + url.search]
}

const failuresIn = (pages: ReadonlyArray<FailedPage>): ReadonlyArray<Failures> =>
  Array.from(Map.groupBy(pages, ({ error }) => error.message).values(), (same): Failures => ({
    code: same[0]!.error.code,
    message: same[0]!.error.message,
    count: same.length,
    example: same[0]!.url
  })).sort((one, other) => other.count - one.count)

/**
 * Collects the pages of a crawl as they arrive, without their text.
 *
 * @category models
 * @since 0.2.0
 */
export interface Collector {
  readonly add: (document: Document) => void
  readonly report: (end: {
    readonly url: string
    readonly job: Job
    readonly failures: ReadonlyArray<FailedPage>
    /**
     * All finished pages, from `JobStore.records`. They replace `failures`. @default the report has no times, duplicates
     * and list of pages
     *
     * @since 0.3.0
     */
    readonly records?: ReadonlyArray<PageRecord> | undefined
    readonly omitted: ReadonlyArray<Omission>
    /** Epoch milliseconds. */
    readonly now: number
  }) => Report
}

/**
 * Starts a report.
 *
 * **Example** (A site of two pages)
 *
 * ```ts
 * import { CrawlReport, type Job } from "@dunlin/jobs"
 *
 * const collector: CrawlReport.Collector = CrawlReport.collect()
 * for (const path of ["", "waders/dunlin"]) {
 *   collector.add({ markdown: "A wader.", metadata: { url: `https://example.com/${path}`, statusCode: 200 } })
 * }
 * const counts = { total: 2, queued: 0, running: 0, done: 2, failed: 0, cancelled: 0 }
 * const job = { state: "completed", createdAt: 0, endedAt: 1000, credits: 2, counts } as unknown as Job.Job
 * const report: CrawlReport.Report = collector.report({ url: "https://example.com/", job, failures: [], omitted: [], now: 0 })
 * const [site]: ReadonlyArray<CrawlReport.Branch> = report.tree
 * const failures: ReadonlyArray<CrawlReport.Failures> = report.failures
 * console.log(site?.children[0]?.name, failures.length) // waders/ 0
 * console.log(CrawlReport.text(report).split("\n")[0]) // https://example.com/: completed, 2 pages in 1 s
 * console.log(CrawlReport.html(report).startsWith("<!doctype html>")) // true
 * // with `records` of the job store, also times, duplicates and each page
 * const times: CrawlReport.Times | undefined = report.times
 * const duplicates: ReadonlyArray<CrawlReport.Duplicates> = report.duplicates
 * const requested: ReadonlyArray<CrawlReport.RequestedPage> = report.requested
 * console.log(times, duplicates.length, requested.length) // undefined 0 0
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const collect = (): Collector => {
  const hosts = new Map<string, Node>()
  const read = Requests.readPages()
  const statuses = new Map<number, number>()
  let largest: Array<{ readonly url: string; readonly characters: number }> = []
  let branches = 0
  let characters = 0

  const count = (address: string, change: (node: Node) => void): void => {
    let level = hosts
    let last: Node | undefined
    for (const name of pathOf(address)) {
      let node = level.get(name)
      if (node === undefined) {
        if (branches >= LENGTHS.branches && level !== hosts) return
        branches++
        node = nodeOf(name)
        level.set(name, node)
      }
      change(node)
      last = node
      level = node.children
    }
    if (last !== undefined) last.url = address
  }

  return {
    add: ({ markdown = "", metadata }) => {
      const url = metadata?.url ?? metadata?.sourceURL ?? ""
      const size = markdown?.length ?? 0
      const status = metadata?.statusCode ?? 200
      characters += size
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      largest.push({ url, characters: size })
      if (largest.length > 2 * LENGTHS.largest) largest = bySize(largest)
      read.add(metadata?.sourceURL ?? url, { url, status, characters: size })
      count(url, (node) => {
        node.pages++
        node.characters += size
      })
    },
    report: ({ failures: given, job, now, omitted, records, url }) => {
      const requests = Requests.requestsIn(records ?? [], read)
      const all = records === undefined ? given : Requests.failuresIn(records)
      const failures = all.filter(({ error: { code } }) => !Requests.isDisallowed(code))
      for (const failure of failures) count(failure.url, (node) => node.failed++)
      for (const { outcome, url } of requests) if (outcome === "omitted") count(url, (node) => node.omitted++)
      for (const { error: { status } } of failures) {
        if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      const times = Requests.timesOf(requests)
      return {
        url,
        state: job.state,
        startedAt: job.createdAt,
        seconds: Math.round(((job.endedAt ?? now) - job.createdAt) / 100) / 10,
        pages: job.counts.done,
        failed: job.counts.failed - (all.length - failures.length),
        credits: job.credits,
        characters,
        statuses: Array.from(statuses, ([status, pages]) => ({ status, pages })).sort((a, b) => b.pages - a.pages),
        largest: bySize(largest),
        tree: branchesOf(hosts),
        failures: failuresIn(failures),
        requested: requests.slice(0, LENGTHS.requested),
        unlisted: Math.max(0, requests.length - LENGTHS.requested),
        duplicates: Requests.duplicatesIn(requests),
        ...(times === undefined ? {} : { times }),
        omitted: omitted.toSorted((one, other) => other.count - one.count),
        ...(job.warning === undefined ? {} : { warning: job.warning })
      }
    }
  }
}

const bySize = (pages: ReadonlyArray<{ readonly url: string; readonly characters: number }>) =>
  pages.toSorted((one, other) => other.characters - one.characters).slice(0, LENGTHS.largest)
