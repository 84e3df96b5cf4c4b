/** Implements the client's calls. This part of `Client` loads the stages. */
import * as ArtifactStore from "@dunlin/cache/ArtifactStore"
import * as Restorable from "@dunlin/pipeline/Restorable"
import * as Retention from "@dunlin/pipeline/Retention"
import * as Scraper from "@dunlin/pipeline/Scraper"
import * as Searcher from "@dunlin/pipeline/Searcher"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as ScrapeRequest from "@dunlin/schema/ScrapeRequest"
import * as SearchRequest from "@dunlin/schema/SearchRequest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { endsAsFile, isWrittenAsPath } from "./paths.ts"
import { strict } from "./strict.ts"
import { unaudited } from "./unaudited.ts"
import { warned } from "./warned.ts"

export { answer, read } from "./budgeted.ts"
export { verify } from "./verifying.ts"

const decoded = (query: string, fields: Omit<SearchRequest.SearchRequestInput, "query">) =>
  Effect.map(
    SearchRequest.decode({ ...fields, query }, strict),
    ({ request, warnings }): SearchRequest.Decoded => ({
      request,
      warnings: [...warnings, ...unaudited(request.scrapeOptions)]
    })
  )

export const search = (query: string, fields: Omit<SearchRequest.SearchRequestInput, "query">) =>
  Effect.flatMap(
    decoded(query, fields),
    (task) => Restorable.search(askedOf(task), Searcher.Searcher.use((_) => _.search(task)))
  )

const askedOf = ({ request: { enterprise, scrapeOptions } }: SearchRequest.Decoded): Restorable.Options => ({
  redactPII: scrapeOptions?.redactPII,
  retention: Retention.of(enterprise, scrapeOptions)
})

export const stream = (query: string, fields: Omit<SearchRequest.SearchRequestInput, "query">) =>
  Stream.unwrap(Effect.gen(function*() {
    const task = yield* decoded(query, fields)
    const searcher = yield* Searcher.Searcher
    return Restorable.stream(askedOf(task), searcher.stream(task))
  }))

const ofFiles = "an http or https URL; for files, use `dunlin scrape`, or `client.index` and then `client.read`"

export const scrape = Effect.fnUntraced(function*(
  url: string,
  fields: Omit<ScrapeRequest.ScrapeRequestInput, "url">
) {
  if (isWrittenAsPath(url) || endsAsFile(url)) return yield* InvalidRequest.at(["url"], ofFiles)
  const { request: { url: target, ...options }, warnings } = yield* ScrapeRequest.decodeBody(
    { ...fields, url },
    strict
  )
  const scraper = yield* Scraper.Scraper
  const { document } = yield* Restorable.run(
    { redactPII: options.redactPII, retention: Retention.of([], options) },
    scraper.scrape({ url: target, options }),
    ({ document, ...scraped }, placeholders) => ({ ...scraped, document: { ...document, placeholders } })
  )
  return warned(document, [...warnings, ...unaudited(options)])
})

export const artifact = (link: string) => ArtifactStore.ArtifactStore.use((_) => _.open(link))
