import type * as Effect from "effect/Effect"
import type { JobOperations } from "../JobOperations.ts"
import { deleting } from "./deleting.ts"
import { pausing } from "./pausing.ts"
import { retrying } from "./retrying.ts"
import type { Sql } from "./sql.ts"
import type { TurnQueue } from "./turnQueue.ts"

export const operating = (sql: Sql, turns: TurnQueue, wake: Effect.Effect<void>): JobOperations => ({
  ...pausing(sql, turns, wake),
  ...retrying(sql, wake),
  ...deleting(sql)
})
