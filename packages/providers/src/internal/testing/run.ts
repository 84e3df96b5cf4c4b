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

export interface HttpOptions {
  readonly layer: Layer.Layer<SearchProvider.SearchProvider, unknown, HttpClient.HttpClient>
  readonly wire: FakeEngine.Wire
  readonly sources?: ReadonlyArray<SearchProvider.Source> | undefined
  readonly secret?: string | undefined
  readonly most?: number | undefined
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
