/** Parses sitemaps, sitemap indexes, lists of URLs, RSS, Atom and JSON Feed. */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Parser } from "htmlparser2"
import { gunzipSync } from "node:zlib"
import type { Entry, Found } from "../../Feed.ts"
import { isGzip } from "../gunzip.ts"

export const nothing: Found = { pages: [], sitemaps: [] }

/** The protocol's limit of a file: 50 MiB. */
const MAX_BYTES_OF_SITEMAP = 52_428_800
/** The protocol's limit of a file. */
const MAX_ENTRIES = 50_000

const MAX_ELEMENT_CHARACTERS = 4096

/** The first two bytes are a byte order mark, or a `<` with a zero byte. */
const utf16: ReadonlyMap<number, string> = new Map([
  [0xfffe, "utf-16le"],
  [0x3c00, "utf-16le"],
  [0xfeff, "utf-16be"],
  [0x003c, "utf-16be"]
])

/** The XML declaration is ASCII, except in UTF-16. */
const DECLARATION_LENGTH = 200

const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/

/** Uses the detected encoding, else the declared one, else UTF-8. */
const decode = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION_LENGTH)).toString(
    "latin1"
  )
  const label = utf16.get(((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) ?? declared.exec(head)?.[1] ?? "utf-8"
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const text = (bytes: Uint8Array): string => {
  if (bytes.length > MAX_BYTES_OF_SITEMAP) return ""
  if (!isGzip(bytes)) return decode(bytes)
  try {
    return decode(gunzipSync(bytes, { maxOutputLength: MAX_BYTES_OF_SITEMAP }))
  } catch {
    return ""
  }
}

const absolute = (address: string, base: string): string | undefined => {
  const url = URL.parse(address.trim(), base)
  return url === null || !/^https?:$/.test(url.protocol) ? undefined : url.href
}

const dates = new Set(["lastmod", "news:publication_date", "pubdate", "published", "updated", "dc:date"])
const entries = new Set(["url", "sitemap", "item", "entry"])

/** Link relations from a feed to its older entries (RFC 5005). */
const olderParts = new Set(["next", "prev-archive"])

/** Deeper than any feed. Limits the parser, which takes quadratic time for unclosed elements. */
const MAX_DEPTH_OF_ELEMENTS = 100
/** UTF-16 units after which the parser yields to other work. */
const STRIDE = 131_072

/**
 * Returns whether a `guid` may be used as the link of an item without one. Many are marked as permalinks but are not
 * URLs.
 */
const isPermanent = (guid: string): boolean => /^https?:\/\//i.test(guid)

function* fromXml(source: string, base: string): Generator<void, Found> {
  let depth = 0
  const pages: Array<Entry> = []
  const sitemaps: Array<string> = []
  let kind: string | undefined
  let url: string | undefined
  let guid: string | undefined
  let date: string | undefined
  let isPermaLink = false
  /** Some files use a prefix for all elements of the format. */
  let prefix: string | undefined
  let feedBase = base
  let content = ""
  let reading = false
  const elementOf = (name: string): string => {
    const element = name.toLowerCase()
    prefix ??= /^[^:]*:/.exec(element)?.[0] ?? ""
    return prefix !== "" && element.startsWith(prefix) ? element.slice(prefix.length) : element
  }
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth++
      const element = elementOf(name)
      if (depth === 1) feedBase = absolute(attributes["xml:base"] ?? "", base) ?? base
      if (entries.has(element)) {
        kind = element
        url = undefined
        guid = undefined
        date = undefined
      }
      if (kind === undefined) {
        if (/^(?:atom:)?link$/.test(element) && olderParts.has(attributes["rel"] ?? "")) {
          const older = absolute(attributes["href"] ?? "", feedBase)
          if (older !== undefined) sitemaps.push(older)
        }
        return
      }
      // Atom has the URL in an attribute. A link without `rel`, or with `alternate`, is the page.
      if (element === "link" && attributes["href"] !== undefined && /^(?:alternate)?$/.test(attributes["rel"] ?? "")) {
        url ??= attributes["href"]
      }
      isPermaLink = attributes["isPermaLink"] !== "false"
      reading = element === "loc" || element === "link" || element === "guid" || dates.has(element)
      content = ""
    },
    ontext: (part) => {
      if (reading && content.length < MAX_ELEMENT_CHARACTERS) content += part
    },
    onclosetag: (name) => {
      depth--
      const element = elementOf(name)
      if (kind === undefined) return
      const value = content.trim()
      if (reading && value !== "") {
        if (element === "loc" || element === "link") url ??= value
        else if (element === "guid") guid = isPermaLink && isPermanent(value) ? value : undefined
        // The date of publication takes precedence over that of the last change.
        else if (dates.has(element) && (date === undefined || element !== "updated")) date = value
      }
      reading = false
      if (element !== kind) return
      kind = undefined
      const named = url ?? guid
      const address = named === undefined ? undefined : absolute(named, feedBase)
      if (address === undefined || pages.length >= MAX_ENTRIES) return
      if (element === "sitemap") sitemaps.push(address)
      else {
        const from = element === "url" ? "sitemap" : "feed"
        pages.push(date === undefined ? { url: address, kind: from } : { url: address, kind: from, date })
      }
    }
  }, { xmlMode: true, decodeEntities: true })
  const found: Found = { pages, sitemaps }
  for (let at = 0; at < source.length; at += STRIDE) {
    if (at > 0) yield
    parser.write(source.slice(at, at + STRIDE))
    if (depth > MAX_DEPTH_OF_ELEMENTS || pages.length >= MAX_ENTRIES) return found
  }
  parser.end()
  return found
}

