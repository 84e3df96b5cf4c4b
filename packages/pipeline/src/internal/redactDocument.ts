import { Redactor } from "@dunlin/redaction/Redactor"
import type { Document } from "@dunlin/schema/Document"
import * as Format from "@dunlin/schema/Format"
import * as Effect from "effect/Effect"
import type { Input, Transformed } from "../ScrapeState.ts"

type Redacted = Pick<Transformed, "document"> & Pick<Input, "warnings">

/**
 * Redacts the text of the page before anything is derived from it. A text whose redaction failed is withheld: the
 * document then has `markdown: null` and the reason in `metadata.error`.
 */
export const redactDocument = Effect.fnUntraced(
  function*(state: Input & Transformed): Effect.fn.Return<Redacted, never, Redactor> {
    const { redactPII } = state.options
    if (redactPII === false) return { document: state.document, warnings: state.warnings }
    const redactor = yield* Redactor
    const warnings: Array<string> = []
    const redact = Effect.fnUntraced(function*(text: string) {
      const redaction = yield* redactor.redact(text, redactPII)
      warnings.push(...redaction.warnings)
      return redaction.text
    })
    const document = yield* Effect.gen(function*() {
      const { markdown, metadata } = state.document
      return {
        ...state.document,
        ...(typeof markdown === "string" ? { markdown: yield* redact(markdown) } : {}),
        metadata: {
          ...metadata,
          ...(metadata?.title === undefined ? {} : { title: yield* redact(metadata.title) }),
          ...(metadata?.description === undefined ? {} : { description: yield* redact(metadata.description) })
        }
      }
    }).pipe(Effect.catch(() => Effect.succeed(withheld(state.document))))
    return { document, warnings: [...state.warnings, ...unredacted(state.options.formats), ...new Set(warnings)] }
  }
)

const withheld = (document: Document): Document => {
  const { description: _description, title: _title, ...metadata } = document.metadata ?? {}
  return {
    ...document,
    markdown: null,
    metadata: {
      ...metadata,
      error: "the text was withheld, because redacting it failed",
      errorCode: "SCRAPE_REDACTION_FAILED"
    }
  }
}

const unredacted = (formats: ReadonlyArray<Format.Format>): ReadonlyArray<string> => {
  const asked = (["html", "rawHtml", "links", "images", "screenshot", "attributes", "product", "menu"] as const)
    .filter((type) => Format.has(formats, type))
  return asked.length === 0 ? [] : [`redactPII does not reach these formats: ${asked.join(", ")}.`]
}
