/**
 * Finds telephone numbers. A shape or a cue word suggests a number, and libphonenumber decides.
 *
 * @since 0.1.0
 */
import { isDigit } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, SPACE } from "@dunlin/text/UnitClass"
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max"
import type { Span } from "../Span.ts"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { DIAL } from "./cues.ts"
import { GROUP, type Groups, MIN_PHONE_DIGITS } from "./groups.ts"
import { within } from "./offsets.ts"
import { isAnnounced, isOtherNumber } from "./phoneCues.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"
import { headerAt, type Tables } from "./tables.ts"

const shape =
  /(?:(?<![\w.+/#@-])|(?<=(?:tel|sms|callto|wa\.me|phone)[:=/]{1,3})|(?<=\b[_*]{1,2}))(?:\+|\(\+?|00)?\d[\d ().\-/]{4,26}\d(?:\s?(?:x|ext\.?|extension|#)\s?\d{1,6})?(?!(?!_{1,2}(?:\W|$))\w|[-/.]\d|@)/gi
/** Matches an East Asian cue, which a particle or a full-width sign may follow. */
const eastAsianCue =
  /(?:電話|电话|전화|携帯|手机|手機|휴대폰|핸드폰|연락처|連絡先|联系方式|聯絡方式|ファックス|传真|傳真|팩스)(?:番号|番號|号码|號碼|号|號|번호)?(?:は|が|是|为|為|는|은|[:：|*_()（）\s]){0,6}$/u
const unit = /^\s*(?:%|px|kg|km|mm|cm|MB|GB|USD|EUR|°|€|people|years|million|rows|bytes|ms|Hz)\b/i
const unitHeads = new Uint8Array(Unit.BEYOND_ASCII)
for (const sign of "%pkmcgueyrbhPKMCGUEYRBH") unitHeads[sign.charCodeAt(0)] = 1

const hasUnit = (text: string, end: number): boolean => {
  const table = classes()
  let at = end
  while (at < end + UNIT_REACH && (table[unitAt(text, at)]! & SPACE) !== 0) at++
  const head = unitAt(text, at)
  return (head > Unit.LAST_ASCII || unitHeads[head] === 1) && unit.test(textAfter(text, end, UNIT_REACH))
}
const dateLike =
  /^(?:(?:19|20)\d\d[-/. ](?:0?[1-9]|1[0-2])[-/. ](?:[0-2]?\d|3[01])(?!\d)|(?:[0-2]?\d|3[01])[-/.](?:[0-2]?\d|3[01])[-/.](?:19|20)\d\d|(?:19|20)\d\d ?[-/] ?(?:19|20)?\d\d$)/
const nanp = /^(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}$/
const pairs = /^0[1-9]([./ -])\d\d(?:\1\d\d){3}$/
const MAX_DIGITS_OF_PHONE = 15
const MIN_LINKED_DIGITS = 5
const MAX_LINKED_DIGITS = 16

const SURE = {
  link: 0.99,
  international: 0.98,
  announced: 0.95,
  writtenOut: 0.9,
  possible: 0.85,
  shaped: 0.8,
  cue: 0.75,
  weak: 0.7
}
const MIN_SCORE_OF_PHONE = 0.6

const CUE_REACH = 40
const CUE_NEAR = 25
const KIND_REACH = 12
const UNIT_REACH = 10
const LEAD_MARKS = 3
const MIN_BEFORE_GAP_CHARACTERS = 7
const CHARACTERS_OF_PHONE_WINDOW = 240
const CHARACTERS_BEFORE_PHONE_WINDOW = 12
const MAX_CHARACTERS_OF_PHONE = 48

const digitsOf = (text: string): number => {
  let digits = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (isDigit(unit)) digits++
  }
  return digits
}

/** Returns the position of two spaces or dots, which separate two numbers; -1 if there are none. */
const gapOf = (text: string): number => {
  for (let i = 1; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if ((unit === Unit.SPACE || unit === Unit.POINT) && unit === text.charCodeAt(i - 1)) return i - 1
  }
  return -1
}

const mayHaveExtension = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === Unit.HASH || unit > Unit.AT_SIGN) return true
  }
  return false
}