const JSON_FEED = "https://jsonfeed.org/version/"

const decodeJsonFeed = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({
  version: Schema.String.check(Schema.isStartingWith(JSON_FEED)),
  next_url: Schema.optionalKey(Schema.String),
  items: Schema.Array(Schema.Struct({
    url: Schema.optionalKey(Schema.String),
    date_published: Schema.optionalKey(Schema.String)
  }))
})))

const fromJson = (source: string, base: string): Found => {
  const feed = decodeJsonFeed(source)
  if (Option.isNone(feed)) return nothing
  const { items, next_url: next } = feed.value
  const older = next === undefined ? undefined : absolute(next, base)
  return {
    pages: items.slice(0, MAX_ENTRIES).flatMap(({ date_published: date, url: named }): ReadonlyArray<Entry> => {
      const url = named === undefined ? undefined : absolute(named, base)
      return url === undefined ? [] : [{ url, kind: "feed", ...(date === undefined ? {} : { date }) }]
    }),
    sitemaps: older === undefined ? [] : [older]
  }
}

/** Returns no URLs for a file that is neither XML, a JSON Feed, nor a list of URLs. */
export function* read(bytes: Uint8Array, base: string): Generator<void, Found> {
  const source = text(bytes)
  if (/^\s*</.test(source.replace(/^\ufeff/, ""))) return yield* fromXml(source, base)
  if (source.trimStart().startsWith("{")) return fromJson(source, base)
  const pages = source.split(/\r?\n/).slice(0, MAX_ENTRIES).flatMap((line): ReadonlyArray<Entry> => {
    const url = /^https?:\/\//i.test(line.trim()) ? absolute(line, base) : undefined
    return url === undefined ? [] : [{ url, kind: "list" }]
  })
  return { pages, sitemaps: [] }
}

export const parse = (bytes: Uint8Array, base: string): Found => {
  const steps = read(bytes, base)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const roots = /<(?:\w+:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s>]/i
const HEAD_LENGTH = 2000

export const isFeed = (text: string): boolean => {
  const head = text.slice(0, HEAD_LENGTH).replace(/^\ufeff/, "").trimStart()
  if (head.startsWith("<")) return !/<html[\s>]/i.test(head) && roots.test(head)
  if (head.startsWith("{")) return head.includes(JSON_FEED)
  const lines = head.split(/\r?\n/)
  // The last line may be truncated.
  const whole = text.length > HEAD_LENGTH ? lines.slice(0, -1) : lines
  const written = whole.filter((line) => line.trim() !== "")
  return written.length > 0 && written.every((line) => /^https?:\/\/\S+$/i.test(line.trim()))
}
