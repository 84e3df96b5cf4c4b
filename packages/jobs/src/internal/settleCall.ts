/** Settles pages with one call of a database function. */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type { NewPage } from "../Job.ts"
import type { JobError } from "../JobError.ts"
import { PAGE_FORMAT, waitingStateOf } from "./formats.ts"
import type * as KnownKeys from "./knownKeys.ts"
import type { Settled } from "./service.ts"
import { settleFunction } from "./settleFunction.ts"
import { NOT_SETTLED, stateOf, type Waiting } from "./settlements.ts"
import type { Row, Sql, Statement, Value } from "./sql.ts"
import { hostOf } from "./submitting.ts"
import { TABLES_VERSION } from "./tables.ts"
import type { TurnQueue } from "./turnQueue.ts"

const pageColumns = (pages: ReadonlyArray<{ readonly page: NewPage }>) => [
  pages.map(({ page }) => page.key),
  pages.map(({ page }) => page.url),
  pages.map(({ page }) => hostOf(page.url)),
  pages.map(({ page }) => page.rank ?? 0),
  pages.map(({ page }) => page.payload === undefined ? null : JSON.stringify(page.payload)),
  pages.map(({ page }) => waitingStateOf(page.format ?? PAGE_FORMAT)),
  pages.map(({ page }) => page.format ?? PAGE_FORMAT)
]

const settle = `SELECT * FROM ${settleFunction}(${Array.from({ length: 32 }, (_, at) => `$${at + 1}`).join(", ")})`

const LATER = "DL001"

const refuseFunction = `job_settle_later_${TABLES_VERSION}`

export const createRefuseFunction = `CREATE OR REPLACE FUNCTION ${refuseFunction} () RETURNS TEXT LANGUAGE plpgsql AS
  $function$ BEGIN RAISE EXCEPTION 'later' USING ERRCODE = '${LATER}'; END $function$`

const settleOrRefuse = settle.replace("*", `note, place, told, CASE WHEN note = 'later' THEN ${refuseFunction}() END`)

const isLater = ({ reason }: JobError) =>
  reason._tag === "StoreUnavailable" && Predicate.hasProperty(reason.cause, "code") && reason.cause.code === LATER

/** The call has added all new pages. Jobs at their maximum number of pages use a transaction instead. */
const remember = (known: KnownKeys.Known, settled: ReadonlyArray<Waiting>) => {
  known.keepPages(settled.flatMap(({ request: { discovered = [] } }) => discovered.filter(known.isNewPage)))
  known.keepOmitted(settled.flatMap(({ request: { omitted = [] } }) => omitted.filter(known.isNewlyOmitted)))
}

export const settleBy = (sql: Sql, turns: TurnQueue) => {
  const settleWith = (values: ReadonlyArray<unknown>, finish: ReadonlyArray<Statement>) =>
    sql.shot([[settleOrRefuse, values as ReadonlyArray<Value>], ...finish]).pipe(
      Effect.map(([settled]): ReadonlyArray<Row> => settled!),
      Effect.catchIf(isLater, () => Effect.succeed<ReadonlyArray<Row>>([{ note: "later" }]))
    )

  const send = Effect.fnUntraced(function*(
    job: string,
    all: ReadonlyArray<Waiting>,
    known: KnownKeys.Remembering
  ): Effect.fn.Return<ReadonlyArray<Row>, JobError> {
    const memory = known.nameOf(job)
    const isNew = memory === undefined ? undefined : known.of({ job, name: memory })
    const requests = all.map(({ request, written }, at) => ({ ...request, written, place: at + 1 }))
    const owed = requests.map(({ outcome, reservation }) =>
      reservation === undefined || outcome._tag === "Dropped" || outcome.credits === 0 ? null : outcome.credits
    )
    const found = requests.flatMap(({ discovered = [], place }) =>
      discovered.filter((page) => isNew?.isNewPage(page) ?? true).map((page) => ({ page, place }))
    )
    const omitted = requests.flatMap(({ claim: { key, url }, omitted = [], place, reason }) => [
      ...(reason === undefined ? [] : [{ page: { key, url, reason }, place, isOwn: true }]),
      ...omitted.filter((page) => isNew?.isNewlyOmitted(page) ?? true).map((page) => ({ page, place, isOwn: false }))
    ])
    const events = requests.flatMap(({ event, place }) => event === undefined ? [] : [{ ...event, place }])
    const values = [
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
      ...pageColumns(events),
      memory ?? null,
      requests.map(({ took }) => took ?? null)
    ]
    return turns.finish === undefined
      ? yield* sql.call!(settle, values)
      : yield* settleWith(values, yield* turns.finish(requests.map(({ claim }) => claim.token)))
  })

  return Effect.fnUntraced(function*(
    job: string,
    all: ReadonlyArray<Waiting>,
    known: KnownKeys.Remembering
  ): Effect.fn.Return<ReadonlyArray<Settled> | undefined, JobError> {
    let rows = yield* send(job, all, known)
    if (rows[0]?.note === "forget") {
      known.of({ job, name: String(rows[0].told) })
      rows = yield* send(job, all, known)
    }
    if (rows[0]?.note === "later") return undefined
    const placesOf = (kind: string) => rows.filter(({ note }) => note === kind).map(({ place }) => Number(place))
    const ended = new Set(placesOf("ended"))
    const added = placesOf("added")
    const [first] = rows
    if (first?.note === "memory") {
      remember(known.of({ job, name: String(first.told) }), all.filter((_, at) => ended.has(at + 1)))
    }
    return all.map((_, at): Settled =>
      ended.has(at + 1)
        ? { settled: true, added: added.filter((finder) => finder === at + 1).length, ended: false }
        : NOT_SETTLED
    )
  })
}
