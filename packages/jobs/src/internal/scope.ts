/** Which addresses belong to a crawl. */
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import type * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import type { OmissionReason } from "@dunlin/schema/Omission"
import * as Effect from "effect/Effect"
import { compile, type Pattern } from "./patterns.ts"
import { remembered } from "./remembered.ts"

export interface Scope {
  /** Whether the patterns of the crawl want an address. */
  readonly isWanted: (url: string) => boolean
  /** Whether an address may be visited. */
  readonly isInside: (url: string) => boolean
  /** Why an address may not be visited; empty where it may. */
  readonly refusalOf: (url: string) => Refusal | ""
  /** What identifies a page: addresses with the same key are one page. */
  readonly keyOf: (url: string) => string
}

const siteIn = ({ host }: URL): string => host.replace(/^www\./, "")

/** The host as people see it: without `www.`, because both usually serve one site, and with its port. */
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

/** Why an address is not visited. `none` stands for other protocols, such as `mailto:`. */
export type Refusal = OmissionReason | "none"

/** A last segment with the extension of a document, which is in a folder with its neighbours. */
const document = /\.[a-z]{2,5}$/i

/** Where the pages below a start are: in its folder, or under its own path. */
const rootOf = ({ pathname }: URL): string => {
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1)
  return pathname === folder || document.test(pathname) ? folder : `${pathname}/`
}

/** Scopes are made of what a request says of addresses. */
export type ScopeOptions = Omit<CrawlRequest, "scrapeOptions" | "prompt" | "webhook">

/** The scope of a crawl whose start has moved to another place, if it has. */
export const make = Effect.fnUntraced(function*(
  request: ScopeOptions,
  place: string = request.url
): Effect.fn.Return<Scope, InvalidRequest.InvalidRequest> {
  const include = yield* compile(request.includePaths, "includePaths")
  const exclude = yield* compile(request.excludePaths, "excludePaths")
  const start = new URL(place)
  const site = siteIn(start)
  const root = rootOf(start)

  const refusalOnSite = (url: URL): Refusal | "" => {
    const other = siteIn(url)
    if (other !== site) {
      return request.allowExternalLinks || (request.allowSubdomains && other.endsWith(`.${site}`)) ? "" : "site"
    }
    return request.crawlEntireDomain || url.pathname.startsWith(root) || `${url.pathname}/` === root ? "" : "outside"
  }

  const isWantedAt = (url: URL): boolean => {
    const text = request.regexOnFullURL ? url.href : url.pathname
    const fits = (pattern: Pattern) => pattern(text)
    return !exclude.some(fits) && (include.length === 0 || include.some(fits))
  }
  const isWanted = (address: string): boolean => isWantedAt(new URL(address))

  const refusalOf = remembered((address: string): Refusal | "" => {
    const url = URL.parse(address)
    if (url === null || !/^https?:$/.test(url.protocol)) return "none"
    const place = refusalOnSite(url)
    if (place !== "") return place
    return isPage(url) ? isWantedAt(url) ? "" : "excluded" : "file"
  })

  const keyOf = (address: string): string => {
    const url = URL.parse(address)
    if (url === null) return address
    url.hash = ""
    if (request.ignoreQueryParameters) url.search = ""
    return request.deduplicateSimilarURLs ? CanonicalUrl.canonical(url.href) : url.href
  }
  return { isInside: (address) => refusalOf(address) === "", refusalOf, isWanted, keyOf: remembered(keyOf) }
})

/** By the requests of crawls at work and the places that their starts moved to: patterns are compiled once. */
const scopes = new WeakMap<CrawlRequest, Map<string, Scope>>()

/** The scope of a request that was accepted. */
export const of = (request: CrawlRequest, place: string = request.url): Effect.Effect<Scope> => {
  const ofRequest = scopes.get(request) ?? new Map<string, Scope>()
  scopes.set(request, ofRequest)
  const known = ofRequest.get(place)
  if (known !== undefined) return Effect.succeed(known)
  return Effect.tap(Effect.orDie(make(request, place)), (scope) => Effect.sync(() => ofRequest.set(place, scope)))
}
