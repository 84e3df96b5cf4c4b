import * as BilledScrape from "@dunlin/pipeline/BilledScrape"
import * as Restorable from "@dunlin/pipeline/Restorable"
import * as Retention from "@dunlin/pipeline/Retention"
import type { ScrapeError } from "@dunlin/pipeline/ScrapeError"
import * as Selectors from "@dunlin/pipeline/Selectors"
import type { RawPage } from "@dunlin/schema/RawPage"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import type { ScrapeResponse } from "@dunlin/schema/ScrapeResponse"
import * as Upgrade from "@dunlin/schema/Upgrade"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { hasProperty } from "effect/Predicate"
import * as ApiError from "../ApiError.ts"
import * as Team from "../Team.ts"
import { readJson } from "./body.ts"
import { fromCreditError, fromScrapeError } from "./failures.ts"
import { OpenPages } from "./interact/interactions.ts"
import { noteUser } from "./noteUser.ts"
import { keyOf, once } from "./once.ts"
import { operation, type Session } from "./operation.ts"

interface Work {
  readonly part?: string
  readonly page?: RawPage
}

export const scrapeFor = Effect.fnUntraced(function*(
  session: Session,
  { url, ...options }: ScrapeRequest.ScrapeRequest,
  notices: ReadonlyArray<string>,
  key: string | undefined,
  { page, part = "" }: Work = {}
) {
  const { retention } = session.note
  const { charged, scraped } = yield* Restorable.run(
    { redactPII: options.redactPII, retention },
    BilledScrape.scrape({
      url,
      options,
      page,
      caller: Team.toCaller(session.team, key),
      retention,
      key: `${key ?? session.requestId}${part}`,
      once: key === undefined
    }).pipe(
      Effect.catchTags({ CreditError: fromCreditErrorEffect, ScrapeError: fromScrapeErrorEffect })
    ),
    ({ scraped, ...billed }, placeholders) => ({
      ...billed,
      scraped: { ...scraped, document: { ...scraped.document, placeholders } }
    })
  )
  session.note.credits = charged
  const { document } = scraped
  const warnings = [...new Set([...notices, ...scraped.warnings])]
  return {
    success: true,
    data: document.metadata === undefined
      ? document
      : { ...document, metadata: { ...document.metadata, creditsUsed: charged } },
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
  } satisfies ScrapeResponse
})

const fromCreditErrorEffect = (error: Parameters<typeof fromCreditError>[0]) => Effect.fail(fromCreditError(error))
const fromScrapeErrorEffect = (error: ScrapeError) => Effect.fail(fromScrapeError(error))

/** Clients of the hosted service can request a tool of another provider instead of a page. */
const asksForTools = (body: unknown): boolean => hasProperty(body, "alexandria") && !hasProperty(body, "url")

const withoutTools = ApiError.make(
  "NOT_IMPLEMENTED",
  "This server does not support `alexandria` (tools of other providers). To scrape a page, send `url`"
)

const withId = (body: Effect.Success<ReturnType<typeof scrapeFor>>, scrapeId: string): ScrapeResponse => ({
  ...body,
  data: { ...body.data, metadata: { ...body.data.metadata, scrapeId } }
})

/** Later calls can open the page of a stored request again. A request without retention is not stored. */
const remember = (
  { note, requestId, team }: Session,
  { url, ...options }: ScrapeRequest.ScrapeRequest
): Effect.Effect<void> =>
  Retention.keeps(note.retention)
    ? Effect.gen(function*() {
      const { scrapes } = yield* OpenPages
      scrapes.remember(team.id, requestId, { url, options }, yield* Clock.currentTimeMillis)
    })
    : Effect.void

const endpoint = (upgrade: (body: unknown) => Upgrade.Upgraded) =>
  operation({ name: "scrape", metered: true }, (session) =>
    Effect.gen(function*() {
      const { json, text } = yield* readJson(session.request)
      if (asksForTools(json)) return yield* withoutTools
      const upgraded = upgrade(json)
      const { request, warnings } = yield* Effect.mapError(
        ScrapeRequest.decodeBody(upgraded.body),
        ApiError.fromInvalidRequest
      )
      yield* Effect.mapError(Selectors.check(request), ApiError.fromInvalidRequest)
      session.note.retention = Retention.of([], request)
      session.note.url = request.url
      const key = yield* keyOf(session, "scrape", text)
      const notices = [...upgraded.warnings, ...warnings, ...noteUser(session, request.auditMetadata)]
      return yield* once(session, key, (charge) =>
        Effect.tap(
          Effect.map(scrapeFor(session, request, notices, charge), (body) => withId(body, session.requestId)),
          () => remember(session, request)
        ))
    }))

export const scrape = endpoint((body) => ({ body, warnings: [] }))

/** The options of version 1 are converted to version 2. */
export const scrapeVersion1 = endpoint(Upgrade.scrape)
