/**
 * Derives the options of a crawl from text, for `POST /v2/crawl/params-preview`.
 *
 * @since 0.1.0
 */
import type { CrawlOptions, ParamsPreviewRequest } from "@dunlin/schema/ParamsPreview"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ApiError from "./ApiError.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface Planner {
  readonly plan: (request: ParamsPreviewRequest) => Effect.Effect<CrawlOptions, ApiError.ApiError>
  /**
   * Advice for the operator of a server without a language model. If set, a request that needs a model, such as an
   * extraction with a prompt and no schema, is rejected before a page is read.
   */
  readonly lacksModel?: string | undefined
}

const none = (hint = ""): Planner => ({
  plan: () =>
    Effect.fail(
      ApiError.make(
        "MODEL_NOT_CONFIGURED",
        `Deriving crawl options requires a language model, and this server has none${hint}`
      )
    )
})

/**
 * The planner of this server. Without one the endpoint returns `MODEL_NOT_CONFIGURED`.
 *
 * @category references
 * @since 0.1.0
 */
export const CrawlPlanner = Context.Reference<Planner>("@dunlin/http-api/CrawlPlanner", {
  defaultValue: () => none()
})

/**
 * Provides no planner, because the server has no language model. The error contains `hint`, which tells the operator
 * how to configure one.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerNone = (hint: string): Layer.Layer<never> =>
  Layer.succeed(CrawlPlanner, { ...none(`; ${hint}`), lacksModel: hint })
