/**
 * Normalizes URLs as Safe Browsing does: the canonical form, the host and path expressions to look up, and their
 * hashes.
 *
 * **Details**
 *
 * The rules are those of "URLs and Hashing" of the Safe Browsing v5 documentation. Where the Go client of v4 differs,
 * v5 is followed: escapes are written with upper-case digits, and of a long host name only the exact name and four
 * names from the registrable domain upwards are looked up. All strings are byte strings: one character per byte.
 *
 * @since 0.1.0
 */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import * as crypto from "node:crypto"
import { domainToASCII } from "node:url"
import { getDomain } from "tldts"

/**
 * A URL in canonical form, without user, port and fragment.
 *
 * @category models
 * @since 0.1.0
 */
export interface CanonicalUrl {
  readonly scheme: string
  readonly host: string
  readonly path: string
  /** The query without the question mark; `undefined` if none exists. */
  readonly query: string | undefined
}

/** The percent sign and two hexadecimal digits. */
const ESCAPE_LENGTH = 3

const BYTE = 256
const HALF_BYTE = 16

/** Bits by which each byte of an IPv4 address is shifted. */
const IPV4_SHIFTS = [24, 16, 8, 0]

const IPV6_NUMBER_BITS = 16

/** Longer than an IPv4 address in any form. */
const MAX_IPV4_CHARACTERS = 64

/** Names between the registrable domain and the whole host that are looked up. */
const NAMES_ABOVE_DOMAIN = 3
const DIRECTORIES = 3

/**
 * Decodes until no escape remains. One pass suffices, because an escape that a decoded one completes is at the end of
 * the output.
 */
const unescape = (text: string): string => {
  if (!text.includes("%")) return text
  const out: Array<number> = []
  for (let index = 0; index < text.length; index++) {
    out.push(text.charCodeAt(index))
    while (out.length >= ESCAPE_LENGTH && out[out.length - ESCAPE_LENGTH] === Unit.PERCENT) {
      const high = CodeUnit.hexValue(out[out.length - 2]!)
      const low = CodeUnit.hexValue(out[out.length - 1]!)
      if (high < 0 || low < 0) break
      out.length -= ESCAPE_LENGTH
      out.push(high * HALF_BYTE + low)
    }
  }
  return Buffer.from(out).toString("latin1")
}

const escape = (text: string): string => {
  let out = ""
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    out += code <= Unit.SPACE || code >= Unit.LAST_ASCII || code === Unit.HASH || code === Unit.PERCENT
      ? `%${code.toString(16).toUpperCase().padStart(2, "0")}`
      : text[index]
  }
  return out
}

const trimSpaces = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) === Unit.SPACE) start++
  while (end > start && text.charCodeAt(end - 1) === Unit.SPACE) end--
  return text.slice(start, end)
}

const withoutControls = (text: string): string => {
  let out = ""
  for (const character of text) if (character !== "\t" && character !== "\r" && character !== "\n") out += character
  return out
}

const parseNumber = (text: string): number => {
  if (/^0x[0-9a-f]*$/i.test(text)) return text.length === 2 ? 0 : Number.parseInt(text, 16)
  if (/^0[0-7]*$/.test(text)) return Number.parseInt(text, 8)
  return /^[1-9][0-9]*$/.test(text) ? Number.parseInt(text, 10) : Number.NaN
}

/**
 * Returns the four decimal numbers of an IPv4 address in any legal form (octal, hexadecimal, fewer than four parts), or
 * `undefined`. Numbers that are too large are truncated, as in the old `inet_aton`.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parseIpv4 = (host: string): string | undefined => {
  const space = host.indexOf(" ")
  const parts = (space < 0 ? host : host.slice(0, space)).split(".")
  if (parts.length > IPV4_SHIFTS.length || host.length > MAX_IPV4_CHARACTERS) return undefined
  const bytes: Array<number> = []
  for (const [index, part] of parts.entries()) {
    const value = parseNumber(part)
    if (Number.isNaN(value)) return undefined
    const width = index === parts.length - 1 ? IPV4_SHIFTS.length - index : 1
    for (let place = width - 1; place >= 0; place--) bytes.push(Math.floor(value / BYTE ** place) % BYTE)
  }
  return bytes.join(".")
}

/** Uses the WHATWG form. An address with an embedded IPv4 address (mapped, NAT64) becomes that address. */
const canonicalIpv6 = (host: string): string => {
  const lower = host.toLowerCase()
  const printed = URL.parse(`http://${lower}/`)?.hostname ?? lower
  for (const prefix of ["[::ffff:", "[64:ff9b::"]) {
    const [high, low, ...more] = printed.startsWith(prefix) ? printed.slice(prefix.length, -1).split(":") : []
    if (high === undefined || more.length > 0) continue
    const value = low === undefined
      ? Number.parseInt(high, 16)
      : Number.parseInt(high, 16) * 2 ** IPV6_NUMBER_BITS + Number.parseInt(low, 16)
    if (Number.isInteger(value)) return IPV4_SHIFTS.map((shift) => (value >>> shift) % BYTE).join(".")
  }
  // Other addresses that end in dotted form have no standard form, and stay unchanged.
  return lower.includes(".") ? lower : printed
}

