/**
 * Parses time filters in the format of a search request's `tbs` field.
 *
 * @since 0.1.0
 */
import { existingDay } from "@dunlin/text/OperatorValue"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

/**
 * The unit of a relative range.
 *
 * @category models
 * @since 0.1.0
 */
export type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year"

/**
 * A range that means "within the last `count` units". `count` is from 1 to 99999.
 *
 * @category models
 * @since 0.1.0
 */
export interface Range {
  readonly unit: Unit
  readonly count: number
}

/**
 * The publication time and sort order of results. `range` excludes `from` and `to`. These are inclusive days as
 * `YYYY-MM-DD`.
 *
 * @category models
 * @since 0.1.0
 */
export interface TimeFilter {
  readonly range?: Range
  readonly from?: string
  readonly to?: string
  readonly sortByDate?: boolean
  readonly verbatim?: boolean
}

/**
 * A time range in epoch milliseconds: `from` inclusive, `to` exclusive.
 *
 * @category models
 * @since 0.1.0
 */
export interface Window {
  readonly from?: number
  readonly to?: number
}

const units = { s: "second", n: "minute", h: "hour", d: "day", w: "week", m: "month", y: "year" } as const
const letters = { second: "s", minute: "n", hour: "h", day: "d", week: "w", month: "m", year: "y" } as const
const milliseconds = { second: 1000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const

const LONGEST = 200
const part = /^\s*([a-z_]+):(\S+)\s*$/
const relative = /^([snhdwmy])([1-9]\d{0,4})?$/
const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/**
 * Parses a `tbs` value; `None` if it is empty or invalid.
 *
 * **Details**
 *
 * `qdr:` with `s`, `n` (minutes), `h`, `d`, `w`, `m`, `y` and an optional number; `cdr:1` with `cd_min` and/or
 * `cd_max` (`MM/DD/YYYY`); `sbd:0|1`; `li:1` (verbatim); separated by commas, in any order and case. A relative range
 * together with a custom one, a repeated key and an unknown key are invalid.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = (tbs: string): Option.Option<TimeFilter> => {
  if (tbs.length > LONGEST) return Option.none()
  const values = new Map<string, string>()
  for (const piece of tbs.toLowerCase().split(",")) {
    const matched = part.exec(piece)
    if (matched === null || values.has(matched[1]!)) return Option.none()
    values.set(matched[1]!, matched[2]!)
  }
  return fromValues(values)
}

const fromValues = (values: ReadonlyMap<string, string>): Option.Option<TimeFilter> => {
  let filter: TimeFilter = {}
  let custom = false
  for (const [key, value] of values) {
    switch (key) {
      case "qdr": {
        const matched = relative.exec(value)
        if (matched === null) return Option.none()
        filter = { ...filter, range: { unit: units[matched[1] as keyof typeof units], count: Number(matched[2] ?? 1) } }
        break
      }
      case "cdr":
        if (value !== "1") return Option.none()
        custom = true
        break
      case "cd_min":
      case "cd_max": {
        const matched = american.exec(value)
        const day = matched && existingDay(Number(matched[3]), Number(matched[1]), Number(matched[2]))
        if (!day) return Option.none()
        filter = key === "cd_min" ? { ...filter, from: day } : { ...filter, to: day }
        break
      }
      case "sbd":
        if (value !== "0" && value !== "1") return Option.none()
        filter = { ...filter, sortByDate: value === "1" }
        break
      case "li":
        if (value !== "1") return Option.none()
        filter = { ...filter, verbatim: true }
        break
      default:
        return Option.none()
    }
  }
  const bounded = filter.from !== undefined || filter.to !== undefined
  if (custom !== bounded || (custom && filter.range !== undefined)) return Option.none()
  if (filter.from !== undefined && filter.to !== undefined && filter.from > filter.to) return Option.none()
  return Option.some(filter)
}

/**
 * Formats a filter as `tbs`.
 *
 * @category printing
 * @since 0.1.0
 */
export const print = (filter: TimeFilter): string => {
  const parts: Array<string> = []
  if (filter.range !== undefined) {
    parts.push(`qdr:${letters[filter.range.unit]}${filter.range.count === 1 ? "" : filter.range.count}`)
  }
  if (filter.from !== undefined || filter.to !== undefined) parts.push("cdr:1")
  if (filter.from !== undefined) parts.push(`cd_min:${americanDate(filter.from)}`)
  if (filter.to !== undefined) parts.push(`cd_max:${americanDate(filter.to)}`)
  if (filter.sortByDate !== undefined) parts.push(`sbd:${filter.sortByDate ? 1 : 0}`)
  if (filter.verbatim === true) parts.push("li:1")
  return parts.join(",")
}

const americanDate = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/**
 * Returns the filter's time range at `now` (epoch milliseconds). Months and years are those of the calendar, in UTC.
 *
 * @category conversions
 * @since 0.1.0
 */
export const window = (filter: TimeFilter, now: number): Window => {
  const { from, range, to } = filter
  if (range !== undefined) return { from: before(now, range) }
  return {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { to: startOfDay(to) + milliseconds.day })
  }
}

/**
 * Returns the filter's days at `now`, as inclusive `YYYY-MM-DD` in UTC, for providers with date parameters.
 *
 * @category conversions
 * @since 0.1.0
 */
export const days = (filter: TimeFilter, now: number): { readonly from?: string; readonly to?: string } => {
  const { from, range, to } = filter
  if (range !== undefined) return { from: isoDay(before(now, range)) }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

const startOfDay = (day: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(`${day}T00:00:00Z`))

const isoDay = (time: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(time))

// Start of the earliest range: 1900-01-01. Every provider accepts it.
const EARLIEST = -2_208_988_800_000

const MONTHS = 12

/** A longer range would start before `EARLIEST`, and may exceed the range of dates. */
const MAX_RANGE_MONTHS = 200 * MONTHS

const before = (now: number, { count, unit }: Range): number => {
  if (unit !== "month" && unit !== "year") return Math.max(EARLIEST, now - count * milliseconds[unit])
  const months = unit === "year" ? count * MONTHS : count
  if (months > MAX_RANGE_MONTHS) return EARLIEST
  return Math.max(EARLIEST, DateTime.toEpochMillis(DateTime.subtract(DateTime.makeUnsafe(now), { months })))
}
