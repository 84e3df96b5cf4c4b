/** Reranks texts, in the format that the Cohere and Jina endpoints share. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TextRanker } from "../../TextRanker.ts"
import { optional, whole } from "./fields.ts"

const MAX_TEXTS = 1000

const Text = Schema.Union([
  Schema.String,
  Schema.StructWithRest(Schema.Struct({ text: Schema.String }), [
    Schema.Record(Schema.String, Schema.Json)
  ])
])

export const fields = {
  query: Schema.NonEmptyString,
  documents: Schema.Array(Text).check(
    Schema.makeFilter((texts) => texts.length > 0 && texts.length <= MAX_TEXTS, {
      expected: `1 to ${MAX_TEXTS} documents, each a string or an object with the field text`
    })
  ),
  top_n: optional(whole(1, MAX_TEXTS))
}

type RankInput = Schema.Struct<typeof fields>["Type"]

export const ranked = Effect.fnUntraced(function*({ documents, query, top_n }: RankInput) {
  const rank = yield* TextRanker
  const texts = documents.map((document) => typeof document === "string" ? document : document.text)
  const scores = yield* rank({ query, texts })
  return texts
    .map((text, index) => ({ index, text, score: scores[index] ?? 0 }))
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, top_n)
})
