/**
 * Searches a copy of an index's tables, which the operation `copy` returns. Searches can then run on another thread,
 * without requests to the thread that has the database.
 *
 * @since 0.2.0
 */
import type { Answer } from "./Hit.ts"
import { thaw } from "./internal/frozen.ts"
import { isDecided } from "./internal/plan.ts"
import { searcher } from "./internal/query.ts"
import { Index } from "./internal/reader.ts"
import type { Search, Table } from "./Protocol.ts"

/**
 * A copy that can be searched.
 *
 * @category models
 * @since 0.2.0
 */
export interface IndexCopy {
  /**
   * Whether terms are enough to decide what a search requires and excludes, so that the text of candidates is not
   * needed.
   */
  readonly isDecided: (nodes: Search["nodes"]) => boolean
  readonly search: (search: Search) => Promise<Answer>
}

/**
 * Opens a copy.
 *
 * @category constructors
 * @since 0.2.0
 */
export const open = (tables: ReadonlyArray<Table>): IndexCopy => ({
  isDecided,
  search: searcher(new Index(thaw(tables)))
})
