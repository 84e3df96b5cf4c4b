/** Computes fingerprints of pages and URLs, to find URL patterns, copies, similar pages and canonical URLs. */
import type { Document } from "@dunlin/schema/Document"
import { hash } from "node:crypto"
import type { Scope, Trait } from "../PageWorth.ts"
import { remembered } from "./remembered.ts"

/**
 * Queries are removed after the same number, and loops of canonical URLs have at most as many pages. If queries are
 * removed wrongly, only a view of a page is lost.
 */
export const REQUESTS_BEFORE_JUDGING = 12
/** A URL pattern with a lower share of useful pages is abandoned. */
const MIN_USEFUL_SHARE = 0.2

/** Whether too many requests of a URL pattern were useless. */
export const isTrap = ({ tried, useful }: { readonly tried: number; readonly useful: number }): boolean =>
  tried >= REQUESTS_BEFORE_JUDGING && useful < tried * MIN_USEFUL_SHARE

export interface Rewrite {
  /** The pattern under which pages with this kind of canonical URL are counted. */
  readonly form: string
  readonly instead: string
  /**
   * Minimum number of pages, all of which name the canonical URL, after which the other pages are no longer
   * requested.
   */
  readonly least: number
}

/**
 * If changing case is wrong, a page is lost. If one in nine pages is different, 24 pages in a row detect it with a
 * probability of 94 %.
 */
const MIN_PAGES_OF_OTHER_CASE = 24

/**
 * Returns the host, path and parameter names of a URL. Placeholders replace numbers in the path, and each segment
 * after the second.
 */
export const formOf = remembered((address: string): string => {
  const url = new URL(address)
  const segments = segmentsOf(url)
  const path = plainOf(segments)
  const names = url.search === "" ? "" : Array.from(new Set(url.searchParams.keys())).sort().join("&")
  return `${url.host}/${segments.length > 1 ? path : segments.length}?${names}`
})

/** A year, a month and a day may differ only in numbers, and are followed without evidence. */
const MAX_ALIKE_IN_ROW = 3

/** Whether a visit counts for a trait, given the number of new fingerprints of the page. */
export const traitHolds = ({ holds }: Trait, own: number): boolean =>
  typeof holds === "boolean" ? holds : own >= holds.own

export const alikeFormOf = (address: string): string => `alike ${formOf(address)}`

/**
 * Whether URLs of a pattern may lead to pages with different text, after `alike` consecutive pages that differ only in
 * numbers. Some such URLs are requested. The others are requested if enough of the first ones have different text.
 */
export const mayLeadOn = (
  { tried, useful }: { readonly tried: number; readonly useful: number },
  alike: number
): boolean =>
  tried < REQUESTS_BEFORE_JUDGING
    ? alike <= MAX_ALIKE_IN_ROW || useful > 0
    : useful >= tried * MIN_USEFUL_SHARE

/**
 * Consecutive positions in a chain share a count, because a chain ends soon after its last page with different text.
 */
const ALIKE_PER_COUNT = 8

/**
 * Names the count for pages reached from the chain page `via`, such as the lists of a blog. `alike` is their position
 * in the chain.
 */
export const chainOf = (via: string, alike: number): string => `chain ${Math.floor(alike / ALIKE_PER_COUNT)} ${via}`

/**
 * Returns the names of the counts that decide whether a chain continues at a position. Earlier pages of the chain may
 * not be read yet.
 */
export const chainsBefore = (via: string, alike: number): ReadonlyArray<string> =>
  alike < ALIKE_PER_COUNT ? [chainOf(via, alike)] : [chainOf(via, alike), chainOf(via, alike - ALIKE_PER_COUNT)]

/** Whether the last pages of a chain led to pages with different text. */
export const mayGoOn = (
  counts: ReadonlyArray<{ readonly tried: number; readonly useful: number }>
): boolean => {
  const tried = counts.reduce((sum, count) => sum + count.tried, 0)
  const useful = counts.reduce((sum, count) => sum + count.useful, 0)
  return useful > 0 && useful >= tried * MIN_USEFUL_SHARE
}

const segmentsOf = ({ pathname }: URL): ReadonlyArray<string> => pathname.split("/").filter((segment) => segment !== "")

const plainOf = (segments: ReadonlyArray<string>): string =>
  segments.map((segment, at) => at < 2 ? segment.replace(/\d+/g, "#") : "*").join("/")

/** The case of percent escapes is irrelevant. */
const capitals = /%[\da-f]{2}|[A-Z]+/gi

const inLowerCase = (path: string): string =>
  path.replace(capitals, (part) => part.startsWith("%") ? part : part.toLowerCase())

