/** Which addresses belong to a crawl. */
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import * as Effect from "effect/Effect"
import { RE2JS } from "re2js"
import { remembered } from "./remembered.ts"

export interface Scope {
  /** Whether the patterns of the crawl want an address. */
  readonly isWanted: (url: string) => boolean
  /** Whether an address may be visited. */
  readonly isInside: (url: string) => boolean
  /** What identifies a page: addresses with the same key are one page. */
  readonly keyOf: (url: string) => string
}

const siteIn = ({ host }: URL): string => host.replace(/^www\./, "")

/** The host as people see it: without `www.`, which the two usually share, and with a port of its own. */
export const siteOf = (address: string): string => {
  const url = URL.parse(address)
  return url === null ? "" : siteIn(url)
}

/** What has no text; HTML, PDF, office files and text are left. */
const files =
  /\.(?:7z|apk|avi|avif|bin|bmp|bz2|css|deb|dmg|eot|exe|flac|gif|gz|ico|iso|jar|jpe?g|js|m4[av]|mjs|mov|mp[34]|mpe?g|msi|og[agv]|otf|png|rar|rpm|svg|swf|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|wmv|woff2?|xz|zip|zst)$/i

/** Longer addresses are made by loops, not by people (sitemaps.org has the same bound). */
const longestAddress = 2048

export const isPage = (url: URL): boolean =>
  /^https?:$/.test(url.protocol) && url.href.length <= longestAddress && !files.test(url.pathname)

/** Patterns of a caller, read by an engine whose time is linear in the text (RE2). */
const compile = Effect.fnUntraced(function*(patterns: ReadonlyArray<string>, field: string) {
  const compiled: Array<RE2JS> = []
  for (const [at, pattern] of patterns.entries()) {
    const read = yield* Effect.result(Effect.try({ try: () => RE2JS.compile(pattern), catch: () => undefined }))
    if (read._tag === "Failure") {
      return yield* InvalidRequest.at(
        [field, at],
        "a regular expression that can be matched in linear time (RE2 syntax: no look-around, no back-references)"
      )
    }
    compiled.push(read.success)
  }
  return compiled
})

export const make = Effect.fnUntraced(function*(
  request: Omit<CrawlRequest, "scrapeOptions" | "prompt" | "webhook">
): Effect.fn.Return<Scope, InvalidRequest.InvalidRequest> {
  const include = yield* compile(request.includePaths, "includePaths")
  const exclude = yield* compile(request.excludePaths, "excludePaths")
  const start = new URL(request.url)
  const site = siteOf(request.url)
  const folder = start.pathname.slice(0, start.pathname.lastIndexOf("/") + 1)

  const isOnSite = (url: URL): boolean => {
    const other = siteIn(url)
    if (other === site) return request.crawlEntireDomain || url.pathname.startsWith(folder)
    return request.allowExternalLinks || (request.allowSubdomains && other.endsWith(`.${site}`))
  }

  const isWantedAt = (url: URL): boolean => {
    const text = request.regexOnFullURL ? url.href : url.pathname
    const fits = (pattern: RE2JS) => pattern.matcher(text).find()
    return !exclude.some(fits) && (include.length === 0 || include.some(fits))
  }
  const isWanted = (address: string): boolean => isWantedAt(new URL(address))

  const isInside = (address: string): boolean => {
    const url = URL.parse(address)
    return url !== null && isPage(url) && isOnSite(url) && isWantedAt(url)
  }

  const keyOf = (address: string): string => {
    const url = URL.parse(address)
    if (url === null) return address
    url.hash = ""
    if (request.ignoreQueryParameters) url.search = ""
    return request.deduplicateSimilarURLs ? CanonicalUrl.canonical(url.href) : url.href
  }
  return { isInside: remembered(isInside), isWanted, keyOf: remembered(keyOf) }
})
