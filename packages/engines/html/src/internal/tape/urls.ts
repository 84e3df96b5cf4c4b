/**
 * Resolves URLs in a page: its base URL, absolute URLs, and the best candidate of an image.
 *
 * @since 0.1.0
 */
import * as Tags from "./tags.ts"
import { attr, type Tape } from "./tape.ts"

/** Makes a URL of the page absolute; `undefined` for URLs that cannot be followed (`javascript:`, invalid). */
export type Resolve = (address: string | undefined) => string | undefined

/** Number of nodes in which `<base>` is searched, because it is in the head. */
const MAX_NODES_BEFORE_BASE = 5000

/** Maximum number of cached URLs. If a page has more, most of them occur only once. */
const MAX_CACHED_URLS = 4096

/** Maximum characters of a cached URL. */
const MAX_CHARACTERS_OF_REMEMBERED_ADDRESS = 2000
const MAX_SRCSET_CHARACTERS = 20_000
/** Number of characters of a URL that identify a placeholder. */
const NAMING = 300

const scheme = /^([a-z][a-z0-9+.-]*):/i
const runs = /^(?:javascript|vbscript|blob|about):/i
const edges = /^[\s\u0000-\u001f]+|[\s\u0000-\u001f]+$/g
const inner = /[\t\n\r]/g
const unwritten = /[^!-~]/
const hasInner = /[\t\n\r]/
const plainPath = /^\/(?!\/)[\w\-~/.]*(?:\?[\w\-~/.=&+,;:]*)?(?:#[\w\-~/.=&+,;:]*)?$/

export const baseOf = (tape: Tape, url: string | undefined): string | undefined => {
  for (let i = 0; i < tape.n && i < MAX_NODES_BEFORE_BASE; i++) {
    const tag = tape.tag[i]!
    if (tag === Tags.BODY) break
    if (tag === Tags.BASE) {
      const href = attr(tape, i, "href")
      if (href === undefined) continue
      if (url === undefined) return URL.canParse(href) ? href : undefined
      const base = URL.parse(href.trim(), url)
      if (base !== null && (base.protocol === "http:" || base.protocol === "https:")) return base.href
      return url
    }
  }
  return url
}

export const resolver = (base: string | undefined): Resolve => {
  const known = new Map<string, string | undefined>()
  const parsed = base === undefined ? null : URL.parse(base)
  const site = siteOf(parsed)
  return (address) => {
    if (address === undefined) return undefined
    // most URLs of most pages need no parser
    if (site !== undefined && plainPath.test(address) && !address.includes("/.")) return site + address
    const found = known.get(address)
    if (found !== undefined || known.has(address)) return found
    const result = resolve(address, parsed)
    if (address.length >= MAX_CHARACTERS_OF_REMEMBERED_ADDRESS) return result
    if (known.size >= MAX_CACHED_URLS) known.clear()
    known.set(address, result)
    return result
  }
}

const siteOf = (base: URL | null): string | undefined =>
  base !== null && (base.protocol === "https:" || base.protocol === "http:") && base.username === "" &&
    base.password === ""
    ? base.origin
    : undefined

const resolve = (address: string, base: URL | null): string | undefined => {
  const clean = (address.charCodeAt(0) <= 32 || address.charCodeAt(address.length - 1) <= 32 || hasInner.test(address))
    ? address.replace(edges, "").replace(inner, "")
    : address
  const protocol = scheme.exec(clean)
  // without a page URL, a relative URL stays as it is, unless it would run a script
  if (base === null && !runs.test(clean)) return protocol === null ? address : clean
  if (protocol !== null) {
    const name = protocol[1]!.toLowerCase()
    if (runs.test(`${name}:`)) return undefined
    // Markdown renderers encode such characters in URLs.
    return unwritten.test(clean) && name !== "data" ? URL.parse(clean)?.href ?? clean : clean
  }
  const href = base === null ? undefined : URL.parse(clean, base.href)?.href
  return href === undefined || runs.test(href) ? undefined : href
}

const lazyNames = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-srcset",
  "data-lazy-srcset",
  "data-original-src",
  "data-hi-res-src",
  "data-full-src",
  "data-image",
  "data-url"
]
const placeholder =
  /^data:|^about:|(?:^|\/)(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy(?:load)?|loading|(?:pre)?loader)[^/]*\.(?:gif|png|svg|jpe?g)|(?:^|\/)(?:(?:pix|px|dot|clear|empty|dummy|gr[ae]y|trans)\.(?:gif|png|svg)|[bstx]\.gif)/i
/** Number of nodes in which the sources of a picture are searched. */
const MAX_SOURCE_NODES = 200
const candidate = /[^\s,]\S*[^\s,](?:\s+[\d.]+[wxh])?/g

export const largest = (srcset: string): string | undefined => {
  if (srcset.length > MAX_SRCSET_CHARACTERS) return undefined
  let best: string | undefined
  let size = -1
  for (const match of srcset.matchAll(candidate)) {
    const [address, descriptor] = match[0].split(/\s+/)
    const value = descriptor === undefined ? 1 : Number.parseFloat(descriptor) || 1
    if (value > size && !placeholder.test(address!)) {
      size = value
      best = address
    }
  }
  return best
}

export const imageAddress = (tape: Tape, i: number): string | undefined => {
  let src = attr(tape, i, "src")
  const srcset = attr(tape, i, "srcset")
  if (srcset !== undefined && srcset !== "") {
    const best = largest(srcset)
    if (best !== undefined) return best
  }
  if (src === undefined || src === "" || isPlaceholder(src)) {
    for (const name of lazyNames) {
      const lazy = attr(tape, i, name)
      if (lazy === undefined || lazy === "" || lazy.startsWith("data:") || lazy.startsWith("{")) continue
      const real = name.endsWith("srcset") ? largest(lazy) : lazy.trim()
      if (real !== undefined && /^(?:https?:)?\/\/|^\/|\.\w{3,4}(?:\?|$)/.test(real)) return real
    }
    const parent = tape.parent[i]!
    if (parent >= 0 && tape.tag[parent] === Tags.PICTURE) {
      const stop = Math.min(i, parent + MAX_SOURCE_NODES)
      for (let k = parent + 1; k < stop; k++) {
        if (tape.tag[k] !== Tags.SOURCE) continue
        const best = largest(attr(tape, k, "srcset") ?? attr(tape, k, "data-srcset") ?? "")
        if (best !== undefined) return best
      }
    }
  }
  return src === "" ? undefined : src
}

export const isPlaceholder = (address: string): boolean => placeholder.test(address.slice(0, NAMING))

export const isDelayed = (tape: Tape, i: number): boolean => {
  const tag = tape.tag[i]!
  if (tag !== Tags.DIV && tag !== Tags.SPAN) return false
  const address = attr(tape, i, "data-src")
  return address !== undefined && address.length < MAX_CHARACTERS_OF_REMEMBERED_ADDRESS &&
    /\.(?:jpe?g|png|webp|gif|avif)(?:$|[?#])/i.test(address)
}

export const isInlined = (address: string): boolean => /^\s*data:/i.test(address)
