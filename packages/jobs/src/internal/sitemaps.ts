/** The stored list of a site's sitemaps. */
import type { NewPage } from "../Job.ts"

/** The known sitemaps of a site. */
export interface Sitemaps {
  /** The key of the page to whose site the sitemaps belong. */
  readonly of: string
  /** URLs of the sitemaps in reading order. Sitemaps that are listed in another sitemap follow it. */
  readonly addresses: ReadonlyArray<string>
  readonly at: number
  /** Number of pages that earlier sitemaps named. */
  readonly found: number
  /** The site does not announce the URL, so a missing sitemap is not reported. */
  readonly isGuess: boolean
  /** Whether the crawl's request names the list. If so, its pages are always stored. */
  readonly isNamed?: boolean | undefined
  readonly base?: string | undefined
  /**
   * Pages found on the start page. They are read after all sitemaps, because sitemaps contain dates and show
   * which URLs are pages.
   */
  readonly behind: ReadonlyArray<NewPage>
}
