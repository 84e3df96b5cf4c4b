import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"

const units: Record<string, number> = {
  second: 1000,
  sec: 1000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  hr: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_629_746_000,
  year: 31_556_952_000
}

/** Engines send seconds or milliseconds. Numbers below this are seconds, which reach it in the year 5138. */
const FIRST_MILLIS = 1e11

const DAY = "YYYY-MM-DD".length

const LONGEST = 40

const relative = /^(?:about |over )?(\d{1,4}|an?) (second|sec|minute|min|hour|hr|day|week|month|year)s? ago$/i
const isoLike = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?)?$/i

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/
const yearOrMonth = /^\d{4}(?:-\d{2})?$/

export const parse = (value: string | number | null | undefined, now: number): string | undefined => {
  if (value === null || value === undefined || value === "") return undefined
  if (typeof value === "number") {
    return Number.isFinite(value) ? iso(DateTime.make(value < FIRST_MILLIS ? value * units.second! : value)) : undefined
  }
  const text = value.trim()
  const matched = relative.exec(text)
  if (matched !== null) {
    const count = /^\d/.test(matched[1]!) ? Number(matched[1]) : 1
    return iso(DateTime.make(now - count * units[matched[2]!.toLowerCase()]!))
  }
  if (/^yesterday$/i.test(text)) return iso(DateTime.make(now - units.day!))?.slice(0, DAY)
  return absolute(text)
}

/** Rejects relative dates (`yesterday`) and days that do not exist. */
export const absolute = (value: string): string | undefined => {
  const text = value.trim().replace(
    yearFirst,
    (_, year, _sign, month, day) => [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-")
  )
  if (yearOrMonth.test(text)) return iso(DateTime.make(text))?.slice(0, DAY)
  if (isoLike.test(text)) {
    const normal = text.toUpperCase().replace(/ ?(?:UTC|GMT)$/, "Z").replace(/^(.{10}) /, "$1T").replace(" ", "")
    const day = normal.slice(0, DAY)
    // The platform's parser reads 30 February as 2 March.
    if (iso(DateTime.make(day))?.slice(0, DAY) !== day) return undefined
    if (normal === day) return day
    return iso(DateTime.make(/(?:Z|[+-]\d{2}:?\d{2})$/.test(normal) ? normal : `${normal}Z`))
  }
  // With digits only, the month is ambiguous. If the year is missing or the date has other words, the platform's
  // parser invents a date.
  if (text.length > LONGEST || !/\b\d{4}\b/.test(text) || !hasMonth(text)) return undefined
  const zoned = /(?:z|gmt|utc|[+-]\d{2}:?\d{2})$/i.test(text)
  const parsed = iso(DateTime.make(zoned ? text.replace(/utc$/i, "GMT") : `${text} GMT`))
  if (
    parsed !== undefined && !/[+-]\d{2}:?\d{2}$/.test(text) &&
    !names(text, Number(parsed.slice("YYYY-MM-".length, DAY)))
  ) {
    return undefined
  }
  return parsed !== undefined && !zoned && !/\d:\d/.test(text) ? parsed.slice(0, DAY) : parsed
}

const month = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i

/** The platform's parser ignores other words, and time zones that would then count as UTC. */
const known =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|(?:sept|nov|dec)ember|october|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|am|pm|z|gmt|utc)$/i

const hasMonth = (text: string): boolean => {
  const words = text.match(/\p{L}+/gu) ?? []
  return words.some((word) => month.test(word)) && words.every((word) => known.test(word))
}

/** Guards against a misread date: the text must name this day of the month, or no day. */
const names = (text: string, day: number): boolean => {
  const days = text.replace(/\d{1,2}:\d{2}.*$/, "").match(/\b\d{1,2}\b/g)
  return days === null || days.some((named) => Number(named) === day)
}

const iso = (value: Option.Option<DateTime.DateTime>): string | undefined =>
  Option.isSome(value) ? DateTime.formatIso(value.value) : undefined
