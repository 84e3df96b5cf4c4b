/**
 * Encodes facets as tokens in a separate column: host suffixes, path prefixes, extension, day, month and year. A
 * filter on a facet is one more term of the full-text expression, which is much faster than a join.
 */
import * as PercentEncoding from "@dunlin/text/PercentEncoding"
/**
 * First character of a facet. This private-use character is removed from page text, so that no word of a page can be
 * a facet.
 */
export const mark = "\ue000"

export const all = "a"

const letter = /^[a-z1-9]$/

/**
 * Returns the token of a facet. Other characters than letters and digits are written as numbers. The token ends in a
 * digit, so that stemmers do not change it.
 */
const encode = (kind: string, value: string): string => {
  let out = kind
  for (const character of value) {
    out += letter.test(character) ? character : `0${character.codePointAt(0)!.toString(36)}0`
  }
  return `${out}0`
}

export const extension = (value: string): string => encode("e", value)

export const size = (width: number, height: number): string => encode("s", `${width}x${height}`)

const host = (value: string): string => encode("h", value)

const path = (hostName: string, segments: ReadonlyArray<string>): string =>
  encode("p", `${hostName}/${segments.join("/")}`)

/** Maximum depth of path facets. Deeper paths are checked on the candidate. */
const DEPTH = 3

const segmentsOf = (pathname: string): Array<string> => pathname.split("/").filter((segment) => segment !== "")

/** Returns facets that every page of the site has and no other page, down to the maximum depth of path facets. */
export const site = (target: string, pathname: string): ReadonlyArray<string> => {
  const hostName = withoutPort(target)
  const segments = segmentsOf(pathname).slice(0, DEPTH)
  return segments.length === 0 ? [host(hostName)] : [path(hostName, segments)]
}

const port = /:\d{1,5}$/

/** Returns whether a host has a port. Facets have none, so a candidate with a port is checked. */
export const hasPort = (host: string): boolean => port.test(host)

const withoutPort = (host: string): string => host.replace(port, "")

export const portOf = (value: string): string => encode("o", value)

const usualPorts = new Map([["http:", "80"], ["https:", "443"]])

export const isBelow = (url: string, target: { readonly host: string; readonly path: string }): boolean => {
  const parsed = URL.parse(url)
  if (parsed === null) return false
  const host = withoutPort(target.host)
  if (hasPort(target.host)) {
    const own = parsed.port === "" ? usualPorts.get(parsed.protocol) : parsed.port
    if (!target.host.endsWith(`:${own}`)) return false
  }
  return (parsed.hostname === host || parsed.hostname.endsWith(`.${host}`)) &&
    (parsed.pathname === target.path || parsed.pathname.startsWith(`${target.path}/`))
}

export const extensionOf = (pathname: string): string => {
  const name = pathname.slice(pathname.lastIndexOf("/") + 1)
  const dot = name.lastIndexOf(".")
  const value = dot <= 0 ? "" : name.slice(dot + 1).toLowerCase()
  return /^[a-z0-9]{1,10}$/.test(value) ? value : ""
}

/**
 * Returns host, path and file name without escapes. For a file, it is the path below the indexed folder, or the file
 * name.
 */
export const readable = (url: string, root: string | undefined): string => {
  const parsed = URL.parse(url)
  if (parsed?.protocol === "file:") {
    const isBelowRoot = root !== undefined && parsed.href.startsWith(root)
    return PercentEncoding.decode(parsed.href.slice(isBelowRoot ? root.length : parsed.href.lastIndexOf("/") + 1))
  }
  return parsed === null
    ? url
    : `${parsed.hostname.replace(/^www\./, "")} ${PercentEncoding.decode(parsed.pathname)} ${
      PercentEncoding.decode(parsed.search)
    }`
}

const MAX_LABELS = 6

export const ofUrl = (url: string): Array<string> => {
  const parsed = URL.parse(url)
  if (parsed === null) return [all]
  const out = [all]
  const labels = parsed.hostname.split(".")
  const segments = segmentsOf(parsed.pathname).slice(0, DEPTH)
  for (let at = Math.max(0, labels.length - MAX_LABELS); at < labels.length; at++) {
    const suffix = labels.slice(at).join(".")
    out.push(host(suffix))
    if (at > 0 && at === labels.length - 1) continue
    for (let count = 1; count <= segments.length; count++) out.push(path(suffix, segments.slice(0, count)))
  }
  const ext = extensionOf(parsed.pathname)
  if (ext !== "") out.push(extension(ext))
  if (parsed.port !== "") out.push(portOf(parsed.port))
  return out
}

export const dated = "t"

export const ofDate = (iso: string): Array<string> => {
  const [year, month, day] = iso.slice(0, "YYYY-MM-DD".length).split("-") as [string, string, string]
  return [dated, encode("y", year), encode("m", year + month), encode("d", year + month + day)]
}

const FIRST_YEAR = 1900
const LAST_YEAR = 2100

const two = (value: number): string => String(value).padStart(2, "0")

const MONTHS = 12

const daysOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const numbers = (from: number, to: number): Array<number> =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/**
 * Returns the facets of a date range. "before" excludes the date and "after" includes it. The facets are days of its
 * month, months of its year, and years.
 */
export const days = (side: "before" | "after", iso: string): ReadonlyArray<string> => {
  const [year, month, day] = iso.split("-").map(Number) as [number, number, number]
  const after = side === "after"
  const inMonth = after ? numbers(day, daysOfMonth(year, month)) : numbers(1, day - 1)
  const inYear = after ? numbers(month + 1, MONTHS) : numbers(1, month - 1)
  const years = after ? numbers(year + 1, LAST_YEAR) : numbers(FIRST_YEAR, year - 1)
  const out = [
    ...inMonth.map((value) => encode("d", `${year}${two(month)}${two(value)}`)),
    ...inYear.map((value) => encode("m", `${year}${two(value)}`)),
    ...years.map((value) => encode("y", String(value)))
  ]
  return out.length === 0 ? [encode("y", "0")] : out
}
