import * as Effect from "effect/Effect"
import type { CDPSession, Page } from "playwright-core"
import { TooLarge } from "../../FetchError.ts"
import { isCrash } from "./browserReasons.ts"
import { ask, peek, type Remote } from "./calls.ts"
import { documentScript } from "./compose.ts"
import { adoptDeclaredRoots } from "./declaredRoots.ts"
import { evaluate, ScriptThrew } from "./evaluate.ts"
import { readFrames } from "./frames.ts"
import { isBegun } from "./settleScript.ts"
import type { Slot } from "./slot.ts"

export interface Reading {
  readonly html: string
  readonly url: string
  readonly status: number
  readonly contentType: string
  readonly isNew: boolean
  readonly isParsed: boolean
  readonly missingFrames: number
  readonly missingRoots: number
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
  evaluate<Omit<Reading, "html" | "missingFrames" | "missingRoots"> & { readonly html: string | null }>(
    session,
    readScript(limit)
  ).pipe(
    Effect.catch((error) =>
      isCrash(error) ? Effect.fail(error) : Effect.map(
        ask(page, (page) => page.content()),
        (html) => ({
          html,
          url: peek(page, (page) => page.url()),
          status: 200,
          contentType: "text/html",
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

export const read = (slot: Slot, limit: number): Effect.Effect<Reading, unknown> =>
  Effect.gen(function*() {
    const { page, session } = slot
    const missingRoots = yield* adoptDeclaredRoots(slot)
    const missingFrames = yield* readFrames(page, limit)
    return { ...(yield* readMain(page, session, limit)), missingFrames, missingRoots }
  })
