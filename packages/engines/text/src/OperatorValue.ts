/**
 * Parses values of search operators: hosts, file extensions, image sizes and dates, in canonical form.
 *
 * @since 0.2.0
 */
import * as CodeUnit from "./CodeUnit.ts"
import { toAscii } from "./internal/hostName.ts"
import type { HostTarget, ImageSize } from "./QueryNode.ts"
import * as Unit from "./Unit.ts"

const scheme = /^[a-z][a-z0-9+.-]{0,30}:\/\//i
const label = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/
const extension = /^[a-z0-9]{1,10}$/
const size = /^([1-9]\d{0,5})[x×]([1-9]\d{0,5})$/i
const calendarDate = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/
const withPort = /^(.+?)\.?:(\d{1,5})$/
/** Matches a host that a URL parser reads as an IPv4 address: `127.1` and `0x7f000001` are `127.0.0.1`. */
const endsInNumber = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/

const MAX_PORT = 65_535

const MAX_HOST_CHARACTERS = 260

/** Parses the host and path of a `site:` value; `undefined` when it names no host. */
export const hostTarget = (value: string): HostTarget | undefined => {
  const matched = scheme.exec(value)
  let start = matched === null ? 0 : matched[0].length
  while (value[start] === "." || (value[start] === "*" && value[start + 1] === ".")) {
    start++
  }
  let end = start
  while (end < value.length && !isDelimiter(value[end]!)) end++
  if (end - start > MAX_HOST_CHARACTERS) return undefined
  const host = asciiHost(trimEnd(value.slice(start, end), Unit.POINT))
  if (host === undefined) return undefined
  let stop = end
  while (stop < value.length && value[stop] !== "?" && value[stop] !== "#") stop++
  return { host, path: trimEnd(value.slice(end, stop), Unit.SLASH) }
}

/**
 * Returns a host as in URLs: lower-case ASCII, IPv6 addresses in short form and in brackets, with its port if it has
 * one; `undefined` if it is not a host.
 */
export const asciiHost = (text: string): string | undefined => {
  if (text === "" || text.length > MAX_HOST_CHARACTERS) return undefined
  const host = text.toLowerCase()
  // Without brackets, all colons belong to the IPv6 address.
  if (isAddress6(host)) return canonicalName(`[${host}]`)
  const [, name = host, port] = withPort.exec(host) ?? []
  const canonical = canonicalName(name)
  if (canonical === undefined || port === undefined) return canonical
  return Number(port) > MAX_PORT ? undefined : `${canonical}:${Number(port)}`
}

const isAddress6 = (host: string): boolean => !host.startsWith("[") && host.indexOf(":") !== host.lastIndexOf(":")

const canonicalName = (name: string): string | undefined => {
  if (name.startsWith("[")) return toAscii(name) || undefined
  const ascii = CodeUnit.isAscii(name) && !endsInNumber.test(name) ? name : toAscii(name)
  return ascii.split(".").every((part) => label.test(part)) ? ascii : undefined
}

/** Returns a file extension without its dot, in lower case. */
export const fileExtension = (value: string): string | undefined => {
  const bare = (value.startsWith(".") ? value.slice(1) : value).toLowerCase()
  return extension.test(bare) ? bare : undefined
}

/** Parses an image size: `WxH`, `WXH` or `W×H`. */
export const imageSize = (value: string): ImageSize | undefined => {
  const matched = size.exec(value)
  return matched === null ? undefined : { width: Number(matched[1]), height: Number(matched[2]) }
}

/** Parses `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (also with slashes) into `YYYY-MM-DD`, if that day exists. */
export const isoDate = (value: string): string | undefined => {
  const matched = calendarDate.exec(value)
  return matched === null
    ? undefined
    : existingDay(Number(matched[1]), Number(matched[2] ?? 1), Number(matched[3] ?? 1))
}

const MONTHS = 12

/** Returns the day as `YYYY-MM-DD`; `undefined` if the calendar does not have it. */
export const existingDay = (year: number, month: number, day: number): string | undefined => {
  if (year < 1 || month < 1 || month > MONTHS || day < 1 || day > daysIn(year, month)) return undefined
  return `${String(year).padStart("YYYY".length, "0")}-${String(month).padStart(2, "0")}-${
    String(day).padStart(2, "0")
  }`
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const isDelimiter = (character: string): boolean => character === "/" || character === "?" || character === "#"

const trimEnd = (text: string, code: number): string => {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === code) end--
  return end === text.length ? text : text.slice(0, end)
}
