/** Computes fingerprints of pages and URLs, to find URL patterns, copies, similar pages and canonical URLs. */
import type { Document } from "@dunlin/schema/Document"
import { hash } from "node:crypto"
import type { Scope, Trait } from "../PageWorth.ts"
import { remembered } from "./remembered.ts"

/**
 * Requests of a URL pattern before it is judged. Queries are removed after the same number, because a wrong removal
 * only loses a view of a page. Also the maximum length of a loop of canonical URLs.
 */
export const REQUESTS_BEFORE_JUDGING = 12
/** A URL pattern with a lower share of useful pages is abandoned. */
const MIN_USEFUL_SHARE = 0.2

export const isTrap = ({ tried, useful }: { readonly tried: number; readonly useful: number }): boolean =>
  tried >= REQUESTS_BEFORE_JUDGING && useful < tried * MIN_USEFUL_SHARE

export interface Rewrite {
  readonly form: string
  readonly instead: string
  /** If at least this many pages all name the canonical URL, the remaining pages of the pattern are not requested. */
  readonly least: number
}

/**
 * A wrong change of case loses a page. If one in nine pages differs by case, 24 pages in a row detect this with a
 * probability of 94 %.
 */
const MIN_PAGES_OF_OTHER_CASE = 24

/**
 * Returns host, path and parameter names of a URL. Placeholders replace numbers in the path, and each path segment
 * after the second.
 */
export const formOf = remembered((address: string): string => {
  const url = new URL(address)
  const segments = segmentsOf(url)
  const path = plainOf(segments)
  const names = url.search === "" ? "" : Array.from(new Set(url.searchParams.keys())).sort().join("&")
  return `${url.host}/${segments.length > 1 ? path : segments.length}?${names}`
})

/** Year, month and day may differ only in numbers, so links are followed this far without evidence. */
const MAX_ALIKE_IN_ROW = 3

export const traitHolds = ({ holds }: Trait, own: number): boolean =>
  typeof holds === "boolean" ? holds : own >= holds.own

export const alikeFormOf = (address: string): string => `alike ${formOf(address)}`

/**
 * Whether URLs of a pattern may lead to new text, after `alike` consecutive pages that differ only in numbers. The
 * first such URLs are requested. If enough of them have new text, the others are requested too.
 */
export const mayLeadOn = (
  { tried, useful }: { readonly tried: number; readonly useful: number },
  alike: number
): boolean =>
  tried < REQUESTS_BEFORE_JUDGING
    ? alike <= MAX_ALIKE_IN_ROW || useful > 0
    : useful >= tried * MIN_USEFUL_SHARE

/** Positions in a chain share a counter, because a chain ends soon after its last page with new text. */
const ALIKE_PER_COUNT = 8

export const chainOf = (via: string, alike: number): string => `chain ${Math.floor(alike / ALIKE_PER_COUNT)} ${via}`

export const chainsBefore = (via: string, alike: number): ReadonlyArray<string> =>
  alike < ALIKE_PER_COUNT ? [chainOf(via, alike)] : [chainOf(via, alike), chainOf(via, alike - ALIKE_PER_COUNT)]

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

const capitals = /%[\da-f]{2}|[A-Z]+/gi

const inLowerCase = (path: string): string =>
  path.replace(capitals, (part) => part.startsWith("%") ? part : part.toLowerCase())

const asTitle = (path: string): string => path.replace(/\/[a-z](?=[^/]*$)/, (start) => start.toUpperCase())

const spellings = { lower: inLowerCase, title: asTitle }

/**
 * Returns URLs that may replace the given one: the URL without its query, or the URL in the usual case of its folder.
 */
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
 * Replaces words that contain a digit, as in months and session ids. `/wading/dunlin` and `/wading/knot` stay
 * different.
 */
export const numberlessOf = (address: string): string => address.replace(words, (word) => /\d/.test(word) ? "#" : word)

/** Copies of a page differ in link targets, which may contain session ids or the copy's URL. */
const linkTargets = /\]\([^()\s]*\)/g

/** Replacing single spaces too would take most of the function's time. */
const OTHER_WHITE_SPACE = /\s{2,}|[^\S ]/g

const plain = (text: string): string =>
  text.toLowerCase().replace(linkTargets, "]").replace(OTHER_WHITE_SPACE, " ").trim()

/** At this length, two of a million pages share a fingerprint in one of 10^17 crawls. */
const FINGERPRINT_BYTES = 12

export const digest = (text: string): string =>
  hash("sha256", text, "buffer").subarray(0, FINGERPRINT_BYTES).toString("base64")

export interface Marks {
  readonly copy: string
  /** Equal for pages that differ only in numbers, for example the months of a calendar. */
  readonly likeness: string
  readonly characters: number
}

export const marksOf = (document: Document, text: string | undefined): Marks | undefined => {
  const plainText = plain(text ?? document.markdown ?? "")
  if (plainText === "") return undefined
  const whole = `${plain(document.metadata?.title ?? "")}\n${plainText}`
  return { copy: digest(whole), likeness: digest(whole.replace(/\d+/g, "#")), characters: whole.length }
}

/** A list of short links ("Read more") has fewer characters per link. A page with sentences has more. */
const MAX_CHARACTERS_PER_LINK_OF_LIST = 40

/**
 * Returns the fingerprints of a list's text and link paths; nothing for other pages. Queries are ignored, because
 * copies of a list have session ids there.
 */
export const listMarksOf = (document: Document, own: Marks | undefined, scope: Scope): ReadonlyArray<string> => {
  const links = document.links ?? []
  if (own === undefined || own.characters > links.length * MAX_CHARACTERS_PER_LINK_OF_LIST) return []
  const paths = new Set(links.filter(scope.isInside).map((link) => new URL(scope.keyOf(link)).pathname))
  return paths.size === 0 ? [] : [`list ${own.copy} ${digest(Array.from(paths).sort().join(" "))}`]
}

/**
 * Returns the canonical URL that a page names, if it is another page of the crawl. The site's root is ignored,
 * because some sites name it on every page.
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
