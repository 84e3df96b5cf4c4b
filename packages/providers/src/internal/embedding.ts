/** Vectors for the passages of an index: those that have none yet, batch by batch, so that nothing is done twice. */
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { Embedder } from "../Embedder.ts"
import { ModelChanged, SearchError, TimedOut } from "../SearchError.ts"
import type { Question } from "../SearchProvider.ts"
import type { Client } from "./index/client.ts"
import * as Words from "./queryWords.ts"

/** Texts of one request to the model. */
const batchTexts = 64
/** A model that fails is asked again after a second, two seconds and so on, and not less often than this. */
const longestPause = "5 minutes"

/** Milliseconds a model has for a question: far below the 30 s of a search, in which the words must still answer. */
const questionMillis = 2500

/** What an index has vectors by. */
export interface Meaning {
  readonly embedder: Embedder["Service"]
  /** Vectors of another model are dropped. */
  readonly isReplaced: boolean
}

export interface Embedding {
  /** Makes the vectors that are missing, and tells how many those were. */
  readonly all: Effect.Effect<number, SearchError>
  /** Has them made in the background. */
  readonly wake: Effect.Effect<void>
}

/** Opens an index for the vectors of a model. What fails in the background is tried again until the scope ends. */
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
    const all = alone.withPermits(1)(Effect.gen(function*() {
      let after = -1
      let made = 0
      for (;;) {
        const passages = yield* index.call("withoutVector", { after, count: batchTexts })
        const last = passages.at(-1)
        if (last === undefined) return made
        const vectors = yield* embedder.embed({ texts: passages.map(({ text }) => text), purpose: "document" })
        const pairs = passages.map(({ id }, at) => [id, vectors[at] ?? []] as const)
        yield* Effect.flatMap(index.call("putVectors", { model, vectors: pairs }), check)
        made += passages.length
        after = last.id
      }
    }))
    const calls = yield* Queue.sliding<void>(1)
    const patiently = all.pipe(
      Effect.tapError((error) => Effect.logWarning(`Passages wait for their vectors: ${error.message}`)),
      Effect.retry(Schedule.min([Schedule.exponential("1 second"), Schedule.spaced(longestPause)]))
    )
    yield* Queue.take(calls).pipe(
      Effect.andThen(patiently),
      Effect.forever,
      Effect.forkScoped
    )
    const wake = Effect.asVoid(Queue.offer(calls, undefined))
    // What was left when the index was closed.
    yield* wake
    return { all, wake }
  }
)

/** What a model makes of a question. */
interface Asked {
  readonly vector: ReadonlyArray<number> | undefined
  readonly warnings: ReadonlyArray<string>
}

const unasked: Asked = { vector: undefined, warnings: [] }

/** What a question means; nothing where only words and filters count. */
export const asked = (
  question: Question,
  embedder: Embedder["Service"] | undefined
): Effect.Effect<Asked> => {
  if (embedder === undefined) return Effect.succeed(unasked)
  const text = Words.of(question.query.nodes).join(" ")
  if (text === "" || question.source === "images" || question.time?.sortByDate === true) return Effect.succeed(unasked)
  const inTime = Effect.timeoutOrElse(embedder.embed({ texts: [text], purpose: "query" }), {
    duration: questionMillis,
    orElse: () =>
      Effect.fail(
        new SearchError({ provider: "embeddings", reason: new TimedOut({ afterMillis: questionMillis }) })
      )
  })
  return Effect.match(inTime, {
    onSuccess: ([vector]): Asked => ({ vector, warnings: [] }),
    onFailure: (error): Asked => ({
      vector: undefined,
      warnings: [`${error.message}; the results were found by their words alone.`]
    })
  })
}
