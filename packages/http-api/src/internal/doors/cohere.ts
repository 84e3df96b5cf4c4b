/** Implements the Cohere rerank endpoint. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Door, endpoint } from "./door.ts"
import { flag, optional, orElse } from "./fields.ts"
import { fields, ranked } from "./rerank.ts"

const rerank = (path: "/v2/rerank" | "/v1/rerank" | "/rerank", version: "1" | "2") =>
  endpoint({
    path,
    methods: ["POST"],
    summary: "Rank texts by their relevance to a query",
    request: Schema.Struct({ ...fields, return_documents: orElse(flag, false) }),
    response: Schema.Struct({
      id: Schema.String,
      results: Schema.Array(Schema.Struct({
        index: Schema.Int,
        relevance_score: Schema.Number,
        document: optional(Schema.Struct({ text: Schema.String }))
      })),
      meta: Schema.Struct({
        api_version: Schema.Struct({ version: Schema.String }),
        billed_units: Schema.Struct({ search_units: Schema.Int })
      })
    }),
    unheeded: {
      rank_fields: "documents are ranked by their field `text`",
      max_chunks_per_doc: "whole documents are ranked",
      max_tokens_per_doc: "whole documents are ranked"
    },
    // All model names use the same ranking.
    quiet: ["model", "priority"],
    answer: (input, work) =>
      Effect.map(ranked(input), (texts) => ({
        id: work.requestId,
        results: texts.map(({ index, score, text }) => ({
          index,
          relevance_score: score,
          ...(input.return_documents ? { document: { text } } : {})
        })),
        meta: { api_version: { version }, billed_units: { search_units: 1 } }
      }))
  })

export const cohere: Door = {
  name: "cohere",
  title: "Cohere Rerank",
  keys: ["bearer"],
  endpoints: [rerank("/v2/rerank", "2"), rerank("/v1/rerank", "1"), rerank("/rerank", "2")],
  failure: ({ error }, requestId) => ({ body: { id: requestId, message: error } }),
  warned: (body, warnings) => ({ ...body, meta: { ..."meta" in body ? body.meta as object : {}, warnings } })
}
