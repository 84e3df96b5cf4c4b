/**
 * Finds postal addresses, and on request the names of places.
 *
 * @since 0.1.0
 */
import { isDigit, isLetter } from "@dunlin/common/CodeUnit"
import type { Span } from "../Span.ts"
import { aroundCode, inFront } from "./addressChain.ts"
import { announced } from "./addressCues.ts"
import * as Shapes from "./addressShapes.ts"
import { type Add, matchAt, months, Read, trimEnd } from "./addressText.ts"
import { classes, DIGIT, LETTER, UPPER } from "./classes.ts"
import { ADDRESS, BOX, POSTAL, STREET, UNIT } from "./cues.ts"
import { countries, places, placesByFirstWord } from "./places.ts"
import { type Scan, within } from "./scan.ts"
import { eachCell, type Tables } from "./tables.ts"
import * as Unit from "./units.ts"

const dateRange = new RegExp(`^\\d{1,2}-\\d{1,2} (?:${months})`)
const dateFirst = new RegExp(`^\\d{1,4}(?:-\\d{1,2})?,? (?:${months})[a-z]*\\.?\\b`, "i")
const measure =
  /^\d{1,6}[a-z]?,? (?:percent|people|years?|days?|hours?|minutes?|million|billion|st|nd|rd|th|of|and|or|to|in|the|a)\b/i
const yearPhrase =
  /^(?:19|20)\d\d [A-Z][\p{L}]+ (?:Way|Run|Place|Point|Court|Square|Row|Bend|Walk|Close|Route|Park|Center|Centre|View|Green|Field|Hill|Pass|Island|Valley|Village|Station|Gate)\b/u
