/**
 * What a page says about itself in its head.
 *
 * @since 0.1.0
 */
import type { Metadata as Shape } from "@dunlin/schema/Document"
import { owned } from "../internal/html/tape/owned.ts"
import * as Tags from "../internal/html/tape/tags.ts"
import { attr, type Tape, textOf } from "../internal/html/tape/tape.ts"
import type { Resolve } from "../internal/html/tape/urls.ts"

/** Characters of a language or a keyword, of a headline, and of the name of a meta element. */
const LONGEST_LANGUAGE = 60
const LONGEST_HEADLINE = 500
const LONGEST_NAME = 100

/**
 * The metadata of a document, fields of the wire contract.
 *
 * @category models
 * @since 0.1.0
 */
export type Metadata = Shape

/** Names of meta elements with a field of their own: meta name or property, in lower case, to field. */
const fields: ReadonlyMap<string, string> = new Map([
  ["description", "description"],
  ["keywords", "keywords"],
  ["robots", "robots"],
  ["author", "author"],
  ["og:title", "ogTitle"],
  ["og:description", "ogDescription"],
  ["og:url", "ogUrl"],
  ["og:image", "ogImage"],
  ["og:audio", "ogAudio"],
  ["og:determiner", "ogDeterminer"],
  ["og:locale", "ogLocale"],
  ["og:locale:alternate", "ogLocaleAlternate"],
  ["og:site_name", "ogSiteName"],
  ["og:video", "ogVideo"],
  ["dcterms.created", "dcTermsCreated"],
  ["dc.date.created", "dcDateCreated"],
  ["dc.date", "dcDate"],
  ["dcterms.type", "dcTermsType"],
  ["dc.type", "dcType"],
  ["dcterms.audience", "dcTermsAudience"],
  ["dcterms.subject", "dcTermsSubject"],
  ["dc.subject", "dcSubject"],
  ["dc.description", "dcDescription"],
  ["dcterms.keywords", "dcTermsKeywords"],
  ["article:modified_time", "modifiedTime"],
  ["article:published_time", "publishedTime"],
  ["article:tag", "articleTag"],
  ["article:section", "articleSection"]
])
const lists = new Set(["ogLocaleAlternate"])
const many = new Set(["articleTag", "keywords"])
const addresses = new Set(["ogImage", "ogVideo", "ogAudio", "ogUrl"])
const reserved = new Set([
  ...fields.values(),
  "title",
  "hygiene",
  "language",
  "favicon",
  "canonical",
  "sourceURL",
  "url",
  "statusCode",
  "contentType",
  "numPages",
  "totalPages",
  "timezone",
  "proxyUsed",
  "cacheState",
  "cachedAt",
  "scrapeId",
  "creditsUsed",
  "error",
  "errorCode"
])
const maxEntries = 200
const maxLength = 10_000

const clean = (s: string): string => s.replace(/\s+/g, " ").trim().slice(0, maxLength)

/**
 * Reads title, description, language, icons, canonical address, OpenGraph, Dublin Core, article times and every other
 * named meta element (a string, or a list of strings when it is repeated).
 *
 * @category getters
 * @since 0.1.0
 */
export const fromTape = (tape: Tape, resolve: Resolve): Metadata => {
  const found = new Map<string, string | Array<string>>()
  const set = (key: string, value: string) => {
    if (!found.has(key)) found.set(key, value)
  }
  let entries = 0
  let icon: { href: string; rank: number } | undefined
  let heading: string | undefined
  let spoken: string | undefined
  let title: string | undefined
  let inSvg = 0
  for (let i = 0; i < tape.n; i++) {
    const tag = tape.tag[i]!
    if (tag === Tags.SVG) {
      inSvg = tape.end[i]!
      i = inSvg - 1
      continue
    }
    if (tag === Tags.HTML) {
      const language = attr(tape, i, "lang") ?? attr(tape, i, "xml:lang")
      if (language !== undefined && language.trim() !== "") set("language", clean(language).slice(0, LONGEST_LANGUAGE))
    } else if (tag === Tags.TITLE) {
      const s = clean(textOf(tape, i, maxLength))
      if (title === undefined && s !== "") title = s
    } else if (tag === Tags.H1) heading ??= clean(textOf(tape, i, LONGEST_HEADLINE)) || undefined
    else if (tag === Tags.LINK) {
      const rel = ` ${(attr(tape, i, "rel") ?? "").toLowerCase()} `
      const href = attr(tape, i, "href")
      if (href === undefined) continue
      if (rel.includes(" canonical ")) {
        const address = resolve(href)
        if (address !== undefined) set("canonical", address)
      } else if (rel.includes(" icon ") || rel.includes(" apple-touch-icon ")) {
        const rank = /^\s*data:/i.test(href) ? 0 : rel.includes(" icon ") ? 2 : 1
        if (icon === undefined || rank > icon.rank) icon = { href, rank }
      }
    } else if (tag === Tags.META) {
      const content = attr(tape, i, "content")
      if (attr(tape, i, "http-equiv")?.toLowerCase() === "content-language") {
        spoken ??= clean(content ?? "").split(",")[0]!.trim().slice(0, LONGEST_LANGUAGE) || undefined
      }
      const name = attr(tape, i, "property") ?? attr(tape, i, "name") ?? attr(tape, i, "itemprop")
      if (
        content === undefined || name === undefined || name === "" || name.length > LONGEST_NAME ||
        entries >= maxEntries
      ) {
        continue
      }
      const value = clean(content)
      if (value === "") continue
      entries++
      const key = fields.get(name.toLowerCase())
      if (key === undefined) {
        if (reserved.has(name) || name === "__proto__") continue
        add(found, name, value)
      } else if (lists.has(key)) {
        const list = found.get(key)
        if (Array.isArray(list)) list.push(value)
        else found.set(key, [value])
      } else if (many.has(key)) add(found, key, value)
      else set(key, addresses.has(key) ? resolve(value) ?? value : value)
      if (key !== undefined && name.includes(":")) add(found, name.toLowerCase(), value)
    }
  }
  const one = (key: string): string | undefined => {
    const value = found.get(key)
    return Array.isArray(value) ? value[0] : value
  }
  const name = title ?? one("ogTitle") ?? one("twitter:title") ?? heading
  if (name !== undefined) found.set("title", name)
  const description = one("description") ?? one("ogDescription") ?? one("twitter:description")
  if (description !== undefined) found.set("description", description)
  if (!found.has("language")) {
    const locale = spoken ?? one("ogLocale")
    if (locale !== undefined) found.set("language", locale.replace("_", "-"))
  }
  if (icon !== undefined) {
    const address = resolve(icon.href)
    if (address !== undefined && address.length < 2000) found.set("favicon", address)
  }
  return Object.fromEntries(
    [...found].map(([key, value]) => [owned(key), typeof value === "string" ? owned(value) : value.map(owned)])
  ) as Metadata
}

const add = (found: Map<string, string | Array<string>>, key: string, value: string) => {
  const known = found.get(key)
  if (known === undefined) found.set(key, value)
  else if (Array.isArray(known)) {
    if (!known.includes(value) && known.length < 100) known.push(value)
  } else if (known !== value) found.set(key, [known, value])
}
