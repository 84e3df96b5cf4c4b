/**
 * Declares the port that converts content to Markdown. The built-in engine is the default, and `Turndown.layer` is
 * another.
 *
 * @since 0.1.0
 */
import type * as Html from "@dunlin/html/Html"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TransformError } from "../TransformError.ts"

/**
 * The input of an engine.
 *
 * @category models
 * @since 0.1.0
 */
export interface Input {
  readonly page: Html.Page
  readonly content: Html.Content
  /** Whether to replace inline base64 images by a placeholder. */
  readonly removeBase64Images: boolean
}

/**
 * The Markdown, and whether it exceeded the size limit and was truncated.
 *
 * @category models
 * @since 0.1.0
 */
export interface Output {
  readonly markdown: string
  readonly truncated: boolean
}

/**
 * The place from which a thread loads an engine: a module and the name of an export.
 *
 * @category models
 * @since 0.1.0
 */
export interface Module {
  /** The `import.meta.url` of the module. */
  readonly url: string
  readonly name: string
}

/**
 * A converter from HTML to Markdown.
 *
 * @category models
 * @since 0.1.0
 */
export interface Engine {
  /** A stable name in lower case, used in spans. */
  readonly name: string
  /**
   * The module from which a worker thread loads the engine for heavy pages. The event loop stays free, and an endless
   * conversion can be stopped. If it is absent, all pages are converted on the calling thread.
   */
  readonly module?: Module | undefined
  readonly convert: (input: Input) => Effect.Effect<Output, TransformError>
}

/**
 * Writes Markdown directly from the parsed page, in one pass.
 *
 * @category constructors
 * @since 0.1.0
 */
export const dunlin: Engine = {
  name: "dunlin",
  convert: ({ content, page, removeBase64Images }) =>
    Effect.map(
      Effect.promise(() => import("@dunlin/html/Html")),
      ({ markdown }) => markdown(page, content, { removeBase64Images })
    )
}

/**
 * The engine that converts pages in this context.
 * @default `dunlin`
 *
 * @category services
 * @since 0.1.0
 */
export const MarkdownEngine: Context.Reference<Engine> = Context.Reference<Engine>(
  "@dunlin/transformers/MarkdownEngine",
  { defaultValue: () => dunlin }
)

/**
 * @category layers
 * @since 0.1.0
 */
export const layer: Layer.Layer<never> = Layer.succeed(MarkdownEngine, dunlin)
