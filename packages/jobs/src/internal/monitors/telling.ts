/** Determines the content and the time of deliveries to a monitor's webhook. */
import type { MonitorPage } from "@dunlin/schema/Monitor"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import type { JobStore } from "../service.ts"
import type { MonitorDelivery } from "./delivery.ts"
import type { StoredResult } from "./kept.ts"
import { quietFor } from "./quiet.ts"

export const idOf = ({ check, page }: Pick<StoredResult, "check" | "page">): string =>
  createHash("sha256").update(`${check} ${page}`).digest("hex").slice(0, 32)

export const toPage = (result: StoredResult): MonitorPage => ({
  id: idOf(result),
  status: result.status,
  ...(result.body as unknown as Omit<MonitorPage, "id" | "status" | "createdAt">),
  createdAt: DateTime.formatIso(DateTime.makeUnsafe(result.at))
})

export const pauseOf = ({ delivery }: { readonly delivery?: MonitorDelivery | undefined }): Effect.Effect<number> =>
  delivery?.quietHours === undefined
    ? Effect.succeed(0)
    : Effect.map(Clock.currentTimeMillis, (now) => quietFor(delivery.quietHours!, now))

export const contentOf = Effect.fnUntraced(function*(
  { monitors }: JobStore["Service"],
  check: string,
  { monitor, page }: MonitorDelivery,
  state: string
) {
  if (monitors === undefined) return { data: [], isSound: true }
  if (page === undefined) {
    const summary = yield* monitors.summary(check)
    const status = state === "completed" ? summary.error === 0 ? "completed" : "partial" : "failed"
    return { data: [{ monitorId: monitor, checkId: check, status, summary }], isSound: summary.error === 0 }
  }
  const result = yield* monitors.result({ check, page })
  if (result === undefined) return undefined
  const { id, isBaseline: _, targetId, ...rest } = toPage(result)
  const data: ReadonlyArray<Schema.Json> = [{
    monitorId: monitor,
    checkId: check,
    changeId: id,
    targetId,
    ...rest,
    isMeaningful: rest.judgment?.meaningful ?? true
  } as unknown as Schema.Json]
  return { data, isSound: true }
})
