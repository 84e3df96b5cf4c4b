/**
 * Lists the personal and company numbers that states issue. Each row has the names of a number, its shape, and its
 * check digits.
 *
 * @since 0.2.0
 */
import { europe } from "./atlasEurope.ts"
import { firms } from "./atlasFirms.ts"
import type { Row } from "./atlasRow.ts"
import { world } from "./atlasWorld.ts"

export const rows: ReadonlyArray<Row> = [...europe, ...firms, ...world].toSorted((one, other) =>
  one.country < other.country ? -1 : one.country > other.country ? 1 : 0
)
