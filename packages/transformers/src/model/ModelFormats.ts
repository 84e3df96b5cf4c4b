/**
 * Derives the formats that need understanding of a page: summary, json, question, highlights, and cleaned Markdown.
 * `layerExtractive` uses the page's own sentences and structured data, and `layer` an `effect/ai` language model
 * whose output is validated.
 *
 * They are derived after redaction, so redacted values never reach a model. A format that cannot be created is a
 * warning, never a failure of the page.
 *
 * @since 0.1.0
 */
import type * as LanguageModel from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { Derived, ModelRequest } from "../internal/model/request.ts"

export type { Derived, ModelRequest } from "../internal/model/request.ts"

/**
 * @category services
 * @since 0.1.0
 */
export class ModelFormats extends Context.Service<ModelFormats, {
  /** Derives the requested formats. It never fails: a format that could not be derived gives a warning. */
  readonly derive: (request: ModelRequest) => Effect.Effect<Derived>
}>()("@dunlin/transformers/ModelFormats") {}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * The maximum number of a page's tokens in one prompt. For `summary` and `json`, all parts of a longer page are sent,
   * one after the other. For the other formats, the parts that match the question are sent.
   *
   * @default 24000
   */
  readonly inputTokens?: number | undefined
  /**
   * The maximum number of output tokens of the model. Longer pages are not cleaned.
   *
   * @default 4000
   */
  readonly outputTokens?: number | undefined
  /**
   * The timeout of one model response.
   *
   * @default "45 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * The maximum number of concurrent model requests, for all pages together.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
  /**
   * The maximum number of prompts for one page, including retries and repairs.
   *
   * @default 12
   */
  readonly calls?: number | undefined
  /**
   * The maximum number of input tokens of all prompts about one page. Of larger pages a selection is read.
   *
   * @default 200000
   */
  readonly pageTokens?: number | undefined
}

/**
 * Derives formats without a model. The summary, the highlights and the answer are sentences of the page. `json` is the
 * page's structured data, if that satisfies the schema. Cleaning is skipped. A format that needs a model names the
 * missing setting.
 *
 * @category layers
 * @since 0.1.0
 */
export const layerExtractive: Layer.Layer<ModelFormats> = Layer.effect(
  ModelFormats,
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const load = yield* Effect.cached(
      Effect.flatMap(
        Effect.promise(() => import("../internal/model/extractive.ts")),
        ({ make }) => Scope.provide(make, scope)
      )
    )
    return ModelFormats.of({ derive: (request) => Effect.flatMap(load, (derive) => derive(request)) })
  })
)

/** Default limits: tokens of input and output per call, concurrent calls, calls per page, tokens of a page. */
const DEFAULTS = { inputTokens: 24_000, outputTokens: 4000, concurrency: 4, calls: 12, pageTokens: 200_000 }

/**
 * Derives formats with a model, and validates its output if possible. `json` must conform to the schema, and highlights
 * must occur literally in the page. Cleaned Markdown must keep every heading, list item, table, code block, image and
 * link, and must add nothing. Sentences that address a language model are removed from the prompt. Answers, summaries
 * and strings within `json` cannot be verified. For a page with instructions to a model they are only used if they
 * match the page, but a page can always lie about itself.
 *
 * @category layers
 * @since 0.1.0
 */
export const layer = (options: Options = {}): Layer.Layer<ModelFormats, never, LanguageModel.LanguageModel> =>
  Layer.effect(
    ModelFormats,
    Effect.gen(function*() {
      const { make } = yield* Effect.promise(() => import("../internal/model/generative.ts"))
      const derive = yield* make({
        inputTokens: options.inputTokens ?? DEFAULTS.inputTokens,
        outputTokens: options.outputTokens ?? DEFAULTS.outputTokens,
        timeout: options.timeout ?? "45 seconds",
        concurrency: options.concurrency ?? DEFAULTS.concurrency,
        calls: options.calls ?? DEFAULTS.calls,
        pageTokens: options.pageTokens ?? DEFAULTS.pageTokens
      })
      return ModelFormats.of({ derive })
    })
  )
