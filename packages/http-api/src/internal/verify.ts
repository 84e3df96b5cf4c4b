/** Implements `POST /dunlin/verify`: checks whether a page contains the given quotations. */
import * as BilledScrape from "@dunlin/pipeline/BilledScrape"
import * as Verdicts from "@dunlin/pipeline/Verdicts"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as Verify from "@dunlin/schema/Verify"
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import * as Team from "../Team.ts"
import { readJson } from "./body.ts"
import { fromCreditError, fromScrapeError } from "./failures.ts"
import { operation, type Session } from "./operation.ts"
import { json } from "./respond.ts"

interface Page extends Verdicts.Quoted {
  readonly charged: number
  readonly warnings: ReadonlyArray<string>
}

/** The page is scraped on the team's account, unless the request contains it. */
const pageOf = Effect.fnUntraced(function*(session: Session, { markdown, maxAge, timeout, url }: Verify.VerifyRequest) {
  if (url === undefined || markdown !== undefined) {
    return { text: markdown ?? "", url, charged: 0, warnings: [] } satisfies Page
  }
  session.note.url = url
  const { url: target, ...options } = yield* Effect.mapError(
    ScrapeRequest.decode({
      url,
      ...(maxAge === undefined ? {} : { maxAge }),
      ...(timeout === undefined ? {} : { timeout })
    }),
    ApiError.fromInvalidRequest
  )
  const { charged, scraped } = yield* BilledScrape.scrape({
    url: target,
    options,
    caller: Team.toCaller(session.team, undefined),
    retention: session.note.retention,
    key: session.requestId,
    once: true
  }).pipe(Effect.catchTags({
    CreditError: (error) => Effect.fail(fromCreditError(error)),
    ScrapeError: (error) => Effect.fail(fromScrapeError(error))
  }))
  const { document: { metadata }, marks, text = "", warnings } = scraped
  session.note.credits = charged
  return { text, url: metadata?.url ?? url, marks, charged, warnings } satisfies Page
})

export const verify = operation({ name: "verify", metered: true }, (session) =>
  Effect.gen(function*() {
    const { json: input } = yield* readJson(session.request)
    const { request, warnings } = yield* Effect.mapError(Verify.decode(input), ApiError.fromInvalidRequest)
    const page = yield* pageOf(session, request)
    const body = Verdicts.response({ ...page, warnings: [...warnings, ...page.warnings] }, request.quotations)
    session.note.results = body.data.filter(({ isFound }) => isFound).length
    return json(body)
  }))
