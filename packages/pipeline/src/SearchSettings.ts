/**
 * Defines search settings that an application may change.
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
  readonly scrapeConcurrency: number
  /** Factor by which more results than `limit` are requested if the response will be filtered. */
  readonly overfetch: number
  /**
   * Maximum number of results of one host among the first ten; the others follow later. 0 disables the limit. The
   * limit does not apply to a query that names a site, to a category, or to results sorted by date.
   */
  readonly hostCap: number
  readonly prices: PriceTable.PriceTable
}>("@dunlin/pipeline/SearchSettings", {
  defaultValue: () => ({ scrapeConcurrency: 8, overfetch: 2, hostCap: 5, prices: PriceTable.defaults })
})
