import * as Format from "@dunlin/schema/Format"
import { ModelFormats } from "@dunlin/transformers/ModelFormats"
import type { Thing } from "@dunlin/transformers/StructuredData"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import * as Deadline from "../Deadline.ts"
import type { Input, Loaded, Transformed } from "../ScrapeState.ts"

type Derived = Pick<Transformed, "document"> & Pick<Input, "warnings"> & { readonly tracked: Tracked | undefined }

/** The text before a model cleaned it. A model cleans differently each time, so changes are tracked on this text. */
export interface Tracked {
  readonly markdown: string
  readonly json?: Schema.Json | undefined
  readonly isJsonRead?: boolean | undefined
}

/** If a model needs longer, its formats are omitted and the page is returned. */
const MODEL_SHARE_OF_TIME_LEFT = 0.85

export const deriveFormats = Effect.fnUntraced(
  function*(
    state: Input & Transformed & Pick<Loaded, "page">
  ): Effect.fn.Return<Derived, never, ModelFormats> {
    const { markdown } = state.document
    const wanted = state.options.onlyCleanContent || state.options.formats.some(Format.isDerived)
    // If redaction withheld the text, derived formats must not use it either.
    if (!wanted || typeof markdown !== "string") {
      return {
        document: state.document,
        tracked: typeof markdown === "string" ? { markdown } : undefined,
        warnings: state.warnings
      }
    }
    const models = yield* ModelFormats
    const left = Math.min(yield* Deadline.remaining, state.options.timeout)
    const derived = yield* models.derive({
      url: state.page.url,
      markdown,
      ...declared(state, yield* thingsOf(state)),
      options: state.options,
      timeout: left * MODEL_SHARE_OF_TIME_LEFT
    })
    return {
      document: {
        ...state.document,
        ...derived.fields,
        ...(derived.markdown === undefined ? {} : { markdown: derived.markdown })
      },
      tracked: {
        markdown,
        ...(derived.tracked === undefined ? {} : { json: derived.tracked, isJsonRead: derived.isTrackedRead })
      },
      warnings: [...state.warnings, ...derived.warnings]
    }
  }
)

/** If the page is redacted, reads its redacted fields instead of its source. */
const declared = ({ document, options }: Input & Transformed, things: () => ReadonlyArray<Thing>) => {
  if (options.redactPII === false) return { document, things }
  const { branding, metadata } = document
  return {
    document: { ...(branding === undefined ? {} : { branding }), ...(metadata === undefined ? {} : { metadata }) }
  }
}

const thingsOf = Effect.fnUntraced(function*({ page }: Pick<Loaded, "page">) {
  const [{ parsed }, { fromPage }] = yield* Effect.promise(() =>
    Promise.all([import("./parsed.ts"), import("@dunlin/transformers/StructuredData")])
  )
  return (): ReadonlyArray<Thing> => {
    const html = parsed(page)
    return html === undefined ? [] : fromPage(html)
  }
})
