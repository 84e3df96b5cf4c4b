import * as Effect from "effect/Effect"
import type { CDPSession } from "playwright-core"
import { ask, type Remote } from "./calls.ts"

interface Answer {
  readonly result: { readonly value?: unknown }
  readonly exceptionDetails?: { readonly exception?: { readonly className?: string } }
}

/** The page has replaced functions that the engine's script needs. */
export class ScriptThrew extends Error {}

/**
 * Evaluates an expression in the main frame and returns its JSON value. Playwright's own evaluation loads a library
 * into each document, which costs more than the page itself.
 */
export const evaluate = <A>(session: Remote<CDPSession>, expression: string): Effect.Effect<A, unknown> =>
  ask(
    session,
    (session) =>
      session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true }) as Promise<Answer>
  ).pipe(
    Effect.flatMap(({ exceptionDetails, result }) =>
      exceptionDetails === undefined
        ? Effect.succeed(result.value as A)
        : Effect.fail(
          new ScriptThrew(`an internal script threw ${exceptionDetails.exception?.className ?? "an error"}`)
        )
    )
  )
