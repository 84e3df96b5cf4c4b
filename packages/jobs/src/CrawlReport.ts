/**
 * The report of a crawl: its pages as a tree with sizes, status codes, failures, and the account of omitted addresses.
 *
 * @since 0.2.0
 */
import type { Document } from "@dunlin/schema/Document"
import type { Omission } from "@dunlin/schema/Omission"
import { robotsBlocked, robotsUnreadable } from "./internal/crawling.ts"
import type { FailedPage, Job } from "./Job.ts"

export {
  /**
   * The report as one HTML page without scripts.
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

/**
 * A node of the tree. The numbers of a folder include its children.
 *
 * @category models
 * @since 0.2.0
 */
export interface Branch {
  /** The host, or a path segment; it ends with a slash if there are pages below. */
  readonly name: string
  readonly pages: number
  readonly failed: number
  /** Characters of Markdown. */
  readonly characters: number
  /** Sorted by size, largest first. */
  readonly children: ReadonlyArray<Branch>
}

/**
 * Pages that failed for the same reason.
 *
 * @category models
 * @since 0.2.0
 */
export interface Failures {
  readonly code: string
  readonly message: string
  readonly count: number
  readonly example: string
}

/**
 * @category models
 * @since 0.2.0
 */
export interface Report {
  readonly url: string
  readonly state: Job["state"]
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly seconds: number
  readonly pages: number
  /** Pages that failed, without those that robots.txt disallows: they are in `omitted`. */
  readonly failed: number
  readonly credits: number
  readonly characters: number
  /** Pages by HTTP status, most frequent first. */
  readonly statuses: ReadonlyArray<{ readonly status: number; readonly pages: number }>
  readonly largest: ReadonlyArray<{ readonly url: string; readonly characters: number }>
  readonly tree: ReadonlyArray<Branch>
  readonly failures: ReadonlyArray<Failures>
  readonly omitted: ReadonlyArray<Omission>
  readonly warning?: string | undefined
}

/** Maximum nodes of the tree: further pages are counted in their folder. */
const MAX_BRANCHES = 20_000
/** Number of largest pages that are listed. */
const LARGEST = 10

interface Node {
  readonly name: string
  pages: number
  failed: number
  characters: number
  readonly children: Map<string, Node>
}

const nodeOf = (name: string): Node => ({ name, pages: 0, failed: 0, characters: 0, children: new Map() })

const branchOf = ({ characters, children, failed, name, pages }: Node): Branch => ({
  name: children.size > 0 && !name.endsWith("/") ? `${name}/` : name,
  pages,
  failed,
  characters,
  children: branchesOf(children)
})

const branchesOf = (children: ReadonlyMap<string, Node>): ReadonlyArray<Branch> =>
  Array.from(children.values(), branchOf).sort((one, other) =>
    other.pages + other.failed - one.pages - one.failed || (one.name < other.name ? -1 : 1)
  )

/** The host and path segments of a URL. The query belongs to the last segment. */
const pathOf = (address: string): ReadonlyArray<string> => {
  const url = URL.parse(address)
  if (url === null) return [address]
  const segments = url.pathname.split("/").filter((segment) => segment !== "")
  const last = segments.pop()
  return last === undefined ? [url.host + url.search] : [url.host, ...segments, last + url.search]
}

const isDisallowed = ({ error: { code } }: FailedPage): boolean => code === robotsBlocked || code === robotsUnreadable

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
 * ```
 *
 * @category constructors
 * @since 0.2.0
 */
export const collect = (): Collector => {
  const hosts = new Map<string, Node>()
  const statuses = new Map<number, number>()
  let largest: Array<{ readonly url: string; readonly characters: number }> = []
  let branches = 0
  let characters = 0

  /** Updates every folder of a URL, and its last segment while the tree is below its limit. */
  const count = (address: string, change: (node: Node) => void): void => {
    let level = hosts
    for (const name of pathOf(address)) {
      let node = level.get(name)
      if (node === undefined) {
        if (branches >= MAX_BRANCHES && level !== hosts) return
        branches++
        node = nodeOf(name)
        level.set(name, node)
      }
      change(node)
      level = node.children
    }
  }

  return {
    add: ({ markdown = "", metadata }) => {
      const url = metadata?.url ?? metadata?.sourceURL ?? ""
      const size = markdown?.length ?? 0
      const status = metadata?.statusCode ?? 200
      characters += size
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      largest.push({ url, characters: size })
      if (largest.length > 2 * LARGEST) largest = bySize(largest)
      count(url, (node) => {
        node.pages++
        node.characters += size
      })
    },
    report: ({ failures: all, job, now, omitted, url }) => {
      const failures = all.filter((page) => !isDisallowed(page))
      for (const failure of failures) count(failure.url, (node) => node.failed++)
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
        omitted: omitted.toSorted((one, other) => other.count - one.count),
        ...(job.warning === undefined ? {} : { warning: job.warning })
      }
    }
  }
}

const bySize = (pages: ReadonlyArray<{ readonly url: string; readonly characters: number }>) =>
  pages.toSorted((one, other) => other.characters - one.characters).slice(0, LARGEST)
