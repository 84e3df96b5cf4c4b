/** Implements the small operations besides search and scrape. */
import * as CountryCode from "@dunlin/schema/CountryCode"
import * as ParamsPreview from "@dunlin/schema/ParamsPreview"
import * as Effect from "effect/Effect"
import * as ApiError from "../ApiError.ts"
import { CrawlPlanner } from "../CrawlPlanner.ts"
import { readJson } from "./body.ts"
import { operation } from "./operation.ts"
import { json } from "./respond.ts"

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

export const locations = operation(
  { name: "locations", metered: false },
  () => Effect.succeed(json({ success: true, data: countries }))
)
