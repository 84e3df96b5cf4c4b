import * as Effect from "effect/Effect"
import type { CDPSession } from "playwright-core"

export type Access = {
  readonly username: string
  readonly password: string
  /** An address the proxy answers itself, without a document. */
  readonly greeting: string
}

type AuthRequired = {
  readonly requestId: string
  readonly authChallenge: { readonly source?: "Server" | "Proxy" }
}

const promise = <A>(f: () => PromiseLike<A>): Effect.Effect<A, unknown> =>
  Effect.tryPromise({ try: f, catch: (error) => error })

/**
 * Answers the proxy's question for a password once. The browser remembers the answer for the context; given to
 * playwright instead, it would hold every request of every page to see whether it is asked again.
 */
export const authenticate = (session: CDPSession, { greeting, password, username }: Access) => {
  const onAuthRequired = ({ authChallenge, requestId }: AuthRequired) => {
    const authChallengeResponse = authChallenge.source === "Proxy"
      ? { response: "ProvideCredentials" as const, username, password }
      : { response: "CancelAuth" as const }
    session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse }).catch(() => undefined)
  }
  const onPaused = ({ requestId }: { readonly requestId: string }) => {
    session.send("Fetch.continueRequest", { requestId }).catch(() => undefined)
  }
  return Effect.acquireUseRelease(
    Effect.sync(() => session.on("Fetch.authRequired", onAuthRequired).on("Fetch.requestPaused", onPaused)),
    () =>
      Effect.gen(function*() {
        const patterns = [{ urlPattern: greeting }]
        yield* promise(() => session.send("Fetch.enable", { handleAuthRequests: true, patterns }))
        yield* promise(() => session.send("Page.navigate", { url: greeting }))
        yield* promise(() => session.send("Fetch.disable"))
      }),
    () => Effect.sync(() => session.off("Fetch.authRequired", onAuthRequired).off("Fetch.requestPaused", onPaused))
  )
}
