import * as SiteMap from "@dunlin/jobs/SiteMap"
import * as MapRequest from "@dunlin/schema/MapRequest"
import * as Effect from "effect/Effect"
import * as ApiError from "../../ApiError.ts"
import * as Team from "../../Team.ts"
import { readJson } from "../body.ts"
import { fromCreditError, fromScrapeError } from "../failures.ts"
import { noteUser } from "../noteUser.ts"
import { keyOf, once } from "../once.ts"
import { operation, type Session } from "../operation.ts"

export const mapFor = Effect.fnUntraced(function*(
  session: Session,
  request: MapRequest.MapRequest,
  notices: ReadonlyArray<string>,
  key: string | undefined
) {
  const { charged, links, omitted, warnings: found } = yield* SiteMap.map({
    caller: Team.toCaller(session.team, key),
    request,
    key: key ?? session.requestId,
    once: key === undefined
  }).pipe(Effect.catchTags({
    CreditError: (error) => Effect.fail(fromCreditError(error)),
    ScrapeError: (error) => Effect.fail(fromScrapeError(error))
  }))
  const warnings = [...notices, ...found]
  session.note.credits = charged
  session.note.results = links.length
  return {
    success: true,
    links,
    ...(omitted.length === 0 ? {} : { omitted }),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
  } satisfies MapRequest.MapResponse
})

const endpoint = (answer: (response: MapRequest.MapResponse) => object) =>
  operation({ name: "map", metered: true }, (session) =>
    Effect.gen(function*() {
      const { json, text } = yield* readJson(session.request)
      const { request, warnings } = yield* Effect.mapError(MapRequest.decodeBody(json), ApiError.fromInvalidRequest)
      session.note.url = request.url
      const key = yield* keyOf(session, "map", text)
      const notices = [...warnings, ...noteUser(session, request.auditMetadata)]
      return yield* once(session, key, (charge) => Effect.map(mapFor(session, request, notices, charge), answer))
    }))

export const map = endpoint((response) => response)

export const mapVersion1 = endpoint(({ links, ...rest }) => ({ ...rest, links: links.map(({ url }) => url) }))
