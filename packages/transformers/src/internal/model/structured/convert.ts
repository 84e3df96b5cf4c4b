import { amount, currency } from "@dunlin/html/Prices"
import type * as Schema from "effect/Schema"
import { nameOf } from "./propertyNames.ts"

export const toNumber = (text: string): number | undefined => {
  const trimmed = text.trim()
  if (/^-?\d+(?:\.\d+)?$/.test(trimmed)) return Number(trimmed)
  const match = /^[^\d\n]{0,12}?(-?)\s?(\d[\d.,'\u00a0\u202f ]*)[^\d\n]{0,40}$/.exec(trimmed)
  const value = match === null ? undefined : amount(match[2])
  return value === undefined ? undefined : match![1] === "-" ? -value : value
}

export const toBoolean = (text: string): boolean | undefined =>
  /^\W*(?:yes|true|on|in ?stock|available|included|ja|oui|sí|(?:https?:\/\/schema\.org\/)?(?:InStock|LimitedAvailability|OnlineOnly|InStoreOnly))\W*$/i
      .test(text) || /^[✓✔☑]$/u.test(text.trim())
    ? true
    : /^\W*(?:no|false|off|out ?of ?stock|sold ?out|unavailable|nein|non|(?:https?:\/\/schema\.org\/)?(?:OutOfStock|SoldOut|Discontinued))\W*$/i
        .test(text) || /^[✗✘☐]$/u.test(text.trim())
    ? false
    : undefined

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

/** Accepts unambiguous dates. */
export const toDate = (text: string): string | undefined => {
  const trimmed = text.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].{0,40})?$/.exec(trimmed)
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(trimmed)
  const dayFirst = /^(?:\p{L}+,?\s)?(\d{1,2})(?:st|nd|rd|th|\.)?\s(?:of\s)?(\p{L}{3,9})\.?,?\s(\d{4})$/u.exec(trimmed)
  const monthFirst = /^(?:\p{L}+,\s)?(\p{L}{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})$/u.exec(trimmed)
  const month = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const parts = iso !== null
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : dotted !== null
    ? [Number(dotted[3]), Number(dotted[2]), Number(dotted[1])]
    : dayFirst !== null
    ? [Number(dayFirst[3]), month(dayFirst[2]!), Number(dayFirst[1])]
    : monthFirst !== null
    ? [Number(monthFirst[3]), month(monthFirst[1]!), Number(monthFirst[2])]
    : undefined
  if (parts === undefined) return undefined
  const [year, m, day] = parts as [number, number, number]
  const days = new Date(Date.UTC(year, m, 0)).getUTCDate()
  return m < 1 || m > 12 || day < 1 || day > days
    ? undefined
    : `${String(year).padStart(4, "0")}-${String(m).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

export const toMember = (text: string, members: ReadonlyArray<Schema.Json>): Schema.Json | undefined => {
  const own = nameOf(text.replace(/^https?:\/\/schema\.org\//i, ""))
  return members.find((member) =>
    (typeof member === "string" || typeof member === "number") && nameOf(String(member)) === own
  )
}

export const toFormat = (text: string, format: Schema.Json | undefined): string | undefined => {
  switch (format) {
    case "date":
      return toDate(text)
    case "date-time":
      return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
        ? text.replace(" ", "T").replace(/^(.{16})(?=$|[Z+-])/, "$1:00").replace(
          /(\d)$/,
          (end) => /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? end : `${end}Z`
        )
        : undefined
    case "email":
      return /^(?:mailto:)?([^\s@]+@[^\s@]+\.[^\s@]+)$/.exec(text)?.[1]
    case "uri":
    case "url":
      return /^\[[^\]]{0,500}\]\(([^()\s]+)\)$/.exec(text)?.[1] ?? (URL.canParse(text) ? text : undefined)
    default:
      return text
  }
}

export const toCurrency = (text: string): string | undefined => currency(undefined, text)