const toAscii = (host: string): string => {
  if (CodeUnit.isAscii(host)) return host
  const unicode = Buffer.from(host, "latin1").toString("utf8")
  return unicode.includes("\ufffd") ? host : domainToASCII(unicode) || host
}

const canonicalHost = (raw: string): string | undefined => {
  if (raw.startsWith("[")) return canonicalIpv6(raw)
  const labels = toAscii(unescape(raw)).toLowerCase().split(".").filter((label) => label !== "")
  const host = labels.join(".")
  return host === "" ? undefined : parseIpv4(host) ?? escape(host)
}

const canonicalPath = (raw: string): string => {
  const segments: Array<string> = []
  const parts = unescape(raw).split("/")
  let directory = true
  for (const part of parts) {
    directory = part === "" || part === "." || part === ".."
    if (part === "..") segments.pop()
    else if (!directory) segments.push(part)
  }
  const path = segments.map((segment) => `/${segment}`).join("")
  return escape(directory ? `${path}/` : path)
}

const isScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]*$/i.test(text)

const withoutPort = (authority: string): string => {
  const host = authority.slice(authority.lastIndexOf("@") + 1)
  if (host.startsWith("[")) {
    const end = host.indexOf("]")
    return end < 0 ? host : host.slice(0, end + 1)
  }
  const colon = host.lastIndexOf(":")
  return colon >= 0 && /^\d*$/.test(host.slice(colon + 1)) ? host.slice(0, colon) : host
}

/**
 * Returns the canonical form, or `undefined` if there is no host.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (url: string): CanonicalUrl | undefined => {
  let text = withoutControls(trimSpaces(Buffer.from(url, "utf8").toString("latin1")))
  const hash = text.indexOf("#")
  if (hash >= 0) text = text.slice(0, hash)
  if (!text.includes("://")) text = text.replace(/^([a-z][a-z0-9+.-]{0,30})%3a%2f%2f/i, "$1://")
  const mark = text.indexOf("://")
  const hasScheme = mark > 0 && isScheme(text.slice(0, mark))
  const scheme = hasScheme ? text.slice(0, mark).toLowerCase() : "http"
  const rest = hasScheme ? text.slice(mark + "://".length) : text
  const question = rest.indexOf("?")
  const beforeQuery = question < 0 ? rest : rest.slice(0, question)
  const slash = beforeQuery.indexOf("/")
  const authority = slash < 0 ? beforeQuery : beforeQuery.slice(0, slash)
  // `mailto:somebody@example.com` has no host. The host of `example.com:80/` is `example.com`.
  const colon = authority.indexOf(":")
  if (!hasScheme && colon >= 0 && !authority.startsWith("[") && !/^\d*$/.test(authority.slice(colon + 1))) {
    return undefined
  }
  const host = canonicalHost(withoutPort(authority))
  if (host === undefined) return undefined
  return {
    scheme,
    host,
    path: canonicalPath(slash < 0 ? "/" : beforeQuery.slice(slash)),
    query: question < 0 ? undefined : escape(unescape(rest.slice(question + 1)))
  }
}

/**
 * Returns the canonical form as text.
 *
 * @category formatting
 * @since 0.1.0
 */
export const print = (url: CanonicalUrl): string =>
  `${url.scheme}://${url.host}${url.path}${url.query === undefined ? "" : `?${url.query}`}`

const hostsOf = (host: string): ReadonlyArray<string> => {
  if (host.startsWith("[") || parseIpv4(host) !== undefined) return [host]
  const domain = getDomain(host, { validateHostname: false }) ?? host.split(".").slice(-2).join(".")
  const above = host === domain ? [] : host.slice(0, -domain.length - 1).split(".")
  const hosts = [host]
  for (let count = Math.min(NAMES_ABOVE_DOMAIN, above.length); count >= 0; count--) {
    const name = [...above.slice(above.length - count), domain].join(".")
    if (!hosts.includes(name)) hosts.push(name)
  }
  return hosts
}

const pathsOf = ({ path, query }: CanonicalUrl): ReadonlyArray<string> => {
  const paths = query === undefined || query === "" ? [path] : [`${path}?${query}`, path]
  const directories = path.split("/").slice(1, -1)
  for (let count = 0; count <= Math.min(DIRECTORIES, directories.length); count++) {
    const prefix = `/${directories.slice(0, count).map((directory) => `${directory}/`).join("")}`
    if (!paths.includes(prefix)) paths.push(prefix)
  }
  return paths
}

/**
 * Returns the strings to look up for a URL, at most 30: the exact host and up to four names below the public suffix,
 * each with the exact path with and without query and up to four leading directories.
 *
 * @category parsing
 * @since 0.1.0
 */
export const expressions = (url: CanonicalUrl): ReadonlyArray<string> => {
  const paths = pathsOf(url)
  return hostsOf(url.host).flatMap((host) => paths.map((path) => host + path))
}

/**
 * Returns the SHA-256 of an expression. Its first four bytes are the prefix.
 *
 * @category hashing
 * @since 0.1.0
 */
export const hash = (expression: string): Buffer =>
  crypto.createHash("sha256").update(Buffer.from(expression, "latin1")).digest()
