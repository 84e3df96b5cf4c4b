/** Defines the hours in which nothing is delivered. */
import type { QuietHours } from "@dunlin/schema/Monitor"

const MINUTES_PER_DAY = 1440
const MILLISECONDS_PER_MINUTE = 60_000

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const formats = new Map<string, Intl.DateTimeFormat>()

/** Callers choose the time zones, so the cache needs a limit. */
const MAX_FORMATS = 100

const formatOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formats.get(timezone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23"
  })
  if (formats.size >= MAX_FORMATS) formats.clear()
  formats.set(timezone, format)
  return format
}

/**
 * Returns the milliseconds until quiet hours end; 0 outside of them. A clock change during quiet hours is ignored
 * until their end.
 */
export const quietFor = ({ from, timezone = "UTC", to }: QuietHours, now: number): number => {
  const minute = minutesOf(formatOf(timezone).format(now))
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end
  if (!isQuiet) return 0
  const left = (end - minute + MINUTES_PER_DAY) % MINUTES_PER_DAY
  return left * MILLISECONDS_PER_MINUTE - now % MILLISECONDS_PER_MINUTE
}
