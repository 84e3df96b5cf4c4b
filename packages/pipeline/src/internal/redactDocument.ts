import { Redactor } from "@dunlin/redaction/Redactor"
import type { ActionResults, Document } from "@dunlin/schema/Document"
import { withoutUserInfo } from "@dunlin/schema/RawPage"
import * as ScrapeOptions from "@dunlin/schema/ScrapeOptions"
import * as Effect from "effect/Effect"
import type { Input, Loaded, Transformed } from "../ScrapeState.ts"
import { Addresses, Fields } from "./redactFields.ts"

export interface RedactedReturns {
  readonly javascriptReturns?: ActionResults["javascriptReturns"]
}

type Redacted = Pick<Transformed, "document"> & Pick<Input, "warnings"> & RedactedReturns

/**
 * Redacts all texts together, so that a name that one text reveals is redacted in all. Must run before formats are
 * derived from the texts. If redaction fails, the document has `markdown: null`, and `metadata.error` has the reason.
 */
export const redactDocument = Effect.fnUntraced(
  function*(
    state: Input & Transformed & Partial<Pick<Loaded, "page">>
  ): Effect.fn.Return<Redacted, never, Redactor> {
    const { redactPII } = state.options
    if (redactPII === false) return { document: state.document, warnings: state.warnings }
    const redactor = yield* Redactor
    const fields = new Fields()
    const { html, markdown, rawHtml, screenshot, ...texts } = state.document
    const isFile = typeof markdown === "string" && isBase64(state)
    const rest = fields.copy(texts)
    const returns = state.page?.actions?.javascriptReturns.map(({ type, value }) => {
      return { type, box: fields.copy({ value }, true) }
    })
    let text = markdown
    if (typeof markdown === "string" && !isFile) {
      fields.text({ text: markdown, kind: "markdown" }, (redacted) => {
        text = redacted
      })
    }
    const addresses = new Addresses(fields)
    addresses.add(withoutUserInfo(state.url))
    if (state.page !== undefined && state.page.url !== state.url) addresses.add(state.page.url)
    // Warnings may quote the page, so they are redacted too.
    const { warnings: copied } = fields.copy({ warnings: state.warnings })
    const outcome = yield* Effect.option(fields.redact(redactor, redactPII))
    const unredacted = { ...(html === undefined ? {} : { html }), ...(rawHtml === undefined ? {} : { rawHtml }) }
    const unread = ScrapeOptions.unredacted(state.options)
    if (outcome._tag === "None") {
      const warnings = [...state.warnings.map((warning) => warning.replace(quoted, "\"…\"")), ...unread]
      return { document: { ...unredacted, ...withheld }, warnings, javascriptReturns: [] }
    }
    return {
      document: {
        ...(text === undefined ? {} : { markdown: text }),
        ...unredacted,
        ...(screenshot === undefined ? {} : { screenshot }),
        ...rest
      },
      warnings: [
        ...copied,
        ...unread,
        ...outcome.value,
        ...(addresses.count === 0 ? [] : [tellingAddress]),
        ...(isFile ? ["redactPII does not apply to files returned as base64."] : [])
      ],
      ...(returns === undefined
        ? {}
        : { javascriptReturns: returns.map(({ box, type }) => ({ type, value: box.value })) })
    }
  }
)

const quoted = /"[^"]*"/g

const tellingAddress =
  "redactPII does not change page URLs; this URL contains personal data that is redacted in the text."

const withheld: Document = {
  markdown: null,
  metadata: {
    error: "the text was withheld, because redaction failed",
    errorCode: "SCRAPE_REDACTION_FAILED"
  }
}

const pdfAsBase64 = "JVBER"

const isBase64 = ({ document, options }: Input & Transformed): boolean =>
  options.parsers.every(({ type }) => type !== "pdf") && document.markdown?.startsWith(pdfAsBase64) === true
