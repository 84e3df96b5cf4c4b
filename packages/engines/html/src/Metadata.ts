/**
 * Reads the metadata of a page from its head.
 *
 * @since 0.1.0
 */
import { owned } from "./internal/tape/owned.ts"
import * as Tags from "./internal/tape/tags.ts"
import { attr, type Tape, textOf } from "./internal/tape/tape.ts"
import type { Resolve } from "./internal/tape/urls.ts"

const MAX_CHARACTERS_OF_LANGUAGE = 60
const MAX_CHARACTERS_OF_HEADLINE = 500
const MAX_CHARACTERS_OF_META_NAME = 100
const MAX_CHARACTERS_OF_META_VALUE = 10_000
const MAX_CHARACTERS_OF_ICON_ADDRESS = 2000
const MAX_META_ELEMENTS = 200

/**
 * A page's metadata. Each further `meta` element is a field with its own name.
 *
 * @category models
 * @since 0.1.0
 */
export interface Metadata {
  readonly title?: string
  readonly description?: string
  readonly language?: string
  readonly keywords?: string | ReadonlyArray<string>
  readonly robots?: string
  readonly author?: string
  readonly favicon?: string
  readonly canonical?: string
  readonly ogTitle?: string
  readonly ogDescription?: string
  readonly ogUrl?: string
  readonly ogImage?: string
  readonly ogAudio?: string
  readonly ogDeterminer?: string
  readonly ogLocale?: string
  readonly ogLocaleAlternate?: ReadonlyArray<string>
  readonly ogSiteName?: string
  readonly ogVideo?: string
  readonly dcTermsCreated?: string
  readonly dcDateCreated?: string
  readonly dcDate?: string
  readonly dcTermsType?: string
  readonly dcType?: string
  readonly dcTermsAudience?: string
  readonly dcTermsSubject?: string
  readonly dcSubject?: string
  readonly dcDescription?: string
  readonly dcTermsKeywords?: string
  readonly modifiedTime?: string
  readonly publishedTime?: string
  readonly articleTag?: string | ReadonlyArray<string>
  readonly articleSection?: string | ReadonlyArray<string>
  // The value may be `undefined`, because programs without `exactOptionalPropertyTypes` need this for the optional
  // fields above.
  readonly [name: string]: string | ReadonlyArray<string> | undefined
}

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
const ownFields = new Set([...fields.values(), "title", "language", "favicon", "canonical"])
/**
 * Properties that every JavaScript object inherits. A page must not override them in objects built from its metadata.
 */
const ofObjects = new Set(Object.getOwnPropertyNames(Object.prototype))
const none: ReadonlySet<string> = new Set()
const clean = (s: string): string => s.replace(/\s+/g, " ").trim().slice(0, MAX_CHARACTERS_OF_META_VALUE)

/**
 * Reads title, description, language, icons, canonical URL, OpenGraph, Dublin Core, article times and every other named
 * meta element. A repeated element becomes a list of strings.
 *
 * @category getters
 * @since 0.1.0
 */
export const fromTape = (tape: Tape, resolve: Resolve, reserved: ReadonlySet<string> = none): Metadata => {
  const head = new Head(tape, resolve, reserved)
  for (let i = 0; i < tape.n; i++) {
    switch (tape.tag[i]) {
      case Tags.SVG:
        // Skips `svg` elements, whose `title` is not the page's title.
        i = tape.end[i]! - 1
        break
      case Tags.HTML:
        head.readRoot(i)
        break
      case Tags.TITLE:
        head.readTitle(i)
        break
      case Tags.H1:
        head.readHeading(i)
        break
      case Tags.LINK:
        head.readLink(i)
        break
      case Tags.META:
        head.readMeta(i)
    }
  }
  return head.metadata()
}

const IconRank = { Icon: 2, TouchIcon: 1, Inlined: 0 } as const

class Head {
  private readonly tape: Tape
  private readonly resolve: Resolve
  private readonly reserved: ReadonlySet<string>
  private readonly found = new Map<string, string | Array<string>>()
  private entries = 0
  private icon: { readonly href: string; readonly rank: number } | undefined
  private title: string | undefined
  private heading: string | undefined
  /** The language in the HTTP response header, used if the root element declares none. */
  private answered: string | undefined

