/** Describes Parallel's search API. */
import * as Dialects from "@dunlin/query-operators/Dialects"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as Hits from "../../Hits.ts"
import type * as JsonHttp from "../../JsonHttp.ts"
import { list, secret, text } from "./wire.ts"

const ParallelResponse = Schema.Struct({
  results: list(Schema.Struct({ url: text, title: text, publish_date: text, excerpts: list(Schema.String) })),
  warnings: list(Schema.Struct({ message: text }))
})

/**
 * Parallel, version 1 of its search API: web.
 *
 * @see https://docs.parallel.ai/api-reference/search/search
 * @category engines
 * @since 0.2.0
 */
export const parallel: JsonHttp.Engine<typeof ParallelResponse.Type> = {
  name: "parallel",
  apiUrl: "https://api.parallel.ai",
  dialect: Dialects.parallel,
  sources: ["web"],
  honours: { country: true },
  pageSize: 40,
  request: ({ days, pageSize, parameters, question, text }, { apiKey, apiUrl }) => {
    const { excludeDomains, includeDomains } = parameters
    const policy = {
      ...(includeDomains.length > 0 ? { include_domains: includeDomains } : {}),
      ...(excludeDomains.length > 0 ? { exclude_domains: excludeDomains } : {}),
      ...(days.from === undefined ? {} : { after_date: days.from })
    }
    return HttpClientRequest.post(`${apiUrl}/v1/search`, { headers: { "x-api-key": secret(apiKey) } }).pipe(
      HttpClientRequest.bodyJsonUnsafe({
        search_queries: [text],
        mode: "basic",
        advanced_settings: {
          max_results: pageSize,
          location: question.country.toLowerCase(),
          ...(Object.keys(policy).length > 0 ? { source_policy: policy } : {})
        }
      })
    )
  },
  response: ParallelResponse,
  page: ({ results, warnings }, { now }) => ({
    hits: Hits.all(results, ({ excerpts, publish_date: date, title, url }) =>
      Hits.web({
        url,
        title,
        description: excerpts?.[0],
        publishedAt: Hits.date(date, now),
        extraSnippets: excerpts?.slice(1)
      })),
    warnings: (warnings ?? []).flatMap(({ message }) => message === null || message === undefined ? [] : [message])
  })
}
