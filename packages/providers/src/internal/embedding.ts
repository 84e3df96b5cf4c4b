/** Creates missing vectors for the passages of an index, batch by batch, so that completed work is never repeated. */
import type { Passage, Search } from "@dunlin/search-index/Protocol"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Embedder } from "../Embedder.ts"
import { InvalidResponse, ModelChanged, type Reason, SearchError, TimedOut } from "../SearchError.ts"
import type { Question } from "../SearchProvider.ts"
import type { Client } from "./index/client.ts"
import * as Words from "./queryWords.ts"
import * as Window from "./window.ts"

const BATCH_TEXTS = 64
/** The delays start at one second and double. */
const longestPause = Duration.minutes(5)
/** With the delays, about a day. Then the model is called again when pages are added or the index is opened. */
const MAX_CONSECUTIVE_RETRIES = 300

/** Far below a search's timeout of 30 s, so that a search can still use the words. */
const QUESTION_MILLIS = 2500

export interface Meaning {
  readonly embedder: Embedder["Service"]
  readonly isReplaced: boolean
}

export interface Embedding {
  readonly all: Effect.Effect<number, SearchError>
  readonly wake: Effect.Effect<void>
}

type Vector = ReadonlyArray<number>

interface Made {
  readonly vectors: ReadonlyArray<readonly [id: number, vector: Vector]>
  readonly refusals: ReadonlyArray<{ readonly id: number; readonly error: SearchError }>
}

const fail = (reason: Reason): Effect.Effect<never, SearchError> =>
  Effect.fail(new SearchError({ provider: "embeddings", reason }))

/** Some servers return status 500 for a text that is too long. */
const isAboutTexts = ({ reason }: SearchError): boolean =>
  reason._tag === "InvalidRequest" || reason._tag === "InvalidResponse" ||
  (reason._tag === "Unavailable" && reason.status === 500)

const shown = ({ window }: Embedder["Service"], text: string): string => Window.fit(text, window ?? Window.USUAL)

const plainText = "text"

/**
 * If the model rejects a request, it is split in half repeatedly, down to the rejected texts. If the model also
 * rejects a plain English word, the fault is in the model.
 */
const vectorsOf = (
  embedder: Embedder["Service"],
  passages: ReadonlyArray<Passage>
): Effect.Effect<Made, SearchError> => {
  let isSound = false
  const ask = (texts: ReadonlyArray<string>) =>
    Effect.flatMap(embedder.embed({ texts, purpose: "document" }), (vectors) => {
      if (vectors.length !== texts.length || vectors.some(({ length }) => length === 0)) {
        return fail(new InvalidResponse({ detail: "it must contain one vector per text" }))
      }
      isSound = true
      return Effect.succeed(vectors)
    })
  const refuse = (id: number, error: SearchError): Effect.Effect<Made, SearchError> =>
    Effect.as(isSound ? Effect.void : ask([plainText]), { vectors: [], refusals: [{ id, error }] })
  const make = (some: ReadonlyArray<Passage>): Effect.Effect<Made, SearchError> => {
    const [first] = some
    if (first === undefined) return Effect.succeed({ vectors: [], refusals: [] })
    return ask(some.map(({ text }) => shown(embedder, text))).pipe(
      Effect.map((vectors): Made => ({ vectors: vectors.map((each, at) => [some[at]!.id, each]), refusals: [] })),
      Effect.catchIf(isAboutTexts, (error) => {
        if (some.length === 1) return refuse(first.id, error)
        const half = some.length >> 1
        return Effect.zipWith(make(some.slice(0, half)), make(some.slice(half)), (left, right) => ({
          vectors: [...left.vectors, ...right.vectors],
          refusals: [...left.refusals, ...right.refusals]
        }))
      })
    )
  }
  return make(passages)
}

const pauseAfter = ({ reason }: SearchError, failures: number): Duration.Duration => {
  const pause = Duration.min(Duration.seconds(2 ** Math.min(failures - 1, 20)), longestPause)
  const retryAfter = reason._tag === "RateLimited" ? reason.retryAfter : undefined
  return retryAfter === undefined ? pause : Duration.max(pause, retryAfter)
}

/**
 * In the background, retryable failures are retried with delays. After other failures, passages wait until pages are
 * added or the index is opened again.
 */
