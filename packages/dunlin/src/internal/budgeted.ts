/** Reads answers and pages within a token limit. */
import * as Answer from "@dunlin/pipeline/Answer"
import * as Answerer from "@dunlin/pipeline/Answerer"
import * as Reader from "@dunlin/pipeline/Reader"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import * as Spelling from "@dunlin/schema/Spelling"
import * as Effect from "effect/Effect"
import { strict } from "./strict.ts"

const ofReading = ["maxTokens", "query", "offset"]

const MAX_EDITS_OF_OPTION_NAME = 2

const checkNames = (fields: object, own: ReadonlyArray<string>): Effect.Effect<void, InvalidRequest.InvalidRequest> => {
  const issues = Object.keys(fields).flatMap((name) =>
    Spelling.nearest(name, own, MAX_EDITS_OF_OPTION_NAME) === undefined ? [] : [InvalidRequest.unknownKey([name], own)]
  )
  return issues.length === 0 ? Effect.void : Effect.fail(InvalidRequest.make(issues))
}

export const answer = Effect.fnUntraced(function*(
  query: string,
  { maxTokens, ...fields }: Omit<SearchRequest.SearchRequestInput, "query"> & { readonly maxTokens: number }
) {
  yield* checkNames(fields, ["maxTokens"])
  const budget = { maxTokens: yield* Answer.checkMaxTokens(maxTokens) }
  const { request, warnings } = yield* SearchRequest.decode({ limit: HITS_TO_CHOOSE_FROM, ...fields, query }, strict)
  const answerer = yield* Answerer.Answerer
  return yield* answerer.answer({ request, warnings, budget })
})

/** Hits from which the passages are chosen. Most of the first ten hits contain no answer. */
const HITS_TO_CHOOSE_FROM = 20

const checkOffset = (offset: unknown): Effect.Effect<number | undefined, InvalidRequest.InvalidRequest> =>
  offset === undefined || (typeof offset === "number" && Number.isSafeInteger(offset) && offset >= 0)
    ? Effect.succeed(offset)
    : Effect.fail(
      InvalidRequest.at(["offset"], "a whole number of at least 0, such as `next` from the previous response")
    )

export const read = Effect.fnUntraced(function*(
  url: string,
  { maxTokens, offset, query, ...fields }: Omit<ScrapeRequest.ScrapeRequestInput, "url"> & {
    readonly maxTokens: number
    readonly query?: string | undefined
    readonly offset?: number | undefined
  }
) {
  yield* checkNames(fields, ofReading)
  const budget = { maxTokens: yield* Answer.checkMaxTokens(maxTokens) }
  const from = yield* checkOffset(offset)
  const { url: target, ...options } = yield* ScrapeRequest.decodeReading({ ...fields, url }, strict)
  const reader = yield* Reader.Reader
  return yield* reader.read({ url: target, options, budget, query, offset: from })
})
