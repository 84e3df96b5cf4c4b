/** Adds pages of a site that the embedded index contains to a map of the site. */
import { KnownPages } from "@dunlin/jobs/KnownPages"
import { LocalIndex } from "@dunlin/providers/LocalIndex"
import * as Query from "@dunlin/query-operators/Query"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const MAX_HITS = 100

export const layer: Layer.Layer<never, never, LocalIndex> = Layer.effect(
  KnownPages,
  Effect.map(LocalIndex, (index) => ({ limit, search = "", site }) =>
    index.search({
      source: "web",
      query: Query.parse(`${search} site:${site}`).query,
      limit: Math.min(MAX_HITS, limit),
      country: "US"
    }).pipe(
      Effect.map(({ hits }) =>
        hits.flatMap((hit) =>
          hit.source === "web" ? [{ url: hit.url, title: hit.title, description: hit.description }] : []
        )
      ),
      // Pages of the index are an addition, so failures are ignored.
      Effect.orElseSucceed(() => [])
    ))
)
