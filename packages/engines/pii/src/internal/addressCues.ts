/**
 * Finds addresses after cue words, such as `Address:`.
 *
 * @since 0.1.0
 */
import { classes, SPACE } from "@dunlin/text/UnitClass"
import * as Shapes from "./addressShapes.ts"
import { type Add, matchAt, months, type Read, trimEnd, withoutSigns } from "./addressText.ts"
import { textAfter, textBefore } from "./around.ts"
import { ADDRESS, BOX, POSTAL } from "./cues.ts"
import { within } from "./offsets.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"

const ofNetwork = /\bIPv[46]\b|(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/

const SURE = {
  box: 0.85,
  looseBox: 0.8,
  code: 0.7,
  label: 0.66,
  said: 0.62
}

const CHARACTERS_AFTER_ADDRESS_CUE = 240
const CHARACTERS_AFTER_CUE_FOR_CODE = 40
const CHARACTERS_BEFORE_ADDRESS_CUE = 12
const MIN_CHARACTERS_OF_LABELLED_ADDRESS = 6
const MAX_CHARACTERS_OF_LABELLED_ADDRESS = 160
const MAX_WORDS_OF_LABELLED_ADDRESS = 22
const MAX_WORDS_OF_ADDRESS_IN_SENTENCE = 14
const NUMBER_REACH = 48
const BOX_REACH = 72
const SHORT_BOX_REACH = 48

const announcedAt =
  /^(?:\W{0,3}(?:is|are|was)?(?:\s(?:at|on))?\s?[*_"']{0,3}\s?[:|][\s*_|"']{0,6}|\s(?:is(?:\sat)?|at|on|in|to|near|it is)\s(?=[\p{Lu}\d]|the corner|po box|p\.o\.))/iu
const labelSign = /[:|]/
/** Matches words that announce an address only within a sentence, not as a label. */
const neverLabel = /^(?:mail|ship|visit|return|deliver|lives?$|lived|sent|resid|located)/
const verbCue =
  /^(?:located|location|resid|lives?$|lived|mail|ships?$|shipping|shipped|deliver|return|sent|hq|venue|visit|office|offices|headquarter)/
const nounCue = /^addr|^address|^domicilio|^adres/
const otherAddress =
  /(?:e-?mail|ip|mac|web|url|http|memory|contract|wallet|btc|bitcoin|network|host|server|bind|return|base|start|street)[\s_-]*$/i

interface Announcement {
  readonly word: string
  readonly isLabel: boolean
  readonly joint: string
  readonly from: number
}

const announcementAt = (text: string, start: number, end: number): Announcement | undefined => {
  const joint = announcedAt.exec(textAfter(text, end, CHARACTERS_AFTER_ADDRESS_CUE))?.[0]
  if (joint === undefined) return undefined
  const word = text.slice(start, end).toLowerCase()
  const isLabel = labelSign.test(joint)
  if (isLabel ? neverLabel.test(word) : !verbCue.test(word) && !nounCue.test(word)) return undefined
  return otherAddress.test(textBefore(text, start, CHARACTERS_BEFORE_ADDRESS_CUE))
    ? undefined
    : { word, isLabel, joint, from: end + joint.length }
}

/** Matches the end of an address: an empty line, or the start of a cell, list item, quotation or other label. */
const blockEnd = /\n\n|\||\n[-*] |"|\*\*|;|<br|\n(?=[A-Z][\w ]{1,20}:)|\t/
const lines = /^[^\n]{4,140}(?:\n[^\n:]{3,60}){0,3}/
const sentenceEnd =
  /[.!?](?=\s+(?:[A-Z][a-z]|$))(?<!\b(?:St|Rd|Ave|Dr|Blvd|Ln|Ct|Apt|Ste|No|Nr|Str|Bldg|Mt|Ft|N|S|E|W)\.)/
const clauseEnd =
  /\n|, (?:and|or|but|which|where|who|the|a|in|for|with|on)\b| (?:and|or|but|which|where|who|for|with|because|when|since|by)\b(?! [A-Z\d])/

const upTo = (end: RegExp, text: string): string => {
  const at = text.search(end)
  return at < 0 ? text : text.slice(0, at)
}

/** Returns the address after a cue; an empty text if there is none. */
const addressOf = (text: string, { from, isLabel, joint }: Announcement): string => {
  const block = lines.exec(upTo(blockEnd, textAfter(text, from, CHARACTERS_AFTER_ADDRESS_CUE - joint.length)))?.[0] ??
    ""
  const sentence = upTo(sentenceEnd, block)
  return withoutSigns(isLabel ? sentence : upTo(clauseEnd, sentence), ".,*_)")
}

const codeLike = /@|https?:|\bMAC\b|^0x|^\d+\.\d+\.\d+|[{}=;<>\\]|^[\w.-]+$|\.(?:com|org|net|io)\b/
const eastAsian = /[\u3040-\u9fff]/

const countWords = (value: string): number => {
  const table = classes()
  let words = 1
  let before = 0
  for (let i = 0; i < value.length; i++) {
    const kind = table[value.charCodeAt(i)]! & SPACE
    if (kind > before) words++
    before = kind
  }
  return words
}

const mayBeAddress = (value: string): boolean => {
  if (value.length < MIN_CHARACTERS_OF_LABELLED_ADDRESS || value.length > MAX_CHARACTERS_OF_LABELLED_ADDRESS) {
    return false
  }
  if (!/\d/.test(value) || !/\p{L}{2}/u.test(value) || codeLike.test(value)) return false
  const words = countWords(value)
  return words <= MAX_WORDS_OF_LABELLED_ADDRESS && (words > 1 || eastAsian.test(value))
}

const dated = new RegExp(`\\b(?:${months})[a-z]* \\d|\\d (?:${months})`)
const corner = /^(?:the corner|p\.?o)/i
const addressStart = /^(?:\d|the corner|p\.?o\.? ?box|\p{Lu})/iu
const measured = /^(?:\d{1,2}(?::\d\d)?\s?(?:am|pm|a\.m|p\.m|%|km|miles?)|\d{1,3} ?%|(?:19|20)\d\d\b(?! \p{Lu}))/iu
const numberedStreet = /\d{1,6}[a-z]? \p{L}|\p{L}{3,} \d{1,5}|\d{5}/u

/** Returns whether a sentence announces an address. Sentences about times and amounts also use the words. */
const isSaid = (value: string, { joint, word }: Announcement): boolean => {
  if (/^\s(?:in|on|near)\s$/i.test(joint) && (!/^\d/.test(value) || word.startsWith("office"))) return false
  if (!/\d/.test(value.slice(0, NUMBER_REACH)) || countWords(value) > MAX_WORDS_OF_ADDRESS_IN_SENTENCE) return false
  if (!addressStart.test(value) || !corner.test(value) && measured.test(value)) return false
  return /\p{Lu}|\bbox\b/u.test(value) && numberedStreet.test(value) && !dated.test(value)
}

/**
 * Reads the rest of the line and the next lines after a cue such as `Address:`. Returns the end of the address; -1 if
 * there is none.
 */
const behindWord = (text: string, start: number, end: number, add: Add): number => {
  const announcement = announcementAt(text, start, end)
  if (announcement === undefined) return -1
  const { from, isLabel } = announcement
  const value = addressOf(text, announcement)
  if (!mayBeAddress(value) || ofNetwork.test(value) || !isLabel && !isSaid(value, announcement)) return -1
  add(from, from + value.length, isLabel ? SURE.label : SURE.said, "cue")
  return from + value.length
}

const codeBehind =
  /^(?:[\s-]?(?:code|number))?\W{0,3}(?:is|:|\||=)?[\s:|*"'=]{1,5}(\d{3}[ -]?\d{2,3}(?:-\d{3,4})?|\d{4,5}(?:-\d{3,4})?(?:[ ]?[A-Z]{2})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\w-])/i
/** Matches cues for a postal code that are other words in some spellings. */
const otherWord = /^(?:cap|cep|zip|postal)$/i
const sureCase = /^(?:ZIP|CAP|CEP|[Zz]ip|[Pp]ostal|CEP)$/

const postalCode = ({ text, urls }: Scan, start: number, end: number, add: Add): void => {
  const code = codeBehind.exec(textAfter(text, end, CHARACTERS_AFTER_CUE_FOR_CODE))
  const word = text.slice(start, end)
  if (code === null || otherWord.test(word) && !sureCase.test(word)) return
  const last = end + code[0].length
  const from = last - code[1]!.length
  if (!within(urls, from)) add(from, last, SURE.code, "postal-code")
}

export const announced = (scan: Scan, read: Read, add: Add): void => {
  const { cues, text } = scan
  let reached = -1
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    const kinds = cues.at[i]!
    const start = cues.at[i + 1]!
    const end = cues.at[i + 2]!
    if ((kinds & (ADDRESS | POSTAL | BOX)) === 0 || start < reached) continue
    if ((kinds & BOX) !== 0) box(read, start, end, add)
    else if ((kinds & POSTAL) !== 0) postalCode(scan, start, end, add)
    else reached = Math.max(reached, behindWord(text, start, end, add))
  }
}

const box = (read: Read, start: number, end: number, add: Add): void => {
  const { text } = read
  const word = text.slice(start, end)
  const lower = word.toLowerCase()
  if (/^(?:psc|cmr|unit|uss|usns|uscgc|usnv)$/.test(lower)) {
    const match =
      /^(?: \d{1,5},? Box \d{1,6}| \p{Lu}[\p{L}'-]{1,24})(?:(?:,? |,?\s*\n[ >?]{0,6})(?:APO|FPO|DPO),? A[AEP] \d{5})?/u
        .exec(textAfter(text, end, BOX_REACH))
    if (match !== null && (/Box/.test(match[0]) || /[AFD]PO/.test(match[0]))) {
      add(start, end + match[0].length, SURE.box, "military")
    }
    return
  }
  let from = start
  if (lower === "box") {
    const lead = /(?:\bG?P\.? ?O\.? ?|\bPost Office )$/i.exec(textBefore(text, start, CHARACTERS_BEFORE_ADDRESS_CUE))
    if (lead === null) return
    from = start - lead[0].length
  } else if (lower === "bag" || lower === "drawer") {
    const lead = (lower === "bag" ? /\b(?:Private|Locked) $/ : /\bP\.? ?O\.? ?$/).exec(
      textBefore(text, start, CHARACTERS_BEFORE_ADDRESS_CUE)
    )
    const match = /^ [A-Z]?\d{1,5}(?!\w)(?:, \p{Lu}\p{L}{2,20}(?: \p{Lu}\p{L}{2,20})?(?:,? [A-Z]{2,3})?(?: \d{4,5})?)?/u
      .exec(textAfter(text, end, BOX_REACH))
    if (lead !== null && match !== null) add(start - lead[0].length, end + match[0].length, SURE.looseBox, "box")
    return
  } else if (lower === "bp" || lower === "boîte") {
    const match = /^(?: postale)? \d{1,6},? \d{5} \p{Lu}\p{L}+/u.exec(textAfter(text, end, SHORT_BOX_REACH))
    if (match !== null) add(start, end + match[0].length, SURE.looseBox, "box")
    return
  }
  const offset = /^ postal/i.exec(textAfter(text, end, CHARACTERS_BEFORE_ADDRESS_CUE))?.[0].length ?? 0
  const tail = matchAt(Shapes.boxTail, read, end + offset)
  if (tail !== undefined) {
    add(from, from + trimEnd(text.slice(from, end + offset) + tail).length, SURE.box, "box")
  }
}