/** Suffixes that are more often something else: need a unit, a town or a code behind them. */
const weakSuffix =
  /^\d{1,6} (?:\p{Lu}[\p{L}'’.-]* ){0,4}?(?:Way|Run|Point|Pass|Park|Center|Centre|View|Green|Field|Fields|Hill|Hills|Island|Valley|Village|Station|Gate|Path|Row|Close|Springs|Rise|Ridge|Plaza|Place|Mall|Square|Court|Gardens?|Estates|Lodge|Manor|Heights|Landing|Junction|Orchard|Meadows?|Chase|Extensions?|Ext|Trail|Walk|Bend|Loop|No|So|Pl|Pt|St|Dr|Ct|Av)\.?$/u

const houseNumbers = (scan: Scan, read: Read, add: Add): void => {
  const { digits, text } = scan
  const table = classes()
  let reached = -1
  // the end of the last address that came with its code
  let closed = 0
  for (let i = 0; i < digits.length; i += 2) {
    const start = digits[i]!
    const end = digits[i + 1]!
    const length = end - start
    if (length > 6 || start < reached) continue
    const before = text.charCodeAt(start - 1)
    // left neighbours of a house number: not a word, a point, a price, a path
    const free = start === 0 ||
      (table[before]! & LETTER) === 0 &&
        !(before === Unit.POINT || before === Unit.COMMA || before === Unit.DOLLAR || before === Unit.SLASH ||
          before === Unit.COLON && !/\s/.test(text[start] ?? "") || before === Unit.HYPHEN ||
          before === Unit.UNDERSCORE || before === Unit.HASH ||
          before === Unit.EURO || before === Unit.POUND)
    // the last group of a longer number opens no street in small letters
    const grouped = before === Unit.SPACE && (table[text.charCodeAt(start - 2)]! & DIGIT) !== 0
    if (free && length <= 6) {
      let next = end
      if (isLetter(text.charCodeAt(next)) && !isLetter(text.charCodeAt(next + 1))) next++
      if (text[next] === "/" && /^\/\d{1,4}[A-Za-z]? /.test(text.slice(next, next + 7))) next = text.indexOf(" ", next)
      if (text[next] === "-") { while (next < end + 7 && /[-\dA-Za-z]/.test(text[next] ?? "")) next++ }
      if (text[next] === ",") next++
      if (text[next] === " " && next - end < 8) {
        const code = text.charCodeAt(next + 1)
        const found = (table[code]! & UPPER) !== 0 || isDigit(code)
          ? upperCase(read, start)
          : grouped
          ? undefined
          : lowerCase(read, start)
        if (found !== undefined && !within(scan.urls, start)) {
          add(start, start + found.length, found.score, found.reason)
          reached = start + found.length
          if (coded.test(text.slice(reached - 10, reached))) closed = reached
          continue
        }
      }
    }
    if (length <= 4 && before === Unit.SPACE && start > 3 && !within(scan.urls, start)) {
      const found = namedFirst(read, start)
      if (found !== undefined) {
        add(found.start, found.end, found.score, "street")
        reached = found.end
        continue
      }
    }
    let until = -1
    if (length === 5 && before === Unit.SPACE) until = zip(scan, start, end, closed, add)
    else if (length === 1 && before === Unit.SPACE) until = postcode(text, start, closed, add)
    else if (length === 2) until = eircode(text, start, closed, add)
    if (until > closed) closed = until
  }
}

const coded = /\d{5}(?:-\d{4})?$|\d[A-Z]{2}$|\d[A-Z]\d$/

/** Addresses whose end gives them away, in the order of the text. */
const chains = (scan: Scan, add: Add): void => {
  const { digits } = scan
  let reached = 0
  for (let i = 0; i < digits.length; i += 2) {
    if (digits[i]! < reached) continue
    const end = aroundCode(scan, digits[i]!, digits[i + 1]!, reached, add)
    if (end > 0) reached = end
  }
}

interface Found {
  readonly length: number
  readonly score: number
  readonly reason: string
}

const isDateOrMeasure = (text: string, start: number): boolean => {
  const head = text.slice(start, start + 48)
  return dateFirst.test(head) || measure.test(head) || /^\d{1,6}[A-Za-z]?, \d/.test(head)
}

const streets = [[Shapes.numberFirst, 0.85], [Shapes.numberStreet, 0.7], [Shapes.romanceFirst, 0.75]] as const

const upperCase = (read: Read, start: number): Found | undefined => {
  const { text } = read
  if (!read.streets) return numbered(read, start)
  if (isDateOrMeasure(text, start)) return undefined
  for (const [shape, score] of streets) {
    const match = matchAt(shape, read, start)
    if (match === undefined) continue
    const found = trimEnd(match)
    if (found.length < 6 || yearPhrase.test(found)) continue
    if (weakSuffix.test(found)) {
      const lead = text.slice(Math.max(0, start - 32), start)
      const announced =
        /(?:\b(?:at|to|address|addr|office|located|lives?|from|near|visit|is|mail)\b\W{0,6}|[|:>]\s?|^|\n[\s>*-]{0,4})$/i
          .test(lead)
      if (!announced || /^\d{1,2} (?:Way|Run|Point|Pass|Park|Row|View)/.test(found) || /^(?:19|20)\d\d /.test(found)) {
        continue
      }
      return { length: found.length, score: 0.65, reason: "street" }
    }
    return { length: found.length, score, reason: "street" }
  }
  return numbered(read, start)
}

/** Whether a word with a capital follows a number, or two. */
const mayBeNumbered = (text: string, start: number): boolean => {
  const table = classes()
  let at = start
  for (let numbers = 0; numbers < 2; numbers++) {
    while ((table[text.charCodeAt(at)]! & DIGIT) !== 0) at++
    if (text.charCodeAt(at++) !== Unit.SPACE) return false
    if ((table[text.charCodeAt(at)]! & DIGIT) === 0) break
  }
  return (table[text.charCodeAt(at)]! & UPPER) !== 0
}

/** A place between two numbers, behind a word that announces it or at the start of a line. */
const numbered = (read: Read, start: number): Found | undefined => {
  const { text } = read
  if (!mayBeNumbered(text, start)) return undefined
  const match = matchAt(Shapes.numberedBothEnds, read, start)
  if (match === undefined || isDateOrMeasure(text, start)) return undefined
  const lead = text.slice(Math.max(0, start - 24), start)
  const leads = /(?:^|\n[ >?]{0,6}|\b(?:to|at|is|in|are|address|on)\b:? )$/i.test(lead)
  return !leads || /\d (?:\p{Lu}\p{L}+ )+(?:19|20)\d\d$/u.test(match)
    ? undefined
    : { length: trimEnd(match).length, score: 0.62, reason: "numbered" }
}

/** `742 evergreen terrace, springfield`, believed at the start of a line or behind a word that announces it. */
const smallStreet =
  /^\d{1,5}[a-z]? (?:[nsew]\.? )?(?!\p{L}{1,4} (?:street|st)\b(?! [a-z]))(?:(?!(?:mile|min|minute|hour|day|week|year|way|star|lane|point|foot|acre|dollar|km|m|of|on|in|the|and|or|a|to|for|with|more|other|big|busy|quiet|new|old|different|major|small|first|second)s? )\p{Ll}{2,15} ){1,3}(?:street|avenue|ave|road|rd|drive|boulevard|blvd|lane|ln|court|terrace|highway|hwy|parkway|pkwy|st)\b\.?(?:,? (?:apt|unit|suite|ste|#)\.? ?#?[\da-z]{1,5}\b)?(?:, \p{Ll}{3,15}(?: \p{Ll}{3,15})?(?:,? (?:al|ak|az|ar|ca|co|ct|fl|ga|il|ma|md|mi|mn|mo|nc|nj|nv|ny|oh|pa|tn|tx|va|wa|wi)\b)?)?/u
const announcing =
  /(?:^|\n[ >*-]{0,6}|\b(?:address|addr|live[sd]?|moved|located|lives|residing|me|us|is|him|her)\b(?: (?:at|to|on|is))?:? |\b(?:at|address|addr)\b:? )$/i

const stateAndCode = /[a-z]{2} \d{5}\b/i

const lowerCase = (read: Read, start: number): Found | undefined => {
  const { text } = read
  const head = text.slice(start, start + 130)
  const stop = head.indexOf("\n")
  const line = stop < 0 ? head : head.slice(0, stop)
  const romance = read.streets ? matchAt(Shapes.romanceFirst, read, start) : undefined
  if (
    romance !== undefined &&
    /^\d{1,4}(?: ?(?:bis|ter))?,? (?!place |square |route |via |cours |plaza |corso )/.test(romance)
  ) {
    return { length: trimEnd(romance).length, score: 0.75, reason: "street" }
  }
  if (!read.streets && !stateAndCode.test(line) || measure.test(line)) return undefined
  if (stateAndCode.test(line)) {
    const match = matchAt(Shapes.anyCase, new Read(line, read.streets), 0)
    if (match !== undefined) return { length: match.length, score: 0.65, reason: "street" }
  }
  const match = read.streets ? smallStreet.exec(line) : null
  if (match === null || !announcing.test(text.slice(Math.max(0, start - 24), start))) return undefined
  return { length: match[0].length, score: 0.62, reason: "street" }
}

const namedFirst = (
  read: Read,
  start: number
): { readonly start: number; readonly end: number; readonly score: number } | undefined => {
  const { text } = read
  const last = text.charCodeAt(start - 2)
  const ends = last === Unit.POINT || last === Unit.HYPHEN || (classes()[last]! & LETTER) !== 0
  if (!ends && !read.streets) return undefined
  const short = text.slice(Math.max(0, start - 32), start)
  let begin = -1
  let score = 0.85
  if (ends && Shapes.namedEnding.test(short)) {
    const match = Shapes.namedBefore.exec(text.slice(Math.max(0, start - 72), start))
    if (match !== null && /\p{Lu}/u.test(match[0])) begin = start - match[0].length
    // a sentence before the street is not part of it
    if (match !== null && begin >= 0) {
      const two = /^(\p{L}[\p{L}.'-]* )(?=\p{Lu}\p{L}+ $)/u.exec(match[0])
      if (
        two !== null &&
        (!/^\p{Lu}/u.test(two[1]!) ||
          /^(?:In|At|Die|Der|Das|Our|The|Visit|Located|Adresse|Anschrift|On|To|From|Die|Von)\s/.test(two[1]!))
      ) begin += two[1]!.length
      else if (/^\d{1,5} \p{Ll}/u.test(match[0])) begin = start - match[0].length
    }
  } else if (read.streets && Shapes.kindWord.test(text.slice(Math.max(0, start - 72), start))) {
    const match = Shapes.kindBefore.exec(text.slice(Math.max(0, start - 72), start))
    if (match !== null) {
      begin = start - match[0].length
      score = 0.75
    }
  }
  if (begin < 0) return undefined
  const tail = matchAt(Shapes.afterNumberLast, read, start)
  if (tail === undefined) return undefined
  const whole = trimEnd(text.slice(begin, start) + tail)
  if (
    whole.length < 8 || /^\d{1,4}[:.]\d/.test(text.slice(start, start + 7)) ||
    dateRange.test(tail)
  ) return undefined
  if (/ (?:19|20)\d\d$/.test(whole) && score < 0.8) return undefined
  return { start: begin, end: begin + whole.length, score }
}

const zip = (scan: Scan, start: number, end: number, floor: number, add: Add): number => {
  const { text } = scan
  const lead = text.slice(Math.max(0, start - 96), start)
  if (/^[ \t]*(?:\n|$)/.test(text.slice(end, end + 8))) {
    const line = lead.slice(lead.lastIndexOf("\n") + 1).replace(/^[ >?]+|,? $/g, "")
    if (countries().has(line)) {
      add(start, end, 0.62, "postal-code")
      return end
    }
  }
  const state = Shapes.stateBefore.exec(lead.slice(-20))
  if (state === null || within(scan.urls, start)) return -1
  const city = Shapes.cityBefore.exec(lead.slice(lead.lastIndexOf("\n") + 1))
  const plus = /^-\d{4}(?!\d)/.exec(text.slice(end, end + 6))
  const until = end + (plus === null ? 0 : 5)
  if (/[\d]/.test(text[until] ?? "")) return -1
  if (city !== null) add(inFront(text, start - city[0].length, floor), until, 0.85, "city-code")
  else if (/^[A-Z]{2}/.test(state[0]) && !/[A-Z]{2,}\W*$/.test(lead.slice(0, -state[0].length))) {
    add(start - state[0].length, until, 0.65, "city-code")
  } else return -1
  return until
}

const postcode = (text: string, start: number, floor: number, add: Add): number => {
  const after = text.slice(start + 1, start + 4)
  const british = /^[A-Z]{2}(?![A-Z0-9a-z])/.test(after)
  if (!british && !/^[A-Z]\d(?![A-Z0-9a-z])/.test(after)) return -1
  const out = (british ? /(?<![A-Za-z0-9])(?:GIR|[A-Z]{1,2}\d[A-Z\d]?) $/ : /(?<![A-Za-z0-9])[A-Z]\d[A-Z] $/)
    .exec(text.slice(Math.max(0, start - 6), start))
  if (out === null) return -1
  const at = start - out[0].length
  const begin = inFront(text, at, floor)
  add(begin, start + 3, begin < at ? 0.86 : 0.65, "postcode")
  return start + 3
}

/** Ireland's `D02 X525`, believed behind the parts of an address alone. */
const eircode = (text: string, start: number, floor: number, add: Add): number => {
  const match = /^[A-Z]\d[\dW] [A-Z\d]{4}(?![A-Za-z\d])/.exec(text.slice(start - 1, start + 8))
  if (match === null || !/[\s,]/.test(text[start - 2] ?? "")) return -1
  const begin = inFront(text, start - 1, floor)
  if (begin === start - 1) return -1
  add(begin, start + 7, 0.85, "postcode")
  return start + 7
}

const sticky = (shape: RegExp, text: string, at: number): string | undefined => {
  shape.lastIndex = at
  return shape.exec(text)?.[0]
}

const military = /[AFD]PO,? A[AEP] \d{5}(?:-\d{4})?\b/y
const lonelyUnit = /(?:Apt|Suite|Apartment)\.? #?\d{1,5}(?=\s*(?:\n|$))/iy

/** Parts of an address on a line of their own. */
const lines = (scan: Scan, add: Add): void => {
  const { cues, text } = scan
  for (let i = 0; i < cues.length; i += 3) {
    if ((cues[i]! & UNIT) === 0) continue
    const start = cues[i + 1]!
    const code = sticky(military, text, start)
    if (code !== undefined) {
      add(start, start + code.length, 0.8, "military")
      continue
    }
    if (!/(?:^|\n)[ >?]{0,8}$/.test(text.slice(Math.max(0, start - 9), start))) continue
    const unit = sticky(lonelyUnit, text, start)
    if (unit !== undefined) add(start, start + unit.length, 0.62, "unit")
  }
}

const cjkAddress =
  /(?:〒\s?\d{3}-?\d{4}\s?)?[\u4e00-\u9fff]{2,6}(?:都|道|府|県|省|市|自治区)[\u3040-\u30ff\u4e00-\u9fff]{1,20}(?:区|市|町|村|路|街|丁目|郡)[\u3040-\u30ff\u4e00-\u9fff0-9\-号番地丁目室楼栋]{1,30}|〒\s?\d{3}-?\d{4}/g
const addressHead =
  /^(?:(?:street|postal|mailing|home|billing|shipping|work|delivery|post)?[ _-]?(?:address|addr|adresse|anschrift|dirección|indirizzo)(?:[ _-]?(?:line)?[ _-]?\d)?|street|straße|strasse|zip|zip[ _-]?code|post[ _-]?code|postal[ _-]?code|plz|住所|地址)$/i

/** Names of places, where the caller wants everything. */
const geography = (scan: Scan, add: Add): void => {
  const { capitals, text } = scan
  const known = places()
  const longer = placesByFirstWord()
  let reached = 0
  for (let i = 0; i < capitals.length; i += 3) {
    const start = capitals[i]!
    if (start < reached) continue
    const word = text.slice(start, capitals[i + 1]!)
    let found = ""
    for (const place of longer.get(word) ?? []) {
      if (
        place.length > found.length && text.startsWith(place, start) && !/\p{L}/u.test(text[start + place.length] ?? "")
      ) found = place
    }
    if (found === "" && word.length > 2 && known.has(word) && !notPlace.has(word)) found = word
    if (found === "" || within(scan.urls, start) || within(scan.code, start)) continue
    add(start, start + found.length, 0.55, "place")
    reached = start + found.length
  }
}

const notPlace = new Set(
  "Mobile Reading Nice Bath Of March Best Same Most Orange Price Split Buy Young Man Male Chad Central Union Enterprise Independence Liberty Normal Universal"
    .split(" ")
)

/** Adds every address of a text, and every place where `recall` is set. */
export const locations = (scan: Scan, tables: Tables, recall: boolean, out: Array<Span>): void => {
  const add: Add = (start, end, score, reason) => {
    out.push({ start, end, entity: "LOCATION", score, reason })
  }
  const read = new Read(scan.text, (scan.kinds & STREET) !== 0)
  if (scan.digits.length > 0) {
    houseNumbers(scan, read, add)
    chains(scan, add)
    if ((scan.kinds & UNIT) !== 0) lines(scan, add)
  }
  if ((scan.kinds & (ADDRESS | POSTAL | BOX)) !== 0) announced(scan, read, add)
  if (scan.cjk && scan.digits.length > 0) {
    for (const match of scan.text.matchAll(cjkAddress)) {
      if (/\d/.test(match[0])) add(match.index, match.index + match[0].length, 0.75, "cjk")
    }
  }
  eachCell(scan.text, tables, (head, start, end) => {
    if (addressHead.test(head) && end - start >= 4 && end - start < 160 && /\d/.test(scan.text.slice(start, end))) {
      add(start, end, 0.75, "column")
    }
  })
  if (recall) geography(scan, add)
}
