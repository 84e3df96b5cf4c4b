/** Parses the schedule of a monitor: cron with a time zone, or the same in words. */
import * as Cron from "effect/Cron"
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

export interface Schedule {
  readonly cron: string
  readonly timezone: string
}

export interface Given {
  readonly cron?: string | undefined
  readonly text?: string | undefined
  readonly timezone: string
}

export interface Unread {
  readonly field: "cron" | "text" | "timezone"
  readonly expected: string
}

const MINUTES_PER_HOUR = 60
const HOURS_PER_DAY = 24
const FIELDS_OF_CRON = 5

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

const TIME = /(?: at)? (\d{1,2})(?::(\d{2}))? ?(am|pm)?$/

const timeIn = (text: string): { readonly at: string; readonly rest: string } | undefined => {
  const match = TIME.exec(text)
  if (match === null) return { at: "0 0", rest: text }
  const [, hours = "0", minutes = "0", half] = match
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return undefined
  const hour = half === undefined ? Number(hours) : Number(hours) % 12 + (half === "pm" ? 12 : 0)
  if (hour >= HOURS_PER_DAY || Number(minutes) >= MINUTES_PER_HOUR) return undefined
  return { at: `${Number(minutes)} ${hour}`, rest: text.slice(0, match.index) }
}

/**
 * Returns the cron expression for every `count` minutes or hours; `undefined` if the count does not divide the unit.
 */
const everyOf = (count: number, unit: string): string | undefined => {
  if (count < 1) return undefined
  if (unit === "minute" && count % MINUTES_PER_HOUR === 0) return everyOf(count / MINUTES_PER_HOUR, "hour")
  if (unit === "hour" && count % HOURS_PER_DAY === 0) return count === HOURS_PER_DAY ? "0 0 * * *" : undefined
  if (unit === "minute") {
    return MINUTES_PER_HOUR % count === 0
      ? count === 1 ? "* * * * *" : `*/${count} * * * *`
      : undefined
  }
  if (unit === "hour") return HOURS_PER_DAY % count === 0 ? count === 1 ? "0 * * * *" : `0 */${count} * * *` : undefined
  return unit === "day" && count === 1 ? "0 0 * * *" : undefined
}

const daysOf: ReadonlyArray<readonly [name: RegExp, days: string]> = [
  [/^(?:daily|every day|each day)$/, "* * *"],
  [/^(?:weekdays|every weekday|on weekdays)$/, "* * 1-5"],
  [/^(?:weekends|every weekend)$/, "* * 0,6"],
  [/^(?:weekly|every week)$/, "* * 1"],
  [/^(?:monthly|every month)$/, "1 * *"]
]

const fromText = (given: string): string | undefined => {
  const text = given.trim().toLowerCase().replace(/\s+/g, " ").replace(/[.]$/, "")
  if (text === "hourly" || text === "every hour") return "0 * * * *"
  const every = /^every (?:(\d+) )?(minute|hour|day|min|hr)s?$/.exec(text)
  if (every !== null) {
    const unit = every[2] === "min" ? "minute" : every[2] === "hr" ? "hour" : every[2]!
    return everyOf(Number(every[1] ?? 1), unit)
  }
  const time = timeIn(text)
  if (time === undefined) return undefined
  const days = daysOf.find(([name]) => name.test(time.rest))?.[1]
  if (days !== undefined) return `${time.at} ${days}`
  const weekday = weekdays.indexOf(/^(?:every |on |weekly on )?(\w+?)s?$/.exec(time.rest)?.[1] ?? "")
  return weekday < 0 ? undefined : `${time.at} * * ${weekday}`
}

const cronOf = ({ cron, timezone }: Schedule): Cron.Cron | undefined =>
  cron.trim().split(/\s+/).length === FIELDS_OF_CRON
    ? Option.getOrUndefined(Result.getSuccess(Cron.parse(cron.trim(), timezone)))
    : undefined

export const read = ({ cron, text, timezone }: Given): Schedule | Unread => {
  if (Option.isNone(DateTime.zoneMakeNamed(timezone))) {
    return { field: "timezone", expected: "the IANA name of a time zone, such as Europe/Berlin" }
  }
  if (cron === undefined) {
    const found = fromText(text ?? "")
    return found === undefined
      ? {
        field: "text",
        expected: "a schedule such as `every 30 minutes`, `hourly`, `daily at 9:00` or `monday at 18:30`; or use cron"
      }
      : { cron: found, timezone }
  }
  return cronOf({ cron, timezone }) === undefined || next({ cron, timezone }, 0) === undefined
    ? { field: "cron", expected: "a five-field cron expression that matches at least one time, such as `*/30 * * * *`" }
    : { cron: cron.trim().replace(/\s+/g, " "), timezone }
}

export const next = (schedule: Schedule, after: number): number | undefined => {
  const cron = cronOf(schedule)
  if (cron === undefined) return undefined
  try {
    return Cron.next(cron, DateTime.makeUnsafe(after)).getTime()
  } catch {
    // The expression has no next time, for example on 30 February.
    return undefined
  }
}

const SAMPLED_RUNS = 50
const MONTH = 30 * 86_400_000

export const runsPerMonth = (schedule: Schedule, after: number): number => {
  let at = after
  for (let run = 1; run <= SAMPLED_RUNS; run++) {
    const following = next(schedule, at)
    if (following === undefined || following - after > MONTH) return run - 1
    at = following
  }
  return Math.round(MONTH * SAMPLED_RUNS / (at - after))
}
