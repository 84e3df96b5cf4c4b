import * as Effect from "effect/Effect"
import type { CDPSession, Page } from "playwright-core"
import { TooLarge } from "../../FetchError.ts"
import { isCrash } from "./browserReasons.ts"
import { ask, peek, type Remote } from "./calls.ts"
import { documentScript } from "./compose.ts"
import { evaluate, ScriptThrew } from "./evaluate.ts"
import { readFrames } from "./frames.ts"
import { isBegun } from "./settleScript.ts"

/** What the main frame holds. */
export interface Reading {
  /** The document as HTML, its doctype included. */
  readonly html: string
  readonly url: string
  /** Status of the answer the document came in, which only the document knows when a script has navigated. */
  readonly status: number
  readonly contentType: string
  /** Whether it is another document than the one that was waited for. */
  readonly isNew: boolean
  /** Whether the parser has come to its end. */
  readonly isParsed: boolean
  /** Frames beyond the limits, which are missing. */
  readonly missingFrames: number
}

const readScript = (limit: number) =>
  `(() => {
  const type = document.doctype
  const html = (type ? new XMLSerializer().serializeToString(type) : "") + ${documentScript}
  const status = (performance.getEntriesByType("navigation")[0] || {}).responseStatus
  return {
    html: html.length > ${limit} ? null : html,
    url: location.href,
    status: Number.isInteger(status) && status > 0 ? status : 200,
    contentType: String(document.contentType).toLowerCase(),
    isNew: !(${isBegun}),
    isParsed: document.readyState !== "loading"
  }
})()`

const readMain = (page: Remote<Page>, session: Remote<CDPSession>, limit: number) =>
  evaluate<Omit<Reading, "html" | "missingFrames"> & { readonly html: string | null }>(session, readScript(limit)).pipe(
    Effect.catch((error) =>
      isCrash(error) ? Effect.fail(error) : Effect.map(
        ask(page, (page) => page.content()),
        (html) => ({
          html,
          url: peek(page, (page) => page.url()),
          status: 200,
          contentType: "text/html",
          // a document that is gone while it is read has made room for another
          isNew: !(error instanceof ScriptThrew),
          isParsed: true
        })
      )
    ),
    Effect.flatMap(({ html, ...rest }) =>
      html === null || html.length > limit
        ? Effect.fail(new TooLarge({ what: "body", limit }))
        : Effect.succeed({ html, ...rest })
    )
  )

/**
 * Reads the document as it stands; one of more than `limit` characters fails without leaving the browser. A page that
 * has broken what the reading needs is read by playwright, in a separate world.
 */
export const read = (page: Remote<Page>, session: Remote<CDPSession>, limit: number): Effect.Effect<Reading, unknown> =>
  Effect.flatMap(
    readFrames(page, limit),
    (missingFrames) => Effect.map(readMain(page, session, limit), (reading) => ({ ...reading, missingFrames }))
  )
