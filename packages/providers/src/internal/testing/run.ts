/** Runs an adapter against a pretended engine. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SearchError } from "../../SearchError.ts"
import * as SearchProvider from "../../SearchProvider.ts"
import { Fault } from "./assertions.ts"
import * as FakeEngine from "./fakeEngine.ts"
import { settle } from "./settle.ts"

/** An adapter to be tested, and what its engine is like. */
export interface HttpOptions {
  /** The adapter. Its `HttpClient` is left open: the suite plays the engine behind it. */
  readonly layer: Layer.Layer<SearchProvider.SearchProvider, unknown, HttpClient.HttpClient>
  /** How the requests of the adapter are read, and the answers of the engine written. */
  readonly wire: FakeEngine.Wire
  /** The sources that the adapter can be asked for; all checks run for each. @default ["web"] */
  readonly sources?: ReadonlyArray<SearchProvider.Source> | undefined
  /**
   * The credential that the layer was given: it has to be in a request, and in no error, warning or span.
   *
   * @default none: nothing is looked for
   */
  readonly secret?: string | undefined
  /** Most hits the engine gives for a question, over all its pages. @default 100 */
  readonly most?: number | undefined
  /**
   * How the engine refuses when the account is used up: this has to become `QuotaExceeded`, and is asked once.
   *
   * @default none: the engine has no quota, and the check is left out
   */
  readonly quota?: { readonly status: number; readonly body: unknown } | undefined
}

export interface Check {
  readonly name: string
  readonly effect: Effect.Effect<void>
}

/** A word that must show up nowhere but at the engine. */
export const canary = "xylophonecanary"

/** Runs one search against an engine that behaves as told. */
export const run = (
  options: HttpOptions,
  behave: FakeEngine.Behaviour,
  asked: SearchProvider.Question
): Effect.Effect<{ readonly exit: Exit.Exit<SearchProvider.Answer, unknown>; readonly fake: FakeEngine.Fake }> =>
  Effect.gen(function*() {
    const fake = FakeEngine.make(behave)
    const search = SearchProvider.SearchProvider.use((provider) => provider.search(asked)).pipe(
      Effect.provide(Layer.provide(options.layer, fake.layer))
    )
    return { exit: yield* settle(search), fake }
  })

export const answerOf = (exit: Exit.Exit<SearchProvider.Answer, unknown>): Effect.Effect<SearchProvider.Answer> =>
  Exit.isSuccess(exit)
    ? Effect.succeed(exit.value)
    : Effect.die(new Fault(`the search failed: ${Cause.pretty(exit.cause).slice(0, 300)}`))

export const errorOf = (exit: Exit.Exit<SearchProvider.Answer, unknown>): Effect.Effect<SearchError> => {
  if (Exit.isSuccess(exit)) {
    return Effect.die(new Fault(`a failure must be an error, not an answer with ${exit.value.hits.length} hits`))
  }
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error) && (error.value as SearchError)?._tag === "SearchError"
    ? Effect.succeed(error.value as SearchError)
    : Effect.die(new Fault("a failure must be a SearchError"))
}
