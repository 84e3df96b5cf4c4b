import { languagesOf } from "../countries.ts"
import type { FetchOptions } from "../service.ts"

/**
 * Headers that a caller may not set: framing, hop-by-hop fields (RFC 9110, 7.6.1), and headers that the engine
 * negotiates.
 */
const refused = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "content-length",
  "content-encoding",
  "content-type",
  "accept-encoding",
  "expect",
  "http2-settings"
])

const harmless = new Set([
  "accept",
  "accept-language",
  "cache-control",
  "dnt",
  "pragma",
  "sec-gpc",
  "upgrade-insecure-requests",
  "user-agent"
])

const token = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

export interface UserHeaders {
  readonly accepted: Record<string, string>
  readonly refused: ReadonlyArray<string>
}

export const userHeaders = (headers: Readonly<Record<string, string>>): UserHeaders => {
  const accepted: Record<string, string> = Object.create(null)
  const rejected: Array<string> = []
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.trim().toLowerCase()
    // Header bytes are latin1. Other characters are sent as UTF-8 bytes, as browsers do.
    const encoded = /[^\x00-\xff]/.test(value) ? Buffer.from(value, "utf8").toString("latin1") : value
    if (!token.test(lower) || refused.has(lower) || !fieldValue.test(encoded)) rejected.push(name.slice(0, 64))
    else accepted[lower] = encoded.trim()
  }
  return { accepted, refused: rejected }
}

export const understood = (locales: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set([...locales.flatMap((locale) => [locale, locale.split("-")[0]!]), "en"])].slice(0, 10)

export const acceptLanguage = (locales: ReadonlyArray<string>): string =>
  understood(locales).map((language, index) => index === 0 ? language : `${language};q=${(1 - index / 10).toFixed(1)}`)
    .join(",")

export const languagesIn = (header: string): ReadonlyArray<string> => header.match(/(?<![^\s,])[a-z][a-z0-9-]*/gi) ?? []

export const localesOf = (location: FetchOptions["location"]): ReadonlyArray<string> => {
  const wanted = location.languages.filter((language) => /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$/.test(language))
  return wanted.length > 0 ? wanted : languagesOf(location.country)
}

export const baseHeaders = (options: FetchOptions, userAgent: string): Record<string, string> => ({
  "user-agent": userAgent,
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf;q=0.8,*/*;q=0.7",
  "accept-language": acceptLanguage(localesOf(options.location)),
  "accept-encoding": "gzip, deflate, br, zstd",
  "upgrade-insecure-requests": "1"
})

export const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.has(name)))