export const make = Effect.fnUntraced(
  function*(
    index: Client,
    { embedder, isReplaced }: Meaning
  ): Effect.fn.Return<Embedding, SearchError, Scope.Scope> {
    const { model } = embedder
    const check = (indexed: string | null): Effect.Effect<void, SearchError> =>
      indexed === null
        ? Effect.void
        : Effect.fail(new SearchError({ provider: "local", reason: new ModelChanged({ indexed, model }) }))
    yield* Effect.flatMap(index.call("claimModel", { model, isReplaced }), check)

    const alone = yield* Semaphore.make(1)
    // Rejected passages are retried when the index is next opened.
    const refused = new Set<number>()
    let accepted = 0
    const run = Effect.fnUntraced(function*(onError: (error: SearchError) => void) {
      let after = -1
      let made = 0
      for (;;) {
        const { indexed, passages } = yield* index.call("withoutVector", { model, after, count: BATCH_TEXTS })
        // Fails before any paid request is sent.
        yield* check(indexed)
        const last = passages.at(-1)
        if (last === undefined) return made
        const { refusals, vectors } = yield* vectorsOf(embedder, passages.filter(({ id }) => !refused.has(id)))
        if (vectors.length > 0) yield* Effect.flatMap(index.call("putVectors", { model, vectors }), check)
        for (const { error, id } of refusals) {
          refused.add(id)
          onError(error)
        }
        made += vectors.length
        accepted += vectors.length
        after = last.id
      }
    })
    const all = alone.withPermits(1)(Effect.suspend(() => {
      const before = refused.size
      let why = ""
      const report = Effect.suspend(() =>
        refused.size === before
          ? Effect.void
          : Effect.logWarning(
            `The embedding model rejected ${refused.size - before} passages (${why}); searches find them by words only`
          )
      )
      return Effect.ensuring(run((error) => why = error.message), report)
    }))
    const patiently = Effect.gen(function*() {
      let failures = 0
      for (;;) {
        const before = accepted
        const error = yield* Effect.match(all, { onFailure: (failure) => failure, onSuccess: () => undefined })
        if (error === undefined) return
        failures = accepted > before ? 1 : failures + 1
        const isOver = !error.isRetryable || failures > MAX_CONSECUTIVE_RETRIES
        const until = isOver ? " until pages are added" : ""
        yield* Effect.logWarning(`Passages have no vectors yet${until}: ${error.message}`)
        if (isOver) return
        yield* Effect.sleep(pauseAfter(error, failures))
      }
    })
    const calls = yield* Queue.sliding<void>(1)
    yield* Queue.take(calls).pipe(
      Effect.andThen(patiently),
      Effect.forever,
      Effect.forkScoped
    )
    const wake = Effect.asVoid(Queue.offer(calls, undefined))
    yield* wake
    return { all, wake }
  }
)

interface QueryVector {
  readonly meaning: Search["meaning"]
  readonly warnings: ReadonlyArray<string>
}

const unasked: QueryVector = { meaning: undefined, warnings: [] }

/** Returns `undefined` if the query needs no vector, because only words and filters matter. */
export const queryVectorOf = (
  question: Question,
  embedder: Embedder["Service"] | undefined
): Effect.Effect<QueryVector> => {
  if (embedder === undefined) return Effect.succeed(unasked)
  const text = Words.of(question.query.nodes).join(" ")
  if (text === "" || question.source === "images" || question.time?.sortByDate === true) return Effect.succeed(unasked)
  const inTime = Effect.timeoutOrElse(embedder.embed({ texts: [shown(embedder, text)], purpose: "query" }), {
    duration: QUESTION_MILLIS,
    orElse: () =>
      Effect.fail(
        new SearchError({ provider: "embeddings", reason: new TimedOut({ afterMillis: QUESTION_MILLIS }) })
      )
  })
  return Effect.match(inTime, {
    onSuccess: ([vector]): QueryVector => ({
      meaning: vector === undefined ? undefined : { model: embedder.model, vector },
      warnings: []
    }),
    onFailure: (error): QueryVector => ({
      meaning: undefined,
      warnings: [`${error.message}; the results were found by words only.`]
    })
  })
}
