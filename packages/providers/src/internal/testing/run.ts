/** Runs an adapter against a simulated engine. */
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

export interface HttpOptions {
  /** The adapter. Its `HttpClient` is not provided, because the suite simulates the engine behind it. */
  readonly layer: Layer.Layer<SearchProvider.SearchProvider, unknown, HttpClient.HttpClient>
  readonly wire: FakeEngine.Wire
  readonly sources?: ReadonlyArray<SearchProvider.Source> | undefined
  /**
   * The layer's credential. It must be in a request, and must not be in an error, warning or span.
   *
   * @default none: nothing is looked for
   */
  readonly secret?: string | undefined
  readonly most?: number | undefined
  readonly quota?: { readonly status: number; readonly body: unknown } | undefined
}

export interface Check {
  readonly name: string
  readonly effect: Effect.Effect<void>
}

export const canary = "xylophonecanary"

export const run = (
  options: HttpOptions,
  behave: FakeEngine.Behaviour,
  question: SearchProvider.Question
): Effect.Effect<{ readonly exit: Exit.Exit<SearchProvider.Answer, unknown>; readonly fake: FakeEngine.Fake }> =>
  Effect.gen(function*() {
    const fake = FakeEngine.make(behave)
    const search = SearchProvider.SearchProvider.use((provider) => provider.search(question)).pipe(
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
    return Effect.die(new Fault(`expected an error, got an answer with ${exit.value.hits.length} hits`))
  }
  const error = Cause.findErrorOption(exit.cause)
  return Option.isSome(error) && (error.value as SearchError)?._tag === "SearchError"
    ? Effect.succeed(error.value as SearchError)
    : Effect.die(new Fault("the error must be a SearchError"))
}
