/** Checks the requirements for every response. */
import * as Query from "@dunlin/query-operators/Query"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SearchProvider from "../../SearchProvider.ts"

export class Fault extends Error {
  override readonly name = "Fault"
}

export const expect = (condition: boolean, sentence: string): Effect.Effect<void> =>
  condition ? Effect.void : Effect.die(new Fault(sentence))

export const question = (
  query: string,
  options?: Partial<Omit<SearchProvider.Question, "query">>
): SearchProvider.Question => ({
  source: "web",
  limit: 10,
  country: "US",
  ...options,
  query: Query.parse(query).query
})

const isAnswer = Schema.is(SearchProvider.Answer)

export const wellFormed = (
  answer: SearchProvider.Answer,
  asked: SearchProvider.Question
): Effect.Effect<void> =>
  Effect.gen(function*() {
    yield* expect(isAnswer(answer), "the answer must be a SearchProvider.Answer without undefined fields")
    yield* expect(answer.hits.length <= asked.limit, `expected at most ${asked.limit} hits, got ${answer.hits.length}`)
    yield* expect(
      answer.hits.every((hit) => hit.source === asked.source),
      `every hit must have the source ${asked.source}`
    )
    yield* expect(
      answer.hits.every((hit, at) => hit.position === at + 1),
      "positions must count from 1 without gaps"
    )
    yield* expect(answer.hits.every((hit) => URL.canParse(hit.url)), "every hit must have an absolute URL")
    const ids = answer.hits.map((hit) => hit.source === "images" ? `${hit.imageUrl} ${hit.url}` : hit.url)
    yield* expect(new Set(ids).size === ids.length, "no hit may occur twice")
  })