const item = /^\d{1,3}[.)] +(?=[+(\d])/
const CHARACTERS_BEFORE_PHONE_FOR_LINE_START = 9

const MAX_LIST_NUMBER_DIGITS = 3

const mayBeItem = (raw: string): boolean => {
  let at = 0
  while (at < MAX_LIST_NUMBER_DIGITS && isDigit(unitAt(raw, at))) at++
  const mark = unitAt(raw, at)
  return (mark === Unit.POINT || mark === Unit.CLOSE_PARENTHESIS) && unitAt(raw, at + 1) === Unit.SPACE
}

const markerOf = (text: string, start: number, raw: string): number => {
  if (!mayBeItem(raw)) return 0
  const length = item.exec(raw)?.[0].length ?? 0
  return length > 0 && /(?:^|\n)[ \t>*_-]{0,8}$/.test(textBefore(text, start, CHARACTERS_BEFORE_PHONE_FOR_LINE_START))
    ? length
    : 0
}

/** Matches numbers that are split at a space. Other numbers have spaces between their groups. */
const written =
  /^((?:\d{1,4} (?=\())?)((?:\+?1[-. ])?(?:\(\d{3}\) ?\d{3}-|\d{3}-\d{3}-|\d{3}\.\d{3}\.)\d{4})(?= [\d(]|$)/

/** Matches the `#` of a heading, which does not mean "number". */
const heading = /(?:^|\n)[ >]{0,4}#{1,6} $/

/** Matches keys whose value is another kind of number. */
const notPhoneValue = /(?:^|[^A-Za-z])(?:sku|ref|id)=$/i
const nanpValue = /^(?:\+?1[-. ]?)?(?:\(\d{3}\) ?\d{3}|[2-9]\d\d[-. ][2-9]\d\d)[-. ]\d{4}$/

/** Returns whether a value has the punctuation of a telephone number: `contact=(415) 555-2671`. */
const mayBeValue = (core: string, before: string): boolean =>
  (core.startsWith("+") || nanpValue.test(core) || pairs.test(core)) && !notPhoneValue.test(before)

const extension = /\s?(?:x|ext\.?|extension|#)\s?\d{1,6}$/i
const phoneHeader = /phone|tel(?!l)|mobile|cell|fax|handy|móvil|電話|电话|contact (?:no|num)/i

interface Verdict {
  readonly valid: boolean
  readonly possible: boolean
}

/** The library for telephone numbers. Results are cached, because it takes as long as all other checks together. */
const library = () => {
  let known: Map<string, Verdict> | undefined
  return (core: string, country: string): Verdict => {
    known ??= new Map()
    let verdict = known.get(core)
    if (verdict === undefined) {
      const plus = core.startsWith("+") || core.startsWith("(+")
      const dialled = plus ? core.replace(/^\(/, "") : core.startsWith("00") ? `+${core.slice(2)}` : core
      const number = parsePhoneNumberFromString(dialled, country as CountryCode)
      verdict = { valid: number?.isValid() === true, possible: number?.isPossible() === true }
      if (known.size < MAX_CACHED_NUMBERS) known.set(core, verdict)
    }
    return verdict
  }
}

/** Returns whether a number has more evidence than a shape: a cue, a `+`, or a range of numbers in use. */
export const isDialled = (text: string, { end, reason, start }: Span, country: string): boolean => {
  if (reason !== "shape" || unitAt(text, start) === Unit.PLUS) return true
  return parsePhoneNumberFromString(text.slice(start, end), country as CountryCode)?.isValid() === true
}

const kindBehind = /^[ \-–(]{1,3}(?:office|home|mobile|cell|work|fax|desk|phone|tel)\b/i

const isKindBehind = (text: string, end: number): boolean => {
  const next = unitAt(text, end)
  const isMark = next === Unit.SPACE || next === Unit.HYPHEN || next === Unit.EN_DASH || next === Unit.OPEN_PARENTHESIS
  return isMark && kindBehind.test(textAfter(text, end, KIND_REACH))
}

const MAX_CACHED_NUMBERS = 1_000

const MIN_WRITTEN_OUT_DIGITS = 9
const MAX_DOMESTIC_DIGITS = 11

/** Returns whether a number has separators, which are all marks except `+`. */
const isSeparated = (core: string): boolean => {
  for (let i = 0; i < core.length; i++) {
    const unit = core.charCodeAt(i)
    if (
      unit === Unit.SPACE || unit === Unit.POINT || unit === Unit.HYPHEN || unit === Unit.SLASH ||
      unit === Unit.OPEN_PARENTHESIS || unit === Unit.CLOSE_PARENTHESIS
    ) return true
  }
  return false
}

/** Returns the score of a phone number. libphonenumber runs last, because it takes as long as all other checks. */
const judge = (
  core: string,
  digits: number,
  evidence: { readonly cue: boolean; readonly uri: boolean; readonly column: boolean; readonly country: string },
  ask: ReturnType<typeof library>
): number => {
  const plus = core.startsWith("+") || core.startsWith("(+")
  const separated = isSeparated(core)
  if (plus) {
    if (evidence.cue || evidence.column) return SURE.international
    if (separated && digits >= MIN_WRITTEN_OUT_DIGITS) return SURE.writtenOut
    const { possible, valid } = ask(core, evidence.country)
    return valid ? SURE.international : possible ? SURE.possible : 0
  }
  if (evidence.uri) return SURE.announced
  if (evidence.column && digits >= MIN_PHONE_DIGITS) return SURE.possible
  if (nanp.test(core)) return evidence.cue ? SURE.announced : core.includes("(") ? SURE.shaped : SURE.weak
  if (pairs.test(core)) return SURE.shaped
  if (evidence.cue && (separated || digits > MIN_PHONE_DIGITS)) return SURE.cue
  if (
    /^0\d{2,4}[ /-]\d{3,}/.test(core) && digits >= MIN_WRITTEN_OUT_DIGITS && digits <= MAX_DOMESTIC_DIGITS &&
    !/^0\d{3}-\d{3}\d?$/.test(core)
  ) return SURE.weak
  if (/^\(0\d{1,4}\) ?\d{3,}/.test(core) && digits >= MIN_WRITTEN_OUT_DIGITS) return SURE.weak
  if (!separated) return 0
  const abroad = core.startsWith("00")
  const mayBeValid = abroad || evidence.country !== "US" && /^\(?0\d/.test(core)
  if (!mayBeValid || !ask(core, evidence.country).valid) return 0
  return abroad ? SURE.shaped : SURE.weak
}

const dialled = /:(?:\/\/)?(\+?[\d().-]{1,6}(?:%20|[\d().-]){4,40})/y

const uris = (scan: Scan, out: Array<Span>): void => {
  const { cues, text } = scan
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    if ((cues.at[i]! & DIAL) === 0 || unitAt(text, cues.at[i + 2]!) !== Unit.COLON) continue
    dialled.lastIndex = cues.at[i + 2]!
    const match = dialled.exec(text)
    if (match === null) continue
    const number = match[1]!
    const digits = number.replaceAll("%20", "").replace(/\D/g, "").length
    if (digits < MIN_LINKED_DIGITS || digits > MAX_LINKED_DIGITS) continue
    const start = dialled.lastIndex - number.length
    const trimmed = (number.includes("(") ? number : number.split(")")[0]!).replace(/[.(-]+$/, "")
    out.push({ start, end: start + trimmed.length, entity: "PHONE", score: SURE.link, reason: "uri" })
  }
}

export const phones = (scan: Scan, numbers: Groups, tables: Tables, country: string, out: Array<Span>): void => {
  const { text } = scan
  if ((scan.kinds & DIAL) !== 0) uris(scan, out)
  if (numbers.length === 0) return
  const ask = library()
  let reached = 0
  for (let g = 0; g < numbers.length; g += GROUP) {
    shape.lastIndex = Math.max(reached, numbers[g]! - LEAD_MARKS, 0)
    const limit = numbers[g + 1]!
    let match: RegExpExecArray | null
    while (shape.lastIndex < limit && (match = nextIn(text, limit)) !== null) {
      reached = shape.lastIndex
      let start = match.index
      let raw = match[0]
      const gap = gapOf(raw)
      if (gap >= MIN_BEFORE_GAP_CHARACTERS) raw = raw.slice(0, gap)
      const marker = markerOf(text, start, raw)
      start += marker
      raw = raw.slice(marker)
      const apart = raw.includes(" ") ? written.exec(raw) : null
      if (apart !== null && apart[2]!.length < raw.length) {
        start += apart[1]!.length
        raw = apart[2]!
        // The next number may directly follow text that was rejected.
        reached = shape.lastIndex = start + raw.length
      }
      if (raw.startsWith("(") && !raw.includes(")")) {
        start++
        raw = raw.slice(1)
      }
      if (!raw.includes("(") && raw.includes(")")) raw = raw.slice(0, raw.indexOf(")"))
      const tail = mayHaveExtension(raw) ? extension.exec(raw) : null
      const core = tail === null ? raw : raw.slice(0, -tail[0].length)
      const digits = digitsOf(core)
      if (digits < MIN_PHONE_DIGITS || digits > MAX_DIGITS_OF_PHONE) continue
      const lead = textBefore(text, start, CUE_REACH)
      const lastBreak = lead.lastIndexOf("\n")
      const before = lastBreak < 0 || /\S$/.test(lead) ? lead : lead.replace(/\s*\n\s*$/, " ")
      const line = lastBreak < 0 ? lead : before.slice(before.lastIndexOf("\n") + 1)
      const last = unitAt(text, start - 1)
      const uri = (last === Unit.COLON || last === Unit.SLASH) &&
        /(?:tel|sms|callto):\/{0,2}$|wa\.me\/$/i.test(line)
      if (!uri && within(scan.urls, start)) continue
      const header = headerAt(tables, start)
      const column = header !== undefined && phoneHeader.test(header)
      const announced = isAnnounced(line, core) || scan.cjk && eastAsianCue.test(line) ||
        isKindBehind(text, start + raw.length)
      if (last === Unit.EQUALS && !mayBeValue(core, before)) continue
      if (isDigit(core.charCodeAt(0)) && dateLike.test(core)) continue
      if (core.includes(".")) {
        if (!announced && !column && /^\d{1,3}(?:\.\d{1,3}){3}$/.test(core)) continue
        if (/^\d+\.\d+$/.test(core) && !/^\d{3}\.\d{4}$/.test(core)) continue
      }
      if (
        !column && before !== "" && isOtherNumber(before) && !heading.test(before) &&
        !/phone|tel|call|fax/i.test(before.slice(-CUE_NEAR))
      ) continue
      if (hasUnit(text, start + raw.length)) continue
      const score = judge(core, digits, { cue: announced, uri, column, country }, ask)
      if (score >= MIN_SCORE_OF_PHONE) {
        out.push({
          start,
          end: start + raw.length,
          entity: "PHONE",
          score,
          reason: announced ? "cue" : column ? "column" : "shape"
        })
      }
    }
  }
}

/** Returns the next number. Windows of limited size are searched, so that time is linear in the text. */
const nextIn = (text: string, limit: number): RegExpExecArray | null => {
  let from = shape.lastIndex
  while (from < limit) {
    const base = Math.max(0, from - CHARACTERS_BEFORE_PHONE_WINDOW)
    shape.lastIndex = from - base
    const match = shape.exec(
      text.slice(base, Math.min(limit, from + CHARACTERS_OF_PHONE_WINDOW) + MAX_CHARACTERS_OF_PHONE)
    )
    if (match !== null && base + match.index < limit) {
      shape.lastIndex += base
      match.index += base
      return match
    }
    from += CHARACTERS_OF_PHONE_WINDOW
  }
  shape.lastIndex = limit
  return null
}
