/** Settlements that a database makes in one call. */
import * as Effect from "effect/Effect"
import type { NewPage } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import { pageFormat, waitingStateOf } from "./formats.ts"
import type { Settled } from "./service.ts"
import { settleFunction } from "./settleFunction.ts"
import { NOT_SETTLED, stateOf, type Waiting } from "./settlements.ts"
import type { Call } from "./sql.ts"
import { hostOf } from "./submitting.ts"

/** Pages as arrays, one for each column, with the place of the settled page that each belongs to. */
const pageColumns = (pages: ReadonlyArray<{ readonly page: NewPage }>) => [
  pages.map(({ page }) => page.key),
  pages.map(({ page }) => page.url),
  pages.map(({ page }) => hostOf(page.url)),
  pages.map(({ page }) => page.rank ?? 0),
  pages.map(({ page }) => page.payload === undefined ? null : JSON.stringify(page.payload)),
  pages.map(({ page }) => waitingStateOf(page.format ?? pageFormat)),
  pages.map(({ page }) => page.format ?? pageFormat)
]

const settle = `SELECT * FROM ${settleFunction}(${Array.from({ length: 30 }, (_, at) => `$${at + 1}`).join(", ")})`

/** Settles pages of one job in one call; `undefined` when they are to be settled in a transaction. */
export const settleBy = (call: Call) =>
  Effect.fnUntraced(function*(
    job: string,
    all: ReadonlyArray<Waiting>
  ): Effect.fn.Return<ReadonlyArray<Settled> | undefined, JobError> {
    const requests = all.map(({ request, written }, at) => ({ ...request, written, place: at + 1 }))
    const owed = requests.map(({ outcome, reservation }) =>
      reservation === undefined || outcome._tag === "Dropped" || outcome.credits === 0 ? null : outcome.credits
    )
    const found = requests.flatMap(({ discovered = [], place }) => discovered.map((page) => ({ page, place })))
    const omitted = requests.flatMap(({ claim: { key, url }, omitted = [], place, reason }) => [
      ...(reason === undefined ? [] : [{ page: { key, url, reason }, place, isOwn: true }]),
      ...omitted.map((page) => ({ page, place, isOwn: false }))
    ])
    const events = requests.flatMap(({ event, place }) => event === undefined ? [] : [{ ...event, place }])
    const rows = yield* call(settle, [
      job,
      requests.map(({ claim }) => claim.token),
      requests.map(({ outcome }) => stateOf[outcome._tag]),
      requests.map(({ outcome, written }) => outcome._tag === "Done" ? written : null),
      requests.map(({ outcome, written }) => outcome._tag === "Done" ? null : written),
      requests.map(({ outcome }) => outcome._tag === "Dropped" ? 0 : outcome.credits),
      owed,
      requests.map(({ reservation }, at) => owed[at] === null ? null : reservation!),
      found.map(({ place }) => place),
      ...pageColumns(found),
      omitted.map(({ place }) => place),
      omitted.map(({ page }) => page.key),
      omitted.map(({ page }) => page.url),
      omitted.map(({ page }) => page.reason),
      omitted.map(({ isOwn }) => isOwn),
      events.map(({ place }) => place),
      events.map((event) => event.job),
      ...pageColumns(events)
    ])
    if (rows[0]?.note === "later") return undefined
    const placesOf = (kind: string) => rows.filter(({ note }) => note === kind).map(({ place }) => Number(place))
    const ended = new Set(placesOf("ended"))
    const added = placesOf("added")
    return requests.map(({ place }): Settled =>
      ended.has(place)
        ? { settled: true, added: added.filter((finder) => finder === place).length, ended: false }
        : NOT_SETTLED
    )
  })
