/**
 * Matches hosts against thousands of domains and globs. The cost depends on the host, not on the number of entries.
 *
 * **Details**
 *
 * - `example.com` matches that host and all its subdomains, never `notexample.com`.
 * - `*` matches any characters, including none and dots: `*.example.com` only matches subdomains, `example.*` any
 *   top-level domain, `*paypal*` every host that contains it.
 * - Case, Unicode or A-labels (`münchen.de`, `xn--mnchen-3ya.de`), and trailing dots are irrelevant.
 * - An IP address matches exactly, or by a glob.
 *
 * Plain domains and `*.domain` are looked up in hash sets, once per label of the host. Other globs are found through
 * a trie of their longest literal part, and then compared greedily in linear time, without regular expressions.
 *
 * @since 0.1.0
 */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import { domainToASCII } from "node:url"
import { type Host, hostOf, unicodeOf, withoutTrailingDots } from "./internal/hosts.ts"

interface Glob {
  /** The first and the last text may be empty. */
  readonly parts: ReadonlyArray<string>
}

interface Node {
  readonly next: Map<number, Node>
  readonly globs: Array<Glob>
}

interface Globs {
  readonly root: Node
  /** Whether the list has the entry `*`. */
  all: boolean
  count: number
}

/**
 * @category models
 * @since 0.1.0
 */
export interface DomainMatcher {
  readonly size: number
  /** The entries that were dropped because they can never match, for example `a..b`. */
  readonly ignored: ReadonlyArray<string>
  /** Returns whether a host matches. The host is in the form of a URL's `hostname`. */
  readonly matches: (host: string) => boolean
  /** @internal */
  readonly matchesHost: (host: Host) => boolean
}

const longest = (parts: ReadonlyArray<string>): string =>
  parts.reduce((best, part) => part.length > best.length ? part : best, "")

const insert = (globs: Globs, parts: ReadonlyArray<string>) => {
  const literal = longest(parts)
  globs.count++
  if (literal === "") {
    globs.all = true
    return
  }
  let node = globs.root
  for (let index = 0; index < literal.length; index++) {
    const code = literal.charCodeAt(index)
    let next = node.next.get(code)
    if (next === undefined) {
      next = { next: new Map(), globs: [] }
      node.next.set(code, next)
    }
    node = next
  }
  node.globs.push({ parts })
}

/** Greedy matching is exact, because the earliest position of each middle part leaves the longest rest. */
const fits = (glob: Glob, host: string): boolean => {
  const { parts } = glob
  const first = parts[0]!
  const last = parts[parts.length - 1]!
  if (host.length < first.length + last.length || !host.startsWith(first) || !host.endsWith(last)) return false
  const end = host.length - last.length
  let from = first.length
  for (let index = 1; index < parts.length - 1; index++) {
    const part = parts[index]!
    const found = host.indexOf(part, from)
    if (found < 0 || found + part.length > end) return false
    from = found + part.length
  }
  return true
}

const search = (globs: Globs, host: string): boolean => {
  if (globs.all) return true
  if (globs.count === 0) return false
  for (let start = 0; start < host.length; start++) {
    let node = globs.root.next.get(host.charCodeAt(start))
    for (let index = start + 1; node !== undefined; index++) {
      for (const glob of node.globs) if (fits(glob, host)) return true
      node = node.next.get(host.charCodeAt(index))
    }
  }
  return false
}

const isHostPattern = (pattern: string): boolean => {
  if (pattern.startsWith("[")) return pattern.endsWith("]") && !pattern.includes("@")
  for (const character of pattern) if (character <= " " || "/\\:@?#".includes(character)) return false
  return pattern !== "" && !pattern.includes("..") && !pattern.startsWith(".")
}

/** The URL parser leaves most names unchanged, so these are not parsed. */
const isPlainName = (name: string): boolean => {
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index)
    if (!CodeUnit.isLowerLetter(code) && !CodeUnit.isDigit(code) && !"-._".includes(name[index]!)) return false
  }
  // Names that end in a digit may be IP addresses, and `xn--` has its own rules.
  return CodeUnit.isLowerLetter(name.charCodeAt(name.lastIndexOf(".") + 1)) && !name.includes("xn--")
}

const emptyGlobs = (): Globs => ({ root: { next: new Map(), globs: [] }, all: false, count: 0 })

/**
 * Compiles entries. Call it once, before matching.
 *
 * @category constructors
 * @since 0.1.0
 */
export const make = (entries: Iterable<string>): DomainMatcher => {
  const exact = new Set<string>()
  const below = new Set<string>()
  const ascii = emptyGlobs()
  const unicode = emptyGlobs()
  const ignored: Array<string> = []
  const seen = new Set<string>()
  let size = 0

  for (const entry of entries) {
    const pattern = withoutTrailingDots(entry.trim().normalize("NFC").toLowerCase())
    if (seen.has(pattern)) continue
    seen.add(pattern)
    if (!isHostPattern(pattern) || (pattern === "*" && entry.includes("."))) {
      ignored.push(entry)
      continue
    }
    const isBelow = pattern.startsWith("*.") && !pattern.includes("*", 1)
    if (isBelow || !pattern.includes("*")) {
      // The URL parser handles every form of an IP address and every IDNA rule.
      const written = isBelow ? pattern.slice(2) : pattern
      const name = isPlainName(written) ? written : hostOf(`http://${written}`)?.name ?? ""
      if (name === "") ignored.push(entry)
      else {
        size++
        if (isBelow) below.add(name)
        else exact.add(name)
      }
      continue
    }
    size++
    if (CodeUnit.isAscii(pattern)) {
      insert(ascii, pattern.split("*"))
      continue
    }
    // Labels without a star can be converted to ASCII, but a glob inside a Unicode label needs the Unicode host.
    const labels = pattern.split(".").map((label) =>
      label.includes("*") || CodeUnit.isAscii(label) ? label : domainToASCII(label) || label
    )
    const name = labels.join(".")
    if (CodeUnit.isAscii(name)) insert(ascii, name.split("*"))
    else insert(unicode, pattern.split("*"))
  }

  const matchesHost = (host: Host): boolean => {
    const { isAddress, name } = host
    if (name === "") return false
    if (exact.has(name)) return true
    if (!isAddress && (exact.size > 0 || below.size > 0)) {
      for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
        const parent = name.slice(dot + 1)
        if (exact.has(parent) || below.has(parent)) return true
      }
    }
    return search(ascii, name) || (unicode.count > 0 && search(unicode, unicodeOf(host)))
  }

  return {
    size,
    ignored,
    matchesHost,
    matches: (name) => {
      const host = hostOf(`http://${name}`)
      return host !== undefined && matchesHost(host)
    }
  }
}
