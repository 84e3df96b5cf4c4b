/** The stored list of a site's sitemaps. */
import type { NewPage } from "../Job.ts"

export interface Sitemaps {
  readonly of: string
  readonly addresses: ReadonlyArray<string>
  readonly at: number
  readonly found: number
  readonly isGuess: boolean
  readonly isNamed?: boolean | undefined
  readonly base?: string | undefined
  /**
   * Pages found on the start page. They are added after all sitemaps, which have dates and show which URLs are pages.
   */
  readonly behind: ReadonlyArray<NewPage>
}
