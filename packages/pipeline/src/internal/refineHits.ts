import type { ImageHit, NewsHit, WebHit } from "@dunlin/providers/SearchProvider"
import * as Effect from "effect/Effect"
import * as SearchEvent from "../SearchEvent.ts"
import type { Authorized, Found, Hits, Input, Refined } from "../SearchState.ts"

/** Enforces on the hits what the provider may have ignored, removes duplicates, and cuts each source to the limit. */
export const refineHits = Effect.fnUntraced(
  function*(state: Input & Authorized & Found): Effect.fn.Return<Refined & Pick<Input, "warnings">> {
    const limit = state.request.limit
    const web: Array<WebHit> = []
    const news: Array<NewsHit> = []
    const images: Array<ImageHit> = []
    for (const { hits, question } of state.answers) {
      for (const hit of hits) {
        if (hit.source === "web") {
          web.push(question.category === undefined ? hit : { ...hit, category: question.category })
        } else if (hit.source === "news") news.push(hit)
        else images.push(hit)
      }
    }
    const asked = new Set(state.request.sources.map((source) => source.type))
    const hits: Hits = {
      ...(asked.has("web") ? { web: distinct(web, (hit) => hit.url).slice(0, limit) } : {}),
      ...(asked.has("news") ? { news: distinct(news, (hit) => hit.url).slice(0, limit) } : {}),
      ...(asked.has("images") ? { images: distinct(images, (hit) => hit.imageUrl).slice(0, limit) } : {})
    }
    yield* SearchEvent.emit({
      _tag: "HitsFound",
      web: hits.web?.length ?? 0,
      news: hits.news?.length ?? 0,
      images: hits.images?.length ?? 0,
      toScrape: state.request.scrapeOptions === undefined
        ? 0
        : new Set([...hits.web ?? [], ...hits.news ?? []].map((hit) => hit.url)).size
    })
    return { hits, scanned: 0, warnings: state.warnings }
  }
)

const distinct = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> => {
  const seen = new Set<string>()
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)))
}
