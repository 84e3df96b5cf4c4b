/**
 * Where papers are searched: what answers `GET /v2/search/research/papers`.
 *
 * @since 0.1.0
 */
import type { Paper, PapersRequest } from "@dunlin/schema/Papers"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as ApiError from "./ApiError.ts"

/**
 * The index of this server. Without one the endpoint answers 503 and says so.
 *
 * @category references
 * @since 0.1.0
 */
export const ResearchIndex = Context.Reference<{
  /** At most `request.k` papers, best first, and what could not be honoured, in whole sentences. */
  readonly search: (
    request: PapersRequest
  ) => Effect.Effect<
    { readonly papers: ReadonlyArray<Paper>; readonly warnings: ReadonlyArray<string> },
    ApiError.ApiError
  >
}>("@dunlin/http-api/ResearchIndex", {
  defaultValue: () => ({
    search: () =>
      Effect.fail(ApiError.make(
        "SERVICE_UNAVAILABLE",
        "No research index is configured on this server; whoever runs it can name one in DUNLIN_PAPERS"
      ))
  })
})
