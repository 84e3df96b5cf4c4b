import { existingDay } from "@dunlin/text/OperatorValue"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

export interface Published {
  readonly earliest: number
  readonly latest: number
  /** In the writer's time zone, to compare with days in a query. */
  readonly written: { readonly earliest: number; readonly latest: number }
}

const DAY_MS = 86_400_000
const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/
const isoMonth = /^(\d{4})-(\d{2})$/
const isoTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/
const zone = /(?:z|[+-]\d{2}:?\d{2})$/i
const ago = /^(?:about |over )?(an?|\d{1,5}) (second|sec|minute|min|hour|day|week|month|year)s? ago\b/i
const monthFirst = /^(?:[a-z]{3,9},? )?([a-z]{3,9})\.? (\d{1,2}),? (\d{4})\b/i
const dayFirst = /^(?:[a-z]{3,9},? )?(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})\b/i
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

const unitLengths: Record<string, number> = {
  second: 1000,
  sec: 1000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30.44 * DAY_MS,
  year: 365.25 * DAY_MS
}

/**
 * Parses dates of providers: ISO 8601, `Nov 5, 2024`, `5 November 2024`, `3 hours ago`, `yesterday`. A day or month
 * is a whole period in UTC, and matches each range that it overlaps. A time without a zone is widened by half a day
 * on both sides.
 */
export const read = (text: string, now: number): Published | undefined => {
  const value = text.trim().slice(0, 64)
  const days = isoDay.exec(value)
  if (days !== null) return wholeDay(Number(days[1]), Number(days[2]), Number(days[3]))
  const month = isoMonth.exec(value)
  if (month !== null) return wholeMonth(Number(month[1]), Number(month[2]))
  if (isoTime.test(value)) return instant(value)
  const relative = ago.exec(value)
  if (relative !== null) return since(relative[1]!, relative[2]!.toLowerCase(), now)
  if (/^yesterday\b/i.test(value)) return about(now - 2.5 * DAY_MS, now - DAY_MS / 2)
  if (/^(?:today|just now)\b/i.test(value)) return about(now - 1.5 * DAY_MS, now)
  const american = monthFirst.exec(value)
  if (american !== null) return named(american[1]!, Number(american[2]), Number(american[3]))
  const european = dayFirst.exec(value)
  if (european !== null) return named(european[2]!, Number(european[1]), Number(european[3]))
  return undefined
}

const instant = (value: string): Published | undefined => {
  const zoned = zone.test(value)
  return Option.match(DateTime.make(zoned ? value.replace(" ", "T") : `${value.replace(" ", "T")}Z`), {
    onNone: () => undefined,
    onSome: (time) => {
      const at = DateTime.toEpochMillis(time)
      const written = { earliest: at, latest: at }
      return zoned ? { ...written, written } : { earliest: at - DAY_MS / 2, latest: at + DAY_MS / 2, written }
    }
  })
}

const wholeDay = (year: number, month: number, dayOfMonth: number): Published | undefined => {
  const iso = existingDay(year, month, dayOfMonth)
  const at = iso === undefined ? undefined : instant(`${iso}T00:00:00Z`)
  return at && stretched(at.earliest, at.earliest + DAY_MS)
}

const wholeMonth = (year: number, month: number): Published | undefined => {
  const first = wholeDay(year, month, 1)
  const next = month === 12 ? wholeDay(year + 1, 1, 1) : wholeDay(year, month + 1, 1)
  return first && next && stretched(first.earliest, next.earliest)
}

const stretched = (start: number, end: number): Published => about(start, end - 1)

const named = (name: string, dayOfMonth: number, year: number): Published | undefined =>
  wholeDay(year, months.indexOf(name.slice(0, 3).toLowerCase()) + 1, dayOfMonth)

// "2 months ago" is rounded, so it may be up to one unit more or less.
const since = (count: string, unit: string, now: number): Published => {
  const length = unitLengths[unit]!
  const number = count.startsWith("a") ? 1 : Number(count)
  return about(now - (number + 1) * length, Math.min(now, now - (number - 1) * length))
}

const about = (earliest: number, latest: number): Published => ({ earliest, latest, written: { earliest, latest } })
