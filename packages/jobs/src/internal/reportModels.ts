/** Defines the models of the crawl report, and the limits of its lists. */
import type { Omission, OmissionReason } from "@dunlin/schema/Omission"
import type { Job } from "../Job.ts"

/** Maximum lengths of the report's lists. The report counts the entries above them. */
export const LENGTHS = {
  /** The sizes of this many pages use about 10 MB during the crawl. */
  requested: 20_000,
  /** Pages of further folders are counted in their parent. */
  branches: 20_000,
  slowest: 10,
  largest: 10,
  /**
   * Maximum children of a folder in the HTML page. A folder with more than twice `firstChildren` shows only that many
   * at first.
   */
  children: 2000,
  firstChildren: 20,
  /** Maximum originals that are listed, and maximum copies of each. */
  originals: 100,
  copies: 5,
  originalsInText: 20,
  bars: 48,
  linesOfTextTree: 60
} as const

/**
 * A node of the tree. The numbers of a folder include its children.
 *
 * @category models
 * @since 0.2.0
 */
export interface Branch {
  /** The host, or a path segment. It ends with a slash if it has pages below it. */
  readonly name: string
  readonly pages: number
  readonly failed: number
  /**
   * Pages that were requested and omitted.
   *
   * @since 0.3.0
   */
  readonly omitted: number
  /** Number of characters of Markdown. */
  readonly characters: number
  /**
   * The URL of the page at this path, if there is one.
   *
   * @since 0.3.0
   */
  readonly url?: string | undefined
  /** Sorted by number of pages, largest first. */
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
 * A requested page.
 *
 * @category models
 * @since 0.3.0
 */
export interface RequestedPage {
  readonly url: string
  /** The URL after redirects, if it differs. */
  readonly finalUrl?: string | undefined
  readonly outcome: "read" | "failed" | "omitted"
  readonly status?: number | undefined
  /** Number of characters of Markdown of a page that was read. */
  readonly characters?: number | undefined
  /** Epoch milliseconds when the last attempt started. If its duration is unknown, when it ended. */
  readonly startedAt: number
  /** Duration of the last attempt. It includes reading robots.txt, the request and reading the page. */
  readonly milliseconds?: number | undefined
  readonly attempts: number
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly reason?: OmissionReason | undefined
  readonly copyOf?: string | undefined
}

/**
 * A page's copies, which were requested and omitted.
 *
 * @category models
 * @since 0.3.0
 */
export interface Duplicates {
  readonly url: string
  readonly copies: ReadonlyArray<string>
}

/**
 * Durations of requested pages in milliseconds.
 *
 * @category models
 * @since 0.3.0
 */
export interface Times {
  readonly median: number
  /** Duration that is not exceeded by 95 % of the pages. */
  readonly percentile95: number
  readonly slowest: ReadonlyArray<{ readonly url: string; readonly milliseconds: number }>
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
  /** Number of pages that failed. Pages that robots.txt disallows do not count, because they are in `omitted`. */
  readonly failed: number
  readonly credits: number
  readonly characters: number
  /** Number of read and failed pages by HTTP status, most frequent first. */
  readonly statuses: ReadonlyArray<{ readonly status: number; readonly pages: number }>
  readonly largest: ReadonlyArray<{ readonly url: string; readonly characters: number }>
  readonly tree: ReadonlyArray<Branch>
  readonly failures: ReadonlyArray<Failures>
  readonly omitted: ReadonlyArray<Omission>
  /**
   * Requested pages in the order of their start, up to 20,000; empty without records.
   *
   * @since 0.3.0
   */
  readonly requested: ReadonlyArray<RequestedPage>
  /**
   * Number of requested pages that `requested` does not list.
   *
   * @since 0.3.0
   */
  readonly unlisted: number
  /**
   * Sorted by number of copies, largest first.
   *
   * @since 0.3.0
   */
  readonly duplicates: ReadonlyArray<Duplicates>
  /**
   * Absent if no duration is known.
   *
   * @since 0.3.0
   */
  readonly times?: Times | undefined
  readonly warning?: string | undefined
}
