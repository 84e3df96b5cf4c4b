/**
 * Values of a search that an application may change.
 *
 * @since 0.1.0
 */
import * as PriceTable from "@dunlin/credits/PriceTable"
import * as Context from "effect/Context"

/**
 * @category references
 * @since 0.1.0
 */
export const SearchSettings = Context.Reference<{
  /** Pages of one search that are scraped at the same time. */
  readonly scrapeConcurrency: number
  /** Results asked for beyond `limit` when the answer will be filtered, as a factor. */
  readonly overfetch: number
  /**
   * The most results of one host among the first ten; the others follow. 0 for no cap. It does not apply to a
   * query that names a site, to a category, or to results sorted by date.
   */
  readonly hostCap: number
  readonly prices: PriceTable.PriceTable
}>("@dunlin/pipeline/SearchSettings", {
  defaultValue: () => ({ scrapeConcurrency: 8, overfetch: 2, hostCap: 5, prices: PriceTable.defaults })
})
