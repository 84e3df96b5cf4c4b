/**
 * Builds a search engine from a function that returns hits or a promise of them, for programs that do not use Effect.
 *
 * @since 0.2.0
 */
import * as ForeignError from "@dunlin/common/ForeignError"
import * as Print from "@dunlin/query-operators/Query"
import * as InvalidOptions from "@dunlin/schema/InvalidOptions"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Hits from "./Hits.ts"
import { hitFault } from "./internal/hitFault.ts"
import { InvalidResponse, SearchError, Unavailable } from "./SearchError.ts"
import * as SearchProvider from "./SearchProvider.ts"

/**
 * The input of the function.
 *
 * @category models
 * @since 0.2.0
 */
export interface Question extends SearchProvider.Question {
  /** The query as the user typed it, with its operators. */
  readonly text: string
  /** A signal that is aborted when the caller no longer waits. Pass it to `fetch`. */
  readonly signal: AbortSignal
}

/**
 * A hit that the function returns. The best hit is first. A hit without `url`, or an image without `imageUrl`, is
 * dropped with a warning.
 *
 * @category models
 * @since 0.2.0
 */
export interface Hit {
  readonly url: string | null | undefined
  readonly title?: string | null | undefined
  /** The snippet, as plain text. */
  readonly description?: string | null | undefined
  /**
   * The ISO 8601 date of publication, or another form that `Hits.date` supports. An invalid date is omitted with a
   * warning.
   */
  readonly publishedAt?: string | undefined
  /** The URL of an image, or of the picture of a news article. */
  readonly imageUrl?: string | null | undefined
}

/**
 * Provides a search engine that calls a function. `SearchProvider.make` adds the limit, a timeout of 30 seconds and two
 * retries, which `policy` changes. A thrown error becomes the `cause` of a `SearchError`, unless it is one itself. Only
 * network errors and errors with `isRetryable` are retried.
 *
 * **Example** (A custom engine)
 *
 * ```ts
 * import { SearchFunction } from "@dunlin/providers"
 * import { createClient } from "dunlin"
 *
 * const ask = async ({ limit, signal, text }: SearchFunction.Question): Promise<ReadonlyArray<SearchFunction.Hit>> => {
 *   // const response = await fetch(`https://engine.example/?q=${encodeURIComponent(text)}&n=${limit}`, { signal })
 *   signal.throwIfAborted()
 *   return [{ url: "https://example.com/", title: `${text}, at most ${limit}` }]
 * }
 * const client = createClient({ provider: SearchFunction.layer("mine", ask, { timeout: "5 seconds" }) })
 * console.log((await client.search("waders", { limit: 3 })).data.web?.[0]?.title) // waders, at most 3
 * await client.close()
 * ```
 *
 * @category layers
 * @since 0.2.0
 */
export const layer = (
  name: string,
  ask: (question: Question) => ReadonlyArray<Hit> | PromiseLike<ReadonlyArray<Hit>>,
  policy: SearchProvider.Policy = {}
): Layer.Layer<SearchProvider.SearchProvider> => {
  InvalidOptions.read("SearchFunction.layer", Input, { name, ask })
  return Layer.succeed(
    SearchProvider.SearchProvider,
    SearchProvider.make({
      ...policy,
      name,
      search: Effect.fnUntraced(function*(question) {
        const text = Print.print(question.query)
        const found: unknown = yield* Effect.tryPromise({
          try: async (signal) => ask({ ...question, text, signal }),
          catch: (cause) =>
            cause instanceof SearchError
              ? cause
              : new SearchError({ provider: name, reason: reasonOf(cause) })
        })
        const detail = Array.isArray(found)
          ? hitFault(found, [], ["url", "title", "description", "imageUrl"])
          : "the function returned no list of hits"
        if (detail !== undefined) {
          return yield* new SearchError({ provider: name, reason: new InvalidResponse({ detail }) })
        }
        const now = yield* Clock.currentTimeMillis
        const warnings: Array<string> = []
        const given = found as ReadonlyArray<Hit>
        let without = 0
        const hits = given.flatMap((hit, at) => {
          const publishedAt = dateOf(hit.publishedAt, now)
          if (publishedAt === undefined && isGiven(hit.publishedAt)) {
            warnings.push(`publishedAt of hit ${at + 1} of ${name} is not a date and was omitted.`)
          }
          const made = asHits(question.source, { ...hit, publishedAt })
          if (made.length === 0) without++
          return made
        })
        const shown = warnings.slice(0, MAX_WARNINGS)
        if (without === 0) return { hits, warnings: shown }
        const needed = question.source === "images" ? "url or imageUrl" : "url"
        return {
          hits,
          warnings: [
            `${without} of ${given.length} hits of ${name} were omitted, because they have no ${needed}.`,
            ...shown
          ]
        }
      })
    })
  )
}

const Input = Schema.Struct({
  name: Schema.String,
  ask: Schema.declare(Predicate.isFunction, {
    expected: "a function, such as `async ({ text, limit, signal }) => [{ url, title }]`"
  })
})

const reasonOf = (cause: unknown) =>
  ForeignError.isOfNetwork(cause) || ForeignError.isRetryable(cause)
    ? new Unavailable({ cause })
    : new InvalidResponse({ detail: `the search function failed: ${messageOf(cause)}`, cause })

/** `cause` retains the complete message. */
const MAX_MESSAGE_CHARACTERS = 200

/** Query strings of URLs may contain keys, so they are removed. */
const messageOf = (cause: unknown): string => {
  const text = cause instanceof Error && cause.message !== "" ? cause.message : String(cause)
  return text.split("\n")[0]!.replace(/(\bhttps?:\/\/[^\s?#]+)[?#]\S*/gi, "$1").slice(0, MAX_MESSAGE_CHARACTERS)
}

/** Maximum number of warnings per search. */
const MAX_WARNINGS = 3

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ""

const dateOf = (value: unknown, now: number): string | undefined =>
  typeof value === "string" || typeof value === "number" ? Hits.date(value, now) : undefined

const asHits = (source: SearchProvider.Source, hit: Hit): ReadonlyArray<SearchProvider.Hit> => {
  switch (source) {
    case "web":
      return Hits.web(hit)
    case "news":
      return Hits.news({ ...hit, snippet: hit.description, date: hit.publishedAt })
    case "images":
      return Hits.image(hit)
  }
}
