/** The small operations beside search and scrape. */
import * as CountryCode from "@dunlin/schema/CountryCode"
import * as Papers from "@dunlin/schema/Papers"
import * as ParamsPreview from "@dunlin/schema/ParamsPreview"
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import { CrawlPlanner } from "../CrawlPlanner.ts"
import { ResearchIndex } from "../ResearchIndex.ts"
import { readJson } from "./body.ts"
import { operation } from "./operation.ts"
import { json } from "./respond.ts"

const listOf = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.flatMap((value) => value.split(",")).map((value) => value.trim()).filter((value) => value !== "")

// Lists may be repeated or separated by commas.
const readPapers = (url: string): { readonly [name: string]: unknown } => {
  const parameters = new URL(url, "http://localhost").searchParams
  const read: Record<string, unknown> = {}
  for (const [name, value] of parameters) {
    if (name === "authors" || name === "categories") read[name] ??= listOf(parameters.getAll(name))
    else read[name] ??= /^(?:k|limit)$/.test(name) && /^\d+$/.test(value) ? Number(value) : value
  }
  return read
}

/** `GET /v2/search/research/papers`. */
export const papers = operation(
  { name: "papers", metered: true, isResearch: true },
  (session) =>
    Effect.gen(function*() {
      const index = yield* ResearchIndex
      const { request, warnings: notices } = yield* Effect.mapError(
        Papers.decode(readPapers(session.request.url)),
        ApiError.fromInvalidRequest
      )
      session.note.query = request.query
      const { papers, ...found } = yield* index.search(request)
      const warnings = [...notices, ...found.warnings]
      session.note.results = papers.length
      const body: Papers.PapersResponse = {
        success: true,
        results: papers,
        ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
      }
      return json(body)
    })
)

/** `POST /v2/crawl/params-preview`. */
export const paramsPreview = operation({ name: "params-preview", metered: true }, (session) =>
  Effect.gen(function*() {
    const planner = yield* CrawlPlanner
    const { json: input } = yield* readJson(session.request)
    const { request, warnings } = yield* Effect.mapError(ParamsPreview.decode(input), ApiError.fromInvalidRequest)
    session.note.url = request.url
    const body: ParamsPreview.ParamsPreviewResponse = {
      success: true,
      data: yield* planner.plan(request),
      ...(warnings.length === 0 ? {} : { warning: warnings.join(" ") })
    }
    return json(body)
  }))

const names = new Intl.DisplayNames(["en"], { type: "region" })

const countries = Array.from(CountryCode.all)
  .map((code) => ({ name: names.of(code) ?? code, code }))
  .sort((one, other) => one.name.localeCompare(other.name, "en"))

/** `GET /v2/locations`: the countries that `country` takes, by name. */
export const locations = operation(
  { name: "locations", metered: false },
  () => Effect.succeed(json({ success: true, data: countries }))
)