  constructor(tape: Tape, resolve: Resolve, reserved: ReadonlySet<string>) {
    this.tape = tape
    this.resolve = resolve
    this.reserved = reserved
  }

  readRoot(i: number): void {
    const language = clean(attr(this.tape, i, "lang") ?? attr(this.tape, i, "xml:lang") ?? "")
    if (language !== "") this.setFirst("language", language.slice(0, MAX_CHARACTERS_OF_LANGUAGE))
  }

  readTitle(i: number): void {
    this.title ??= clean(textOf(this.tape, i, MAX_CHARACTERS_OF_META_VALUE)) || undefined
  }

  readHeading(i: number): void {
    this.heading ??= clean(textOf(this.tape, i, MAX_CHARACTERS_OF_HEADLINE)) || undefined
  }

  readLink(i: number): void {
    const rel = ` ${(attr(this.tape, i, "rel") ?? "").toLowerCase()} `
    const href = attr(this.tape, i, "href")
    if (href === undefined) return
    if (rel.includes(" canonical ")) {
      const address = this.resolve(href)
      if (address !== undefined) this.setFirst("canonical", address)
    } else if (rel.includes(" icon ") || rel.includes(" apple-touch-icon ")) {
      const rank = /^\s*data:/i.test(href)
        ? IconRank.Inlined
        : rel.includes(" icon ")
        ? IconRank.Icon
        : IconRank.TouchIcon
      if (this.icon === undefined || rank > this.icon.rank) this.icon = { href, rank }
    }
  }

  readMeta(i: number): void {
    const content = attr(this.tape, i, "content")
    if (content === undefined) return
    if (attr(this.tape, i, "http-equiv")?.toLowerCase() === "content-language") {
      this.answered ??= clean(content).split(",")[0]!.trim().slice(0, MAX_CHARACTERS_OF_LANGUAGE) || undefined
    }
    const name = attr(this.tape, i, "property") ?? attr(this.tape, i, "name") ?? attr(this.tape, i, "itemprop") ?? ""
    if (name === "" || name.length > MAX_CHARACTERS_OF_META_NAME || this.entries >= MAX_META_ELEMENTS) return
    const value = clean(content)
    if (value === "") return
    this.entries++
    this.note(name, value)
  }

  private note(name: string, value: string): void {
    const key = fields.get(name.toLowerCase())
    if (key === undefined) {
      if (!ownFields.has(name) && !this.reserved.has(name) && !ofObjects.has(name)) this.add(name, value)
      return
    }
    if (lists.has(key)) this.append(key, value)
    else if (many.has(key)) this.add(key, value)
    else this.setFirst(key, addresses.has(key) ? this.resolve(value) ?? value : value)
    if (name.includes(":")) this.add(name.toLowerCase(), value)
  }

  metadata(): Metadata {
    this.set("title", this.title ?? this.one("ogTitle") ?? this.one("twitter:title") ?? this.heading)
    this.set("description", this.one("description") ?? this.one("ogDescription") ?? this.one("twitter:description"))
    if (!this.found.has("language")) this.set("language", (this.answered ?? this.one("ogLocale"))?.replace("_", "-"))
    const icon = this.icon === undefined ? undefined : this.resolve(this.icon.href)
    if (icon !== undefined && icon.length < MAX_CHARACTERS_OF_ICON_ADDRESS) this.set("favicon", icon)
    return Object.fromEntries(
      [...this.found].map(([key, value]) => [owned(key), typeof value === "string" ? owned(value) : value.map(owned)])
    ) as Metadata
  }

  private one(key: string): string | undefined {
    const value = this.found.get(key)
    return Array.isArray(value) ? value[0] : value
  }

  private set(key: string, value: string | undefined): void {
    if (value !== undefined) this.found.set(key, value)
  }

  private setFirst(key: string, value: string): void {
    if (!this.found.has(key)) this.found.set(key, value)
  }

  private append(key: string, value: string): void {
    const known = this.found.get(key)
    if (Array.isArray(known)) known.push(value)
    else this.found.set(key, [value])
  }

  private add(key: string, value: string): void {
    const known = this.found.get(key)
    if (known === undefined) this.found.set(key, value)
    else if (!Array.isArray(known)) { if (known !== value) this.found.set(key, [known, value]) }
    else if (!known.includes(value)) known.push(value)
  }
}
