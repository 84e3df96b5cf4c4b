/**
 * Searches papers for `GET /v2/search/research/papers`.
 *
 * @since 0.1.0
 */
import type { Paper, PaperMetadata, PapersRequest, SimilarPapersRequest } from "@dunlin/schema/Papers"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ApiError from "./ApiError.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface PaperIndex {
  /** Returns at most `request.k` papers, best first, and warnings in whole sentences. */
  readonly search: (
    request: PapersRequest
  ) => Effect.Effect<
    { readonly papers: ReadonlyArray<Paper>; readonly warnings: ReadonlyArray<string> },
    ApiError.ApiError
  >
  /**
   * Finds a paper by the id of a result, or by a namespaced one such as `doi:10.1000/182`; `undefined` if there is
   * none.
   *
   * @default the endpoint answers 501
   */
  readonly find?: ((id: string) => Effect.Effect<PaperMetadata | undefined, ApiError.ApiError>) | undefined
  /**
   * Returns papers that cite the given one, or that it cites, best match for the intent first. Returns `undefined`
   * for an unknown paper.
   *
   * @default the endpoint answers 501
   */
  readonly similar?:
    | ((id: string, request: SimilarPapersRequest) => Effect.Effect<
      | {
        readonly papers: ReadonlyArray<Paper>
        readonly poolSize: number
        readonly warnings: ReadonlyArray<string>
      }
      | undefined,
      ApiError.ApiError
    >)
    | undefined
}

const none = (hint = ""): PaperIndex => {
  const fail = () =>
    Effect.fail(ApiError.make("SERVICE_UNAVAILABLE", `No research index is configured on this server${hint}`))
  return { search: fail, find: fail, similar: fail }
}

/**
 * The paper index of this server. Without one, the endpoint returns a 503 with an explanation.
 *
 * @category references
 * @since 0.1.0
 */
export const ResearchIndex = Context.Reference<PaperIndex>("@dunlin/http-api/ResearchIndex", {
  defaultValue: () => none()
})

/**
 * Provides no index. The error contains `hint`, which tells the operator how to configure one.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone = (hint: string): Layer.Layer<never> => Layer.succeed(ResearchIndex, none(`; ${hint}`))
