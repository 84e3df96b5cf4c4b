import * as CodeUnit from "@dunlin/common/CodeUnit"
import type { HostTarget, ImageSize } from "../QueryNode.ts"
import { toAscii } from "./hostName.ts"

const scheme = /^[a-z][a-z0-9+.-]{0,30}:\/\//i
const label = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/
const extension = /^[a-z0-9]{1,10}$/
const size = /^([1-9]\d{0,5})[x×]([1-9]\d{0,5})$/i
const calendarDate = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?$/
const port = /^(.+):\d{1,5}$/

// A host name is at most 253 characters; anything longer is not worth looking at.
const longestHost = 260

/** Host and path of a `site:` value, or `undefined` when it names no host. */
export const hostTarget = (value: string): HostTarget | undefined => {
  const matched = scheme.exec(value)
  let start = matched === null ? 0 : matched[0].length
  while (value[start] === "." || (value[start] === "*" && value[start + 1] === ".")) {
    start++
  }
  let end = start
  while (end < value.length && !isDelimiter(value[end]!)) end++
  if (end - start > longestHost) return undefined
  const host = asciiHost(trimEnd(value.slice(start, end), 46))
  if (host === undefined) return undefined
  let stop = end
  while (stop < value.length && value[stop] !== "?" && value[stop] !== "#") stop++
  return { host, path: trimEnd(value.slice(end, stop), 47) }
}

/** A host in lower-case ASCII, with its port when it has one; `undefined` when it is not a host. */
export const asciiHost = (text: string): string | undefined => {
  if (text === "" || text.length > longestHost) return undefined
  const host = text.toLowerCase()
  const name = port.exec(host)?.[1] ?? host
  const ascii = CodeUnit.isAscii(name) ? name : toAscii(name)
  return ascii.split(".").every((part) => label.test(part)) ? ascii + host.slice(name.length) : undefined
}

/** A file extension without its dot, in lower case. */
export const fileExtension = (value: string): string | undefined => {
  const bare = (value.startsWith(".") ? value.slice(1) : value).toLowerCase()
  return extension.test(bare) ? bare : undefined
}

/** `WxH`, `WXH` or `W×H`. */
export const imageSize = (value: string): ImageSize | undefined => {
  const matched = size.exec(value)
  return matched === null ? undefined : { width: Number(matched[1]), height: Number(matched[2]) }
}

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (also with slashes) as `YYYY-MM-DD`, when that day exists. */
export const isoDate = (value: string): string | undefined => {
  const matched = calendarDate.exec(value)
  return matched === null
    ? undefined
    : existingDay(Number(matched[1]), Number(matched[2] ?? 1), Number(matched[3] ?? 1))
}

/** The day as `YYYY-MM-DD` when the calendar has it. */
export const existingDay = (year: number, month: number, day: number): string | undefined => {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const isDelimiter = (character: string): boolean => character === "/" || character === "?" || character === "#"

const trimEnd = (text: string, code: number): string => {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === code) end--
  return end === text.length ? text : text.slice(0, end)
}
