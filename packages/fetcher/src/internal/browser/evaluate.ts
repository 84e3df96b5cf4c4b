import * as Effect from "effect/Effect"
import type { CDPSession } from "playwright-core"
import { ask, type Remote } from "./calls.ts"

interface Answer {
  readonly result: { readonly value?: unknown }
  readonly exceptionDetails?: { readonly exception?: { readonly className?: string } }
}

export class ScriptThrew extends Error {}

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
