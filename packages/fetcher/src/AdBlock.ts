/**
 * Lists the hosts and selectors that the browser blocks as advertising. Reads a built-in list, or filter lists in
 * EasyList syntax.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as NodeFs from "node:fs/promises"
import { adHosts } from "./internal/adHosts.ts"

/**
 * @category models
 * @since 0.1.0
 */
export interface AdBlock {
  /** Returns whether a host in lower case, or one of its parent domains, is on the list. */
  readonly isUnwanted: (host: string) => boolean
  /** CSS selectors of advertisement boxes that apply to every site. */
  readonly selectors: ReadonlyArray<string>
  readonly size: number
}

const hostRule = /^\|\|([a-z0-9.-]+\.[a-z]{2,63})\^(?:\$(?:third-party|3p))?$/
const hostsFileLine = /^(?:0\.0\.0\.0|127\.0\.0\.1)\s+([a-z0-9.-]+\.[a-z]{2,63})$/
/** More selectors would make layout slow. */
const MAX_SELECTORS = 2_000

const isComment = (line: string): boolean =>
  line === "" || line.startsWith("!") || line.startsWith("#") && !line.startsWith("##")

const cosmeticRule = /^##[.#][A-Za-z][\w-]{2,80}$/

const hostOf = (line: string): string | undefined => (hostRule.exec(line) ?? hostsFileLine.exec(line))?.[1]

/**
 * Returns whether a text contains a rule that `parse` supports. An error page that was saved as a list contains none.
 *
 * @category predicates
 * @since 0.1.0
 */
export const hasRules = (list: string): boolean =>
  list.split("\n").some((raw) => {
    const line = raw.trim()
    return !isComment(line) && (cosmeticRule.test(line) || hostOf(line.replace(/^@@/, "")) !== undefined)
  })

/**
 * Parses filter lists: whole-host rules (`||host^`), their exceptions (`@@||host^`), generic cosmetic rules
 * (`##selector`) and lines of hosts files. Rules for parts of a site are skipped.
 *
 * @category constructors
 * @since 0.1.0
 */
export const parse = (lists: Iterable<string>): AdBlock => {
  const hosts = new Set<string>()
  const exceptions = new Set<string>()
  const selectors: Array<string> = []
  for (const list of lists) {
    for (const raw of list.split("\n")) {
      const line = raw.trim()
      if (isComment(line)) continue
      if (line.startsWith("##")) {
        if (selectors.length < MAX_SELECTORS && cosmeticRule.test(line)) selectors.push(line.slice(2))
        continue
      }
      const host = hostOf(line)
      if (host !== undefined) hosts.add(host)
      else if (line.startsWith("@@")) {
        const exception = hostRule.exec(line.slice(2))?.[1]
        if (exception !== undefined) exceptions.add(exception)
      }
    }
  }
  for (const exception of exceptions) hosts.delete(exception)
  return make(hosts, selectors)
}

const make = (hosts: ReadonlySet<string>, selectors: ReadonlyArray<string>): AdBlock => ({
  selectors,
  size: hosts.size,
  isUnwanted: (host) => {
    let suffix = host
    for (;;) {
      if (hosts.has(suffix)) return true
      const dot = suffix.indexOf(".")
      if (dot === -1) return false
      suffix = suffix.slice(dot + 1)
    }
  }
})

/**
 * The built-in list.
 *
 * @category constants
 * @since 0.1.0
 */
export const builtIn: AdBlock = make(new Set(adHosts), [])

/**
 * Reads lists from files, for example a downloaded EasyList. An unreadable file is a defect, because it is a
 * configuration error.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromFiles = (paths: ReadonlyArray<string>): Effect.Effect<AdBlock> =>
  Effect.map(
    Effect.forEach(paths, (path) => Effect.promise(() => NodeFs.readFile(path, "utf8"))),
    (lists) => parse(lists)
  )
