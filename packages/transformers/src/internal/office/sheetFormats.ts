/** Determines how a spreadsheet displays numbers: as dates, as percentages, or unchanged. */
import { child, type Element, elements } from "./xml.ts"

export type Shown = "number" | "percent" | "date" | "time" | "moment"

/** Formats by their number (ECMA-376, part 1, 18.8.30). */
const BUILT_IN: ReadonlyMap<number, Shown> = new Map([
  ...[9, 10].map((id) => [id, "percent"] as const),
  ...[14, 15, 16, 17].map((id) => [id, "date"] as const),
  ...[18, 19, 20, 21, 45, 46, 47].map((id) => [id, "time"] as const),
  [22, "moment"] as const
])

const shownBy = (code: string): Shown => {
  const [bare = ""] = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_./gi, "").split(";")
  if (bare.includes("%")) return "percent"
  const hasDate = /[yd]/i.test(bare) || /m{3,}/i.test(bare)
  const hasTime = /[hs]/i.test(bare)
  return hasDate ? hasTime ? "moment" : "date" : hasTime ? "time" : "number"
}

export const formatsOf = (styles: Element | undefined): ReadonlyArray<Shown> => {
  const own = new Map(
    elements(child(styles, "numFmts") ?? { name: "", attributes: new Map(), children: [] }).map(({ attributes }) => [
      Number(attributes.get("numFmtId")),
      shownBy(attributes.get("formatCode") ?? "")
    ])
  )
  const cells = child(styles, "cellXfs")
  return cells === undefined ? [] : elements(cells).map(({ attributes }) => {
    const id = Number(attributes.get("numFmtId") ?? 0)
    return own.get(id) ?? BUILT_IN.get(id) ?? "number"
  })
}

const DAY_MS = 86_400_000
/** 1970-01-01 in the calendar that starts in 1900. */
const EPOCH_SINCE_1900 = 25_569
/** 1970-01-01 in the calendar that starts in 1904. */
const EPOCH_SINCE_1904 = 24_107
/** Days until 9999-12-31. */
const MAX_DAYS = 2_958_466
const DIGITS = 15

const plain = (value: number): string => String(Number(value.toPrecision(DIGITS)))

export const showNumber = (text: string, shown: Shown, isSince1904: boolean): string => {
  const value = Number(text)
  if (text.trim() === "" || !Number.isFinite(value)) return text
  if (shown === "number" || value < 0 || value > MAX_DAYS) return plain(value)
  if (shown === "percent") return `${plain(value * 100)}%`
  if (shown === "time" && value >= 1) return `${plain(value * 24)} h`
  const days = value - (isSince1904 ? EPOCH_SINCE_1904 : EPOCH_SINCE_1900)
  // The 1900 calendar has a 29 February 1900.
  const shifted = !isSince1904 && value < 61 ? days + 1 : days
  const iso = new Date(Math.round((shifted * DAY_MS) / 1000) * 1000).toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, "")
  return shown === "date" ? iso.slice(0, 10) : shown === "time" ? time : `${iso.slice(0, 10)} ${time}`
}
