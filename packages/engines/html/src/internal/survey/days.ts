/**
 * Reads days and times as pages write them.
 *
 * @since 0.1.0
 */

const MAX_STAMP_CHARACTERS = 40
const READ_OF_LINE = 200
/** Days of each month. February is that of a leap year. */
const DAYS_OF_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const months: ReadonlyArray<ReadonlyArray<string>> = [
  "jan gen ene янв sty led ιαν oca".split(" "),
  "feb fev fév feb фев lut úno φεβ şub".split(" "),
  "mar mär maa mrt мар bře μαρ mart".split(" "),
  "apr abr avr apr апр kwi dub απρ nis".split(" "),
  "may mai mag maj мая май kvě μαΐ mei may".split(" "),
  "jun jui giu июн cze červn ιουν haz".split(" "),
  "jul juil lug июл lip červe ιουλ tem".split(" "),
  "aug aoû ago авг sie srp αυγ ağu".split(" "),
  "sep set sie сен wrz zář σεπ eyl".split(" "),
  "oct okt ott out окт paź říj οκτ eki".split(" "),
  "nov ноя lis νοε kas".split(" "),
  "dec dez déc dic дек gru pro δεκ ara".split(" ")
]

const monthOf = (name: string): number => {
  const low = name.toLowerCase()
  // In French, July and June have the same start, so the longest matching start is used.
  let best = 0
  let length = 0
  for (const [index, starts] of months.entries()) {
    for (const start of starts) {
      if (start.length > length && low.startsWith(start)) {
        best = index + 1
        length = start.length
      }
    }
  }
  return best
}

const EARLIEST_YEAR = 1990
const LATEST_YEAR = 2100

const dayOf = (year: number, month: number, day: number): string | undefined => {
  if (year < EARLIEST_YEAR || year > LATEST_YEAR || month < 1 || month > DAYS_OF_MONTH.length || day < 1) {
    return undefined
  }
  return day > DAYS_OF_MONTH[month - 1]!
    ? undefined
    : `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

export const stamp = (text: string): string | undefined => {
  const trimmed = text.trim()
  if (trimmed.length > MAX_STAMP_CHARACTERS) return undefined
  const found = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d{1,2}:\d{2}.{0,20})?$/.exec(trimmed) ??
    /^(\d{4})(\d{2})(\d{2})(?:T\d{4}.{0,10})?$/.exec(trimmed) ??
    /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: .{0,20})?$/.exec(trimmed)
  return found === null || dayOf(Number(found[1]), Number(found[2]), Number(found[3])) === undefined
    ? undefined
    : trimmed
}

export const mayBeDated = (text: string): boolean => /\d{4}/.test(text)

export const writtenDay = (text: string): string | undefined => {
  const line = text.slice(0, READ_OF_LINE)
  if (!mayBeDated(line)) return undefined
  const iso = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(line)
  if (iso !== null) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const asian = /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/.exec(line)
  if (asian !== null) return dayOf(Number(asian[1]), Number(asian[2]), Number(asian[3]))
  const dayFirst =
    /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|\.|º)?,?\s(?:of\s|de\s)?(\p{L}{3,10})\.?,?\s(?:de\s)?(\d{4})(?!\d)/u.exec(line)
  if (dayFirst !== null) return dayOf(Number(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1]))
  const monthFirst = /(?<!\p{L})(\p{L}{3,10})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})(?!\d)/u.exec(line)
  if (monthFirst !== null) return dayOf(Number(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2]))
  const dotted = /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/.exec(line)
  return dotted === null ? undefined : dayOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]))
}

export const addressedDay = (url: string | undefined): string | undefined => {
  const found = /\/(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?=[/-]|$)/.exec(url ?? "")
  return found === null ? undefined : dayOf(Number(found[1]), Number(found[2]), Number(found[3]))
}
