/**
 * Marks that identify pages and addresses: forms, equivalent addresses, copies, similarities, and the canonical addresses
 * of pages.
 */
import type { Document } from "@dunlin/schema/Document"
import { hash } from "node:crypto"
import type { Scope, Trait } from "../PageWorth.ts"
import { remembered } from "./remembered.ts"

/** Addresses of one form that are tried before the form is judged. */
const triesBeforeJudging = 12
/** Share of useful pages below which a form of address is given up. */
const leastUsefulShare = 0.2

/** Whether a form of address has led nowhere too often. */
export const isTrap = ({ tried, useful }: { readonly tried: number; readonly useful: number }): boolean =>
  tried >= triesBeforeJudging && useful < tried * leastUsefulShare

/** An address that another may stand for. */
export interface Rewrite {
  /** Where is counted whether pages name such an address as their canonical one. */
  readonly form: string
  readonly instead: string
  /** Number of pages that must all have named it before the others are no longer requested. */
  readonly least: number
}

/** Views of a page: one that is taken for the page by mistake loses a view. */
const leastWithoutQuery = 12

/** A page that is taken for one of another name by mistake is lost: where one in nine is, 24 in a row say so in 94 of 100. */
const leastOfOtherCase = 24

/**
 * The form of an address: its path with numbers, and everything behind the second segment, taken for the same, and the
 * names of its parameters.
 */
export const formOf = remembered((address: string): string => {
  const url = new URL(address)
  const segments = segmentsOf(url)
  const path = plainOf(segments)
  const names = url.search === "" ? "" : Array.from(new Set(url.searchParams.keys())).sort().join("&")
  return `${url.host}/${segments.length > 1 ? path : segments.length}?${names}`
})

/** Pages in a row that differ from others in numbers alone, after which only proof leads on: a year, a month and a day. */
const MAX_ALIKE_IN_ROW = 3

/** Whether a visit of a page, the first with a number of its marks, counts for a trait. */
export const traitHolds = ({ holds }: Trait, own: number): boolean =>
  typeof holds === "boolean" ? holds : own >= holds.own

/** The form under which pages are counted that stand behind pages that differ in numbers alone. */
export const alikeFormOf = (address: string): string => `alike ${formOf(address)}`

/**
 * Whether addresses of a form may lead to pages with words of their own, behind `alike` pages in a row that differ in
 * numbers alone. Some are tried. The others follow when enough of those have such words.
 */
export const mayLeadOn = (
  { tried, useful }: { readonly tried: number; readonly useful: number },
  alike: number
): boolean =>
  tried < triesBeforeJudging
    ? alike <= MAX_ALIKE_IN_ROW || useful > 0
    : useful >= tried * leastUsefulShare

/** Pages of a chain that are counted together: a chain ends soon after it has led to pages with words for the last time. */
const ALIKE_PER_COUNT = 8

/**
 * The name under which pages are counted that stand behind the page `via` of a chain, such as the lists of a blog. `alike` is
 * the place of such a page in the chain.
 */
export const chainOf = (via: string, alike: number): string => `chain ${Math.floor(alike / ALIKE_PER_COUNT)} ${via}`

/** The names that decide whether a chain continues at a place: its pages before that place may not be read yet. */
export const chainsBefore = (via: string, alike: number): ReadonlyArray<string> =>
  alike < ALIKE_PER_COUNT ? [chainOf(via, alike)] : [chainOf(via, alike), chainOf(via, alike - ALIKE_PER_COUNT)]

/** Whether the last pages of a chain led to pages with words of their own. */
export const mayGoOn = (
  counts: ReadonlyArray<{ readonly tried: number; readonly useful: number }>
): boolean => {
  const tried = counts.reduce((sum, count) => sum + count.tried, 0)
  const useful = counts.reduce((sum, count) => sum + count.useful, 0)
  return useful > 0 && useful >= tried * leastUsefulShare
}

const segmentsOf = ({ pathname }: URL): ReadonlyArray<string> => pathname.split("/").filter((segment) => segment !== "")

