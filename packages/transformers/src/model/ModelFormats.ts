/**
 * The formats that read a page for meaning: summary, json, question, highlights, and cleaned markdown.
 *
 * They are derived after redaction, so what was taken out never reaches a model. `layerExtractive` needs no model: it
 * answers with sentences and structured data of the page itself. `layer` asks an `effect/ai` language model and checks
 * what it says. A format that cannot be made is a warning on the page, never a failure of it.
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
  /** Never fails: a format that could not be derived gives a warning. */
  readonly derive: (request: ModelRequest) => Effect.Effect<Derived>
}>()("@dunlin/transformers/ModelFormats") {}

/**
 * @category options
 * @since 0.1.0
 */
export interface Options {
  /**
   * Tokens of a page that are sent with one prompt. For `summary` and `json`, all parts of a longer page are sent, one
   * after the other. For the other formats, the parts that match the question are sent.
   *
   * @default 24000
   */
  readonly inputTokens?: number | undefined
  /**
   * Tokens the model can answer with; longer pages are not cleaned.
   *
   * @default 4000
   */
  readonly outputTokens?: number | undefined
  /**
   * Time for one answer of the model.
   *
   * @default "45 seconds"
   */
  readonly timeout?: Duration.Input | undefined
  /**
   * Answers that are waited for at the same time, over all pages.
   *
   * @default 4
   */
  readonly concurrency?: number | undefined
  /**
   * Most prompts for one page, retries and repairs included.
   *
   * @default 12
   */
  readonly calls?: number | undefined
  /**
   * Tokens of text sent along with all the questions about one page; of pages beyond that a selection is read.
   *
   * @default 200000
   */
  readonly pageTokens?: number | undefined
}

/**
 * Without a model: the summary, the highlights and the answer are sentences of the page; `json` is its structured data,
 * when that satisfies the schema; cleaning is skipped. A format that needs a model names the missing setting.
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

/** Default limits of a request: tokens in and out of a call, calls at a time and in all, tokens of a page. */
const DEFAULTS = { inputTokens: 24_000, outputTokens: 4000, concurrency: 4, calls: 12, pageTokens: 200_000 }

/**
 * With a model. Its output is checked where a check is possible. `json` must conform to the schema, and highlights must
 * occur in the page word for word. Cleaned markdown must keep every heading, list item, table, code block, image and
 * link, and must add nothing. Sentences of a page that address a language model are removed from the prompt. An answer to
 * a question, a summary and the texts within `json` cannot be proven. On a page that tries to steer the model they are
 * used only when they match the page, but a page can always lie about itself.
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
