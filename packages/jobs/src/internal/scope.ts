/** Decides which URLs belong to a crawl. */
import * as CanonicalUrl from "@dunlin/query-operators/CanonicalUrl"
import type { CrawlRequest } from "@dunlin/schema/CrawlRequest"
import type * as InvalidRequest from "@dunlin/schema/InvalidRequest"
import type { OmissionReason } from "@dunlin/schema/Omission"
import * as Effect from "effect/Effect"
import { compile, type Pattern } from "./patterns.ts"
import { remembered } from "./remembered.ts"

export interface Scope {
  readonly isWanted: (url: string) => boolean
  readonly isInside: (url: string) => boolean
  readonly refusalOf: (url: string) => Refusal | ""
  readonly keyOf: (url: string) => string
}

const siteIn = ({ host }: URL): string => host.replace(/^www\./, "")

/** Returns the host of a URL without `www.`, because most sites serve both hosts. */
export const siteOf = (address: string): string => {
  const url = URL.parse(address)
  return url === null ? "" : siteIn(url)
}

/** Extensions of files without text. HTML, PDF, office files and plain text are missing on purpose. */
const files =
  /\.(?:7z|apk|avi|avif|bin|bmp|bz2|css|deb|dmg|eot|exe|flac|gif|gz|ico|iso|jar|jpe?g|js|m4[av]|mjs|mov|mp[34]|mpe?g|msi|og[agv]|otf|png|rar|rpm|svg|swf|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|wmv|woff2?|xz|zip|zst)$/i

/** Longer URLs come from link loops. The sitemap protocol has the same limit. */
const MAX_URL_CHARACTERS = 2048

export const isPage = (url: URL): boolean =>
  /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL_CHARACTERS && !files.test(url.pathname)

/** Why a URL is not visited. `none` is for URLs that count nowhere, such as `mailto:`. */
export type Refusal = OmissionReason | "none"

/** A file extension at the end of a path. If the start URL has one, the crawl's scope is the folder above it. */
const document = /\.[a-z]{2,5}$/i

const rootOf = ({ pathname }: URL): string => {
  const folder = pathname.slice(0, pathname.lastIndexOf("/") + 1)
  return pathname === folder || document.test(pathname) ? folder : `${pathname}/`
}

export type ScopeOptions = Omit<CrawlRequest, "scrapeOptions" | "prompt" | "webhook">

/** Returns the scope of a crawl. `place` is the new URL of a start that has moved. The old URL's scope stays valid. */
export const make = Effect.fnUntraced(function*(
  request: ScopeOptions,
  place: string = request.url
): Effect.fn.Return<Scope, InvalidRequest.InvalidRequest> {
  const include = yield* compile(request.includePaths, "includePaths")
  const exclude = yield* compile(request.excludePaths, "excludePaths")

  const refusalIn = (start: URL) => {
    const site = siteIn(start)
    const root = rootOf(start)
    return (url: URL): Refusal | "" => {
      const other = siteIn(url)
      if (other !== site) {
        return request.allowExternalLinks || (request.allowSubdomains && other.endsWith(`.${site}`)) ? "" : "site"
      }
      return request.crawlEntireDomain || url.pathname.startsWith(root) || `${url.pathname}/` === root ? "" : "outside"
    }
  }
  const refusalInPlace = refusalIn(new URL(place))
  // Pages of a moved site often still link to the old URLs, which redirect. Both scopes are accepted.
  const refusalInOldPlace = place === request.url ? refusalInPlace : refusalIn(new URL(request.url))
  const refusalOfPlace = (url: URL): Refusal | "" => refusalInOldPlace(url) && refusalInPlace(url)

  const isWantedAt = (url: URL): boolean => {
    const text = request.regexOnFullURL ? url.href : url.pathname
    const fits = (pattern: Pattern) => pattern(text)
    return !exclude.some(fits) && (include.length === 0 || include.some(fits))
  }
  const isWanted = (address: string): boolean => isWantedAt(new URL(address))

  const refusalOf = remembered((address: string): Refusal | "" => {
    const url = URL.parse(address)
    if (url === null || !/^https?:$/.test(url.protocol)) return "none"
    const refusal = refusalOfPlace(url)
    if (refusal !== "") return refusal
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

const scopes = new WeakMap<CrawlRequest, Map<string, Scope>>()

export const of = (request: CrawlRequest, place: string = request.url): Effect.Effect<Scope> => {
  const ofRequest = scopes.get(request) ?? new Map<string, Scope>()
  scopes.set(request, ofRequest)
  const known = ofRequest.get(place)
  if (known !== undefined) return Effect.succeed(known)
  return Effect.tap(Effect.orDie(make(request, place)), (scope) => Effect.sync(() => ofRequest.set(place, scope)))
}