const plainOf = (segments: ReadonlyArray<string>): string =>
  segments.map((segment, at) => at < 2 ? segment.replace(/\d+/g, "#") : "*").join("/")

/** Capital letters outside of escaped characters, which have no case. */
const capitals = /%[\da-f]{2}|[A-Z]+/gi

const inLowerCase = (path: string): string =>
  path.replace(capitals, (part) => part.startsWith("%") ? part : part.toLowerCase())

/** The last segment as most wikis write titles. */
const asTitle = (path: string): string => path.replace(/\/[a-z](?=[^/]*$)/, (start) => start.toUpperCase())

/** Ways in which sites write the path of an address, where letters of both cases lead to one page. */
const spellings = { lower: inLowerCase, title: asTitle }

/** Addresses that may stand for one: without its query, or else in the case that its folder is written in. */
export const rewritesOf = remembered((address: string): ReadonlyArray<Rewrite> => {
  const url = new URL(address)
  const { href, pathname, protocol } = url
  const start = href.slice(0, href.indexOf("/", protocol.length + "//".length))
  if (url.search !== "") {
    return [{ form: `plain ${formOf(address)}`, instead: start + pathname, least: leastWithoutQuery }]
  }
  const folder = `${url.host}/${plainOf(segmentsOf(url).slice(0, -1))}`
  return Object.entries(spellings).flatMap(([name, spell]) => {
    const path = spell(pathname)
    if (path === pathname) return []
    return [{ form: `${name} ${folder}`, instead: start + path, least: leastOfOtherCase }]
  })
})

const words = /[\w-]+/g

/**
 * The address with every word that has a number in it taken for the same: the months of a calendar have one, and so have
 * the addresses that a session makes, but not `/wading/dunlin` and `/wading/knot`.
 */
export const numberlessOf = (address: string): string => address.replace(words, (word) => /\d/.test(word) ? "#" : word)

/** Targets of links in Markdown: copies of a page have sessions and their own address there. */
const linkTargets = /\]\([^()\s]*\)/g

/** Where links lead, white space and case do not tell copies apart. */
const plain = (text: string): string => text.toLowerCase().replace(linkTargets, "]").replace(/\s+/g, " ").trim()

/** Bytes of a mark, 16 characters: among a million pages two have the same by accident once in 10^17 crawls. */
const bytesOfMark = 12

export const digest = (text: string): string =>
  hash("sha256", text, "buffer").subarray(0, bytesOfMark).toString("base64")

/** What a page says, as marks. */
export interface Marks {
  /** Pages with the same one are copies. */
  readonly copy: string
  /** Pages with the same one differ in numbers alone, as the months of a calendar do. */
  readonly likeness: string
}

/** `undefined` for a page that says nothing. */
export const marksOf = (document: Document, text: string | undefined): Marks | undefined => {
  const said = plain(text ?? document.markdown ?? "")
  if (said === "") return undefined
  const whole = `${plain(document.metadata?.title ?? "")}\n${said}`
  return { copy: digest(whole), likeness: digest(whole.replace(/\d+/g, "#")) }
}

/**
 * The canonical address of a page, when that is another page of the crawl. A site that names its root as the canonical
 * address of every page is not believed.
 */
export const canonicalOf = (url: string, document: Document, scope: Scope): string | undefined => {
  const named = document.metadata?.canonical
  const canonical = typeof named === "string" ? URL.parse(named, url) : null
  if (canonical === null || !scope.isInside(canonical.href)) return undefined
  if (scope.keyOf(canonical.href) === scope.keyOf(url)) return undefined
  return canonical.pathname === "/" && new URL(url).pathname !== "/" ? undefined : canonical.href
}

const says = (robots: string | undefined, pattern: RegExp) => robots !== undefined && pattern.test(robots)

/** Whether a page asks not to be kept. */
export const isHidden = (document: Document): boolean => says(document.metadata?.robots, /\b(?:noindex|none)\b/i)

/** Whether a page asks that its links are not followed. */
export const isDeadEnd = (document: Document): boolean => says(document.metadata?.robots, /\b(?:nofollow|none)\b/i)
