/** Implements `/v2/parse`: converts an uploaded file to a document like a scraped page, without the network. */
import * as Retention from "@dunlin/pipeline/Retention"
import * as Selectors from "@dunlin/pipeline/Selectors"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as Effect from "effect/Effect"
import * as ApiError from "../../ApiError.ts"
import { noteUser } from "../noteUser.ts"
import { keyOf, once } from "../once.ts"
import { operation, type Session } from "../operation.ts"
import { json } from "../respond.ts"
import { scrapeFor } from "../scrape.ts"
import { fileTypes } from "./fileTypes.ts"
import { readUpload, type Upload } from "./upload.ts"

/** Formats that need a browser, media of a page, or its history. */
const FORMATS_OF_PAGES: ReadonlySet<string> = new Set(["audio", "branding", "changeTracking", "screenshot", "video"])

/** Options that apply only to pages, each with a test whether a request sets it. */
const OF_PAGES: { readonly [option: string]: (request: ScrapeRequest.ScrapeRequest, given: unknown) => boolean } = {
  actions: ({ actions }) => actions.length > 0,
  location: (_, given) => given !== undefined && given !== null,
  lockdown: ({ lockdown }) => lockdown,
  minAge: ({ minAge }) => minAge !== undefined,
  mobile: ({ mobile }) => mobile,
  profile: ({ profile }) => profile !== undefined,
  proxy: ({ proxy }) => proxy === "enhanced",
  threatProtection: ({ threatProtection }) => threatProtection !== undefined,
  waitFor: ({ waitFor }) => waitFor > 0
}

const refuseOptions = (
  request: ScrapeRequest.ScrapeRequest,
  options: Upload["options"]
): Effect.Effect<void, ApiError.ApiError> => {
  const refused = [
    ...Object.keys(OF_PAGES).filter((name) => OF_PAGES[name]!(request, options[name])),
    ...request.formats.filter(({ type }) => FORMATS_OF_PAGES.has(type)).map(({ type }) => `the format ${type}`)
  ]
  return refused.length === 0
    ? Effect.void
    : Effect.fail(
      ApiError.make("PARSE_UNSUPPORTED_OPTIONS", `Not supported for uploaded files: ${refused.join(", ")}`)
    )
}

const asBadFile = (error: ApiError.ApiError): ApiError.ApiError =>
  error.code === "SCRAPE_UNSUPPORTED_FILE_ERROR" ? ApiError.make("UNSUPPORTED_FILE_TYPE", error.error) : error

/** A file was not fetched, so its metadata has no cache state, engine or URL. */
const ofFile = <Body extends { readonly data: { readonly metadata?: object } }>(body: Body) => {
  const { cacheState: _state, engine: _engine, proxyUsed: _proxy, ...metadata } = {
    cacheState: undefined,
    engine: undefined,
    proxyUsed: undefined,
    ...body.data.metadata
  }
  return { ...body, data: { ...body.data, metadata } }
}

const isRepeatable = ({ request: { headers } }: Session): boolean =>
  headers["idempotency-key"] !== undefined || headers["x-idempotency-key"] !== undefined

export const parse = operation({ name: "parse", metered: true, isUpload: true }, (session) =>
  Effect.gen(function*() {
    const { digest, options, page } = yield* readUpload(session.request)
    const { request, warnings } = yield* Effect.mapError(
      ScrapeRequest.decodeBody({ ...options, url: page.url }),
      ApiError.fromInvalidRequest
    )
    yield* refuseOptions(request, options)
    yield* Effect.mapError(Selectors.check(request), ApiError.fromInvalidRequest)
    session.note.retention = Retention.of([], request)
    const key = isRepeatable(session) ? yield* keyOf(session, "parse", digest()) : undefined
    const notices = [...warnings, ...noteUser(session, request.auditMetadata)]
    return yield* once(session, key, (charge) =>
      scrapeFor(session, request, notices, charge, { page }).pipe(
        Effect.mapBoth({ onFailure: asBadFile, onSuccess: ofFile })
      ))
  }))

export const formats = operation(
  { name: "parse-formats", metered: false },
  () => Effect.succeed(json({ success: true, data: { formats: fileTypes } }))
)
