/** Answers and readings within a number of tokens, from what a caller wrote. */
import * as Answer from "@dunlin/pipeline/Answer"
import * as Answerer from "@dunlin/pipeline/Answerer"
import * as Reader from "@dunlin/pipeline/Reader"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import * as Effect from "effect/Effect"

export const answer = Effect.fnUntraced(function*(
  query: string,
  { maxTokens, ...fields }: Omit<SearchRequest.SearchRequestInput, "query"> & { readonly maxTokens: number }
) {
  const budget = { maxTokens: yield* Answer.checkMaxTokens(maxTokens) }
  const { request, warnings } = yield* SearchRequest.decode({ limit: hits, ...fields, query })
  const answerer = yield* Answerer.Answerer
  return yield* answerer.answer({ request, warnings, budget })
})

/** How many hits there are to choose from: more keep more answers, and most of the first ten hold none. */
const hits = 20

export const read = Effect.fnUntraced(function*(
  url: string,
  { maxTokens, offset, query, ...fields }: Omit<ScrapeRequest.ScrapeRequestInput, "url"> & {
    readonly maxTokens: number
    readonly query?: string | undefined
    readonly offset?: number | undefined
  }
) {
  const budget = { maxTokens: yield* Answer.checkMaxTokens(maxTokens) }
  const { url: target, ...options } = yield* ScrapeRequest.decodeReading({ ...fields, url })
  const reader = yield* Reader.Reader
  return yield* reader.read({ url: target, options, budget, query, offset })
})
