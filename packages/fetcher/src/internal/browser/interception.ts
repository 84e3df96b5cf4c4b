import * as Effect from "effect/Effect"
import type { EgressGuard } from "../../EgressGuard.ts"
import type { EgressBlocked, InvalidUrl, NavigationRefused } from "../../FetchError.ts"
import type { NavigationGuardShape } from "../../NavigationGuard.ts"
import { withoutCredentials } from "../http/requestHeaders.ts"
import { ask, peek } from "./calls.ts"
import type { Slot } from "./slot.ts"

interface Paused {
  readonly requestId: string
  readonly frameId: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
}

/**
 * Intercepts every navigation of the main frame, including redirects. Checks both guards, and adds the caller's
 * headers. Sends headers with credentials only to their original origin. `onRefused` receives the first blocked
 * navigation, which is aborted.
 */
export const intercept = Effect.fnUntraced(function*(options: {
  readonly slot: Slot
  readonly guard: EgressGuard["Service"]
  readonly navigation: NavigationGuardShape
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly onRefused: (reason: NavigationRefused | EgressBlocked | InvalidUrl) => void
}) {
  const { guard, headers, navigation, origin, slot } = options
  const { mainFrame, session } = slot
  const added = Object.entries(headers)
  const elsewhere = Object.entries(withoutCredentials(headers))

  const decide = Effect.fnUntraced(function*({ frameId, request, requestId }: Paused) {
    if (frameId === mainFrame) {
      const url = yield* Effect.fromResult(guard.check(request.url))
      yield* navigation.check(url.href)
    }
    const sameOrigin = URL.parse(request.url)?.origin === origin
    const names = new Set(added.map(([name]) => name))
    const remaining = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()))
    const own = frameId === mainFrame ? [...remaining, ...(sameOrigin ? added : elsewhere)] : remaining
    yield* ask(session, (session) =>
      session.send("Fetch.continueRequest", {
        requestId,
        ...(added.length === 0 ? {} : { headers: own.map(([name, value]) => ({ name, value })) })
      }))
  })

  const run = Effect.runForkWith(yield* Effect.context<never>())
  const onPaused = (paused: Paused) => {
    run(
      decide(paused).pipe(
        Effect.catch((error) => {
          const reason = error as NavigationRefused | EgressBlocked | InvalidUrl | Error
          if ("_tag" in reason) options.onRefused(reason)
          return Effect.ignore(
            ask(
              session,
              (session) =>
                session.send("Fetch.failRequest", { requestId: paused.requestId, errorReason: "BlockedByClient" })
            )
          )
        })
      )
    )
  }
  const patterns = [{ urlPattern: "*", resourceType: "Document" as const, requestStage: "Request" as const }]
  peek(session, (session) => void session.on("Fetch.requestPaused", onPaused))
  // The result does not wait for the cleanup, because the page may keep the browser from responding.
  slot.undo.push(Effect.suspend(() => {
    peek(session, (session) => void session.off("Fetch.requestPaused", onPaused))
    return ask(session, (session) => session.send("Fetch.disable"))
  }))
  yield* ask(session, (session) => session.send("Fetch.enable", { patterns }))
})
