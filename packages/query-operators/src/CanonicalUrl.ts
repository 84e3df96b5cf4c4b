/**
 * Converts URLs of the same page to one canonical form, to detect duplicates.
 *
 * @since 0.1.0
 */
import { parseWeb, unwrap } from "./internal/redirector.ts"
import { siteIdentity } from "./internal/siteIdentity.ts"
import { isTracking } from "./internal/trackingParameters.ts"

/**
 * Returns the canonical form of a URL. It identifies a page for comparison, and must not be fetched.
 *
 * **Details**
 *
 * `https`; a lower-case host without `www.`, trailing dot, default port and credentials; no fragment unless it is a
 * route (`#/`, `#!`); no tracking parameters or session ids, and sorted parameters; percent escapes as in browsers;
 * no doubled or trailing slash, no `index.html`. Mobile and AMP URLs are only unified on sites where that is known to
 * be correct. Links of redirecting search engines are unwrapped. Text that is not a web URL is returned unchanged.
 *
 * @category conversions
 * @since 0.1.0
 */
export const canonical = (url: string): string => isCanonical(url) ? url : plainForm(url) ?? parsedForm(url)

// A host without special rules: no Punycode, no mobile or AMP site, no site that is known below.
const plainHost =
  /(?:(?!xn--|(?:m|mobile|touch|old|np|amp|ampproject|google|youtube|youtube-nocookie|youtu|stackoverflow|stackexchange|amazon|twitter|doi)\.)[a-z0-9-]+\.)+[a-z]{2,}/
    .source

const plainSegments = /(?:\/[A-Za-z0-9_~-]+)*/.source

const isCanonical = (url: string): boolean => canonicalAddress.test(url) && !url.endsWith("/amp")

const canonicalAddress = new RegExp(`^https://(?!www\\.)${plainHost}${plainSegments}$`)

const plainForm = (url: string): string | undefined => {
  const parts = plainAddress.exec(url)
  return parts === null ? undefined : `https://${parts[1]}${withoutAmp(parts[2] ?? "")}`
}

const plainAddress = new RegExp(`^https?://(?:www\\.)?(${plainHost})(${plainSegments})/?$`)

const parsedForm = (url: string): string => {
  let parsed = parseWeb(url)
  // A link may be wrapped several times. The limit ends loops.
  for (let i = 0; i < 3 && parsed !== null; i++) {
    const inner = unwrap(parsed)
    if (inner === null) break
    parsed = inner
  }
  return parsed === null ? url : identity(parsed)
}

/**
 * Returns whether two URLs identify the same page.
 *
 * @category predicates
 * @since 0.1.0
 */
export const isSamePage = (a: string, b: string): boolean => a === b || canonical(a) === canonical(b)

const identity = (url: URL): string => {
  const host = hostOf(url)
  const known = siteIdentity(host, url)
  if (known !== undefined) return known
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`
  return `https://${host}${port}${pathOf(url)}${queryOf(host, url)}${routeOf(url.hash)}`
}

const hostOf = (url: URL): string => {
  const host = url.hostname.replace(/\.$/, "").replace(/^www\.(?=[^.]+\.)/, "")
    .replace(mobileHost, "$1$2").replace(ampHost, "$1")
  return aliases.get(host) ?? host
}

// Sites whose mobile host has the same pages under the same paths. Elsewhere, `m.` may be another site.
const mobileHost =
  /^([a-z-]{2,12}\.)?(?:m|mobile|touch|old|np)\.((?:wikipedia|wiktionary|wikimedia|facebook|twitter|x|youtube|reddit|imdb|ebay|bbc|cnn|tumblr)\.(?:org|com|co\.uk))$/

// News sites whose AMP pages are on a separate host, under the same paths.
const ampHost = /^amp\.((?:theguardian|usatoday|newsweek|miamiherald|scmp|rnd|focus|elmundo)\.(?:com|de|es))$/

const aliases = new Map([
  ["twitter.com", "x.com"],
  ["dx.doi.org", "doi.org"],
  ["youtube-nocookie.com", "youtube.com"]
])

// Most paths contain only characters with a single spelling.
const plainPath = /^(?:\/[A-Za-z0-9_~-]+)*\/?$/

const pathOf = (url: URL): string => {
  const path = withoutAmp(plainPath.test(url.pathname) ? url.pathname : respelled(url.pathname))
  const page = path.includes(".") ? path.replace(indexPage, "/") : path
  return page.length > 1 && page.endsWith("/") ? page.slice(0, -1) : page === "/" ? "" : page
}

const indexPage = /\/(?:index|default)\.(?:[sx]?html?|php|aspx?|jsp|cfm)$/i

const respelled = (path: string): string =>
  path.replace(/\/{2,}/g, "/").replace(/;jsessionid=[^/]*/i, "").replace(/%[0-9a-f]{2}/gi, unescapeUnreserved)

/** Removes `/page/amp` and `/page.amp.html`, but keeps `/amp`, which is a page itself. */
const withoutAmp = (path: string): string => {
  const end = path.endsWith("/amp/") ? path.length - 5 : path.endsWith("/amp") ? path.length - 4 : -1
  if (end > 0) return path.slice(0, end)
  return path.includes(".amp") ? path.replace(/(?<=[^/])\.amp(\.html?)?$/, "$1") : path
}

const unescapeUnreserved = (escape: string): string => {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase()
}

const queryOf = (host: string, url: URL): string => {
  if (url.search === "") return ""
  const remaining = Array.from(url.searchParams).filter(([name, value]) => !isTracking(name, value, host))
  if (remaining.length === 0) return ""
  // The order of equal names may matter. Sorting keeps it.
  remaining.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `?${new URLSearchParams(remaining)}`
}

const routeOf = (fragment: string): string => (fragment !== "" && /^#(?:\/|!)./.test(fragment) ? fragment : "")