/** Most wikis write titles with a capital. */
const asTitle = (path: string): string => path.replace(/\/[a-z](?=[^/]*$)/, (start) => start.toUpperCase())

const spellings = { lower: inLowerCase, title: asTitle }

/** Returns URLs that may replace the given one: without its query, or otherwise in its folder's usual case. */
export const rewritesOf = remembered((address: string): ReadonlyArray<Rewrite> => {
  const url = new URL(address)
  const { href, pathname, protocol } = url
  const start = href.slice(0, href.indexOf("/", protocol.length + "//".length))
  if (url.search !== "") {
    return [{ form: `plain ${formOf(address)}`, instead: start + pathname, least: REQUESTS_BEFORE_JUDGING }]
  }
  const folder = `${url.host}/${plainOf(segmentsOf(url).slice(0, -1))}`
  return Object.entries(spellings).flatMap(([name, spell]) => {
    const path = spell(pathname)
    if (path === pathname) return []
    return [{ form: `${name} ${folder}`, instead: start + path, least: MIN_PAGES_OF_OTHER_CASE }]
  })
})

const words = /[\w-]+/g

/**
 * Replaces every word that contains a digit. Months of a calendar and session ids contain digits, but
 * `/wading/dunlin` and `/wading/knot` stay different.
 */
export const numberlessOf = (address: string): string => address.replace(words, (word) => /\d/.test(word) ? "#" : word)

/** Matches targets of Markdown links. In copies of a page, they contain session ids and the URL of the copy. */
const linkTargets = /\]\([^()\s]*\)/g

/** Matches whitespace other than single spaces, because replacing each single space by itself took most of the time. */
const OTHER_WHITE_SPACE = /\s{2,}|[^\S ]/g

/** Link targets, whitespace and case do not distinguish copies. */
const plain = (text: string): string =>
  text.toLowerCase().replace(linkTargets, "]").replace(OTHER_WHITE_SPACE, " ").trim()

/** Two of a million pages have the same fingerprint once in 10^17 crawls. */
const FINGERPRINT_BYTES = 12

export const digest = (text: string): string =>
  hash("sha256", text, "buffer").subarray(0, FINGERPRINT_BYTES).toString("base64")

export interface Marks {
  /** Pages with the same value are copies. */
  readonly copy: string
  /** Value that is equal for pages that differ only in numbers, like the months of a calendar. */
  readonly likeness: string
  /** Number of characters of the text. */
  readonly characters: number
}

/** Returns the fingerprints of a page; `undefined` for a page without text. */
export const marksOf = (document: Document, text: string | undefined): Marks | undefined => {
  const plainText = plain(text ?? document.markdown ?? "")
  if (plainText === "") return undefined
  const whole = `${plain(document.metadata?.title ?? "")}\n${plainText}`
  return { copy: digest(whole), likeness: digest(whole.replace(/\d+/g, "#")), characters: whole.length }
}

/**
 * Maximum number of characters per link of a list whose links have no distinct text. "Read more" and a short title have
 * fewer, and pages with sentences have more.
 */
const MAX_CHARACTERS_PER_LINK_OF_LIST = 40

/**
 * Returns the fingerprint of a list's text and of the paths to which it links; nothing for other pages. Queries do not
 * count, because they contain the session ids of copies.
 */
export const listMarksOf = (document: Document, own: Marks | undefined, scope: Scope): ReadonlyArray<string> => {
  const links = document.links ?? []
  if (own === undefined || own.characters > links.length * MAX_CHARACTERS_PER_LINK_OF_LIST) return []
  const paths = new Set(links.filter(scope.isInside).map((link) => new URL(scope.keyOf(link)).pathname))
  return paths.size === 0 ? [] : [`list ${own.copy} ${digest(Array.from(paths).sort().join(" "))}`]
}

/**
 * Returns the canonical URL of a page, if it is another page of the crawl. It is ignored if a site names its root as
 * the canonical URL of every page.
 */
export const canonicalOf = (url: string, document: Document, scope: Scope): string | undefined => {
  const named = document.metadata?.canonical
  const canonical = typeof named === "string" ? URL.parse(named, url) : null
  if (canonical === null || !scope.isInside(canonical.href)) return undefined
  if (scope.keyOf(canonical.href) === scope.keyOf(url)) return undefined
  return canonical.pathname === "/" && new URL(url).pathname !== "/" ? undefined : canonical.href
}

const names = (robots: string | undefined, pattern: RegExp) => robots !== undefined && pattern.test(robots)

export const isHidden = (document: Document): boolean => names(document.metadata?.robots, /\b(?:noindex|none)\b/i)

export const isDeadEnd = (document: Document): boolean => names(document.metadata?.robots, /\b(?:nofollow|none)\b/i)
