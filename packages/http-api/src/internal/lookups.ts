/** The small operations beside search and scrape. */
import * as CountryCode from "@dunlin/schema/CountryCode"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import { PapersRequest, type PapersResponse } from "@dunlin/schema/Papers"
import { ParamsPreviewRequest, type ParamsPreviewResponse } from "@dunlin/schema/ParamsPreview"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as ApiError from "../ApiError.ts"
import { CrawlPlanner } from "../CrawlPlanner.ts"
import { ResearchIndex } from "../ResearchIndex.ts"
import { readJson } from "./body.ts"
import { operation } from "./operation.ts"
import { json } from "./respond.ts"

const decoding = <S extends Schema.Top>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(schema, { errors: "all" })
  return (input: unknown) =>
    Effect.mapError(
      decode(input),
      (error) => ApiError.fromInvalidRequest(InvalidRequest.fromIssue(error.issue, input))
    )
}

const decodePapers = decoding(PapersRequest)
const decodePreview = decoding(ParamsPreviewRequest)

const listOf = (values: ReadonlyArray<string>): ReadonlyArray<string> =>
  values.flatMap((value) => value.split(",")).map((value) => value.trim()).filter((value) => value !== "")

// Lists may be repeated or separated by commas.
const readPapers = (url: string): unknown => {
  const parameters = new URL(url, "http://localhost").searchParams
  const k = parameters.get("k")
  const read: Record<string, unknown> = {
    authors: listOf(parameters.getAll("authors")),
    categories: listOf(parameters.getAll("categories")),
    ...(k === null ? {} : { k: /^\d+$/.test(k) ? Number(k) : k })
  }
  for (const name of ["query", "from", "to"]) {
    const value = parameters.get(name)
    if (value !== null) read[name] = value
  }
  return read
}

/** `GET /v2/search/research/papers`. */
export const papers = operation(
  { name: "papers", metered: true, isResearch: true },
  (session) =>
    Effect.gen(function*() {
      const index = yield* ResearchIndex
      const request = yield* decodePapers(readPapers(session.request.url))
      session.note.query = request.query
      const { papers, warnings } = yield* index.search(request)
      session.note.results = papers.length
      const body: PapersResponse = {
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
    const request = yield* decodePreview(input)
    session.note.url = request.url
    const body: ParamsPreviewResponse = { success: true, data: yield* planner.plan(request) }
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
