/** Completes a fake's responses and checks them against the contract. */
import { Document } from "@dunlin/schema/Document"
import { ExtractStatus, JobFailures, JobProgress } from "@dunlin/schema/JobResponse"
import { type MapLink, MapResponse } from "@dunlin/schema/MapRequest"
import { ScrapeResponse } from "@dunlin/schema/ScrapeResponse"
import { SearchResponse } from "@dunlin/schema/SearchResponse"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Found, InvalidFixture } from "./model.ts"

/** Returns `body` if it satisfies the contract. */
const checked = <A>(what: string, schema: Schema.Codec<unknown, unknown>, body: A): A => {
  const result = Schema.decodeUnknownResult(schema, { errors: "all" })(body)
  if (Result.isSuccess(result)) return body
  throw new InvalidFixture({ what, why: result.failure.message })
}

const placed = (hits: ReadonlyArray<object>, filled: object) =>
  hits.map((hit, index) => ({ position: index + 1, ...filled, ...hit }))

/** Credits of a search without other options. */
const CREDITS_PER_SEARCH = 2

export const search = ({ creditsUsed, images, news, suggestion, warning, web }: Found, id: string) =>
  checked("a search", SearchResponse, {
    success: true,
    data: {
      ...(web === undefined ? {} : { web: placed(web, { description: "" }) }),
      ...(news === undefined ? {} : { news: placed(news, { snippet: "" }) }),
      ...(images === undefined ? {} : { images: placed(images, {}) })
    },
    warning: warning ?? null,
    ...(suggestion === undefined ? {} : { suggestion }),
    id,
    creditsUsed: creditsUsed ?? CREDITS_PER_SEARCH
  })

/** Adds the URL to a document. */
const located = (document: Document, url: string | undefined): Document => ({
  ...document,
  metadata: { ...(url === undefined ? {} : { sourceURL: url, url }), statusCode: 200, ...document.metadata }
})

export const scrape = (document: Document, url: string | undefined) =>
  checked("a scrape", ScrapeResponse, { success: true, data: located(document, url) })

export const map = (links: ReadonlyArray<string | MapLink>) =>
  checked("a map", MapResponse, {
    success: true,
    links: links.map((link) => typeof link === "string" ? { url: link } : link)
  })

export const documents = (
  what: string,
  list: ReadonlyArray<Document>,
  urls: ReadonlyArray<string>
): ReadonlyArray<Document> =>
  checked(what, Schema.Array(Document), list.map((document, index) => located(document, urls[index])))

export const progress = (body: JobProgress) => checked("the status of a job", JobProgress, body)

export const failures = (body: JobFailures) => checked("the failures of a job", JobFailures, body)

export const extract = (body: ExtractStatus) => checked("the status of an extraction", ExtractStatus, body)
