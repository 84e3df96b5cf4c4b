/**
 * Finds postal addresses, and place names if requested.
 *
 * @since 0.1.0
 */
import { isDigit, isLetter, isUpperLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, DIGIT, LETTER, UPPER } from "@dunlin/text/UnitClass"
import type { Span } from "../Span.ts"
import { aroundCode, inFront } from "./addressChain.ts"
import { announced } from "./addressCues.ts"
import * as Shapes from "./addressShapes.ts"
import { type Add, matchAt, mayBePreposed, months, Read, trimEnd } from "./addressText.ts"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { ADDRESS, BOX, POSTAL, UNIT } from "./cues.ts"
import { geography } from "./geography.ts"
import { within } from "./offsets.ts"
import { countries } from "./places.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"
import { eachCell, type Tables } from "./tables.ts"

const SURE = {
  codeAndParts: 0.86,
  whole: 0.85,
  military: 0.8,
  kindFirst: 0.75,
  labelled: 0.75,
  bare: 0.65,
  placed: 0.62
}
const MIN_CONFIDENCE_WITH_YEAR = 0.8

const MAX_HOUSE_DIGITS_BEFORE_STREET = 6
const MAX_HOUSE_DIGITS_AFTER_STREET = 4
const MAX_ADDITION_CHARACTERS = 7
const ZIP_DIGITS = 5
const ZIP_MORE = 5
const POSTCODE_HALF = 3
const POSTCODE_LEAD = 6
const EIRCODE_REST = 7
const MIN_STREET_CHARACTERS_AFTER_NUMBER = 6
const MIN_STREET_CHARACTERS_BEFORE_NUMBER = 8
const MIN_ADDRESS_CELL_CHARACTERS = 4
const MAX_CHARACTERS_OF_ADDRESS_CELL = 160

const CHARACTERS_AFTER_ADDRESS_FOR_CODE = 10
const MEASURE_REACH = 48
const STREET_LEAD = 32
/** Maximum characters between a number and an ambiguous word for a street. */
const WEAK_LEAD = 24
const SMALL_REACH = 130
const NAME_LEAD = 72
const CHARACTERS_BEFORE_CODE_FOR_TOWN = 96
const CHARACTERS_BEFORE_CODE_FOR_STATE = 20
const CHARACTERS_BEFORE_PLACE_FOR_LINE_START = 9
const CHARACTERS_AFTER_CODE = 8

const dateRange = new RegExp(`^\\d{1,2}-\\d{1,2} (?:${months})`)
const dateFirst = new RegExp(`^\\d{1,4}(?:-\\d{1,2})?,? (?:${months})[a-z]*\\.?\\b`, "i")
const measure =
  /^\d{1,6}[a-z]?,? (?:percent|people|years?|days?|hours?|minutes?|million|billion|st|nd|rd|th|of|and|or|to|in|the|a)\b/i
const yearPhrase =
  /^(?:19|20)\d\d [A-Z][\p{L}]+ (?:Way|Run|Place|Point|Court|Square|Row|Bend|Walk|Close|Route|Park|Center|Centre|View|Green|Field|Hill|Pass|Island|Valley|Village|Station|Gate)\b/u
/** Words for a street that are ambiguous, so a unit, town or code must follow. */
const weakSuffix =
  /^\d{1,6} (?:\p{Lu}[\p{L}'’.-]* ){0,4}?(?:Way|Run|Point|Pass|Park|Center|Centre|View|Green|Field|Fields|Hill|Hills|Island|Valley|Village|Station|Gate|Path|Row|Close|Springs|Rise|Ridge|Plaza|Place|Mall|Square|Court|Gardens?|Estates|Lodge|Manor|Heights|Landing|Junction|Orchard|Meadows?|Chase|Extensions?|Ext|Trail|Walk|Bend|Loop|No|So|Pl|Pt|St|Dr|Ct|Av)\.?$/u

const isOfAddition = (unit: number): boolean => unit === Unit.HYPHEN || isDigit(unit) || isLetter(unit)

const isOfNumbers = (unit: number): boolean =>
  isDigit(unit) || unit === Unit.SPACE || unit === Unit.HYPHEN || unit === Unit.POINT || unit === Unit.COMMA ||
  unit === Unit.SLASH || unit === Unit.APOSTROPHE || unit === Unit.RIGHT_QUOTE || unit === Unit.EN_DASH

/** Returns the end of consecutive numbers. A street can start only at the first word after them. */
const endOfNumbers = (text: string, from: number): number => {
  let end = from
  while (end < text.length && isOfNumbers(text.charCodeAt(end))) end++
  return end
}

const STREET_REACH = 160

const houseNumbers = (scan: Scan, read: Read, add: Add): void => {
  const { digits, streets, text } = scan
  const table = classes()
  let reached = -1
  // End of the last address that has a code.
  let closed = 0
  // End of the numbers in a row at this position.
  let numbersEnd = -1
  // `street` is the start of the next word for a street, and `kindFirst` that of the last such word before the name
  // of its street.
  let street = 0
  let kindFirst = -Infinity
  for (let i = 0; i < digits.length; i += 2) {
    const start = digits.at[i]!
    const end = digits.at[i + 1]!
    const length = end - start
    for (; street < streets.length && streets.at[street]! < start; street += 2) {
      if (streets.at[street + 1] !== 0) kindFirst = streets.at[street]!
    }
    if (length > MAX_HOUSE_DIGITS_BEFORE_STREET || start < reached) continue
    const before = unitAt(text, start - 1)
    // After a word, a dot, a price or a path, a number is not a house number.
    const free = start === 0 ||
      (table[before]! & LETTER) === 0 &&
        !(before === Unit.POINT || before === Unit.COMMA || before === Unit.DOLLAR || before === Unit.SLASH ||
          before === Unit.COLON || before === Unit.HYPHEN ||
          before === Unit.UNDERSCORE && (table[unitAt(text, start - 2)]! & (LETTER | DIGIT)) !== 0 ||
          before === Unit.HASH ||
          before === Unit.EURO || before === Unit.POUND)
    // The last group of a longer number is not the house number of a lower-case street.
    const grouped = before === Unit.SPACE && (table[unitAt(text, start - 2)]! & DIGIT) !== 0
    if (free) {
      let next = end
      if (isLetter(unitAt(text, next)) && !isLetter(unitAt(text, next + 1))) next++
      if (text[next] === "/" && /^\/\d{1,4}[A-Za-z]? /.test(textAfter(text, next, MAX_ADDITION_CHARACTERS))) {
        next = text.indexOf(" ", next)
      }
      if (unitAt(text, next) === Unit.HYPHEN) {
        while (next < end + MAX_ADDITION_CHARACTERS && isOfAddition(unitAt(text, next))) next++
      }
      if (unitAt(text, next) === Unit.COMMA) next++
      if (unitAt(text, next) === Unit.SPACE && next - end <= MAX_ADDITION_CHARACTERS) {
        const code = unitAt(text, next + 1)
        const hasStreet = street < streets.length && streets.at[street]! - start < STREET_REACH
        if (isDigit(code) && next > numbersEnd) numbersEnd = endOfNumbers(text, next)
        const found = isDigit(code) && (table[unitAt(text, numbersEnd)]! & LETTER) === 0
          ? undefined
          : (table[code]! & UPPER) !== 0 || isDigit(code)
          ? upperCase(read, start, hasStreet)
          : grouped || !hasStreet && !hasCode(scan, i)
          ? undefined
          : lowerCase(read, start, hasStreet)
        if (found !== undefined && !within(scan.urls, start)) {
          add(start, start + found.length, found.score, found.reason)
          reached = start + found.length
          if (coded.test(textBefore(text, reached, CHARACTERS_AFTER_ADDRESS_FOR_CODE))) closed = reached
          continue
        }
      }
    }
    if (length <= MAX_HOUSE_DIGITS_AFTER_STREET && before === Unit.SPACE && !within(scan.urls, start)) {
      const found = namedFirst(read, start, start - kindFirst <= NAME_LEAD)
      if (found !== undefined) {
        add(found.start, found.end, found.score, "street")
        reached = found.end
        continue
      }
    }
    let until = -1
    if (length === ZIP_DIGITS && before === Unit.SPACE) until = zip(scan, start, end, closed, add)
    else if (length === 1 && before === Unit.SPACE) until = postcode(text, start, closed, add)
    else if (length === 2) until = eircode(text, start, closed, add)
    if (until > closed) closed = until
  }
}

const coded = /\d{5}(?:-\d{4})?$|\d[A-Z]{2}$|\d[A-Z]\d$/

const chains = (scan: Scan, add: Add): void => {
  const { digits } = scan
  let reached = 0
  for (let i = 0; i < digits.length; i += 2) {
    if (digits.at[i]! < reached) continue
    const end = aroundCode(scan, digits.at[i]!, digits.at[i + 1]!, reached, add)
    if (end > 0) reached = end
  }
}

interface Found {
  readonly length: number
  readonly score: number
  readonly reason: string
}

const isDateOrMeasure = (text: string, start: number): boolean => {
  const head = textAfter(text, start, MEASURE_REACH)
  return dateFirst.test(head) || measure.test(head) || /^\d{1,6}[A-Za-z]?, \d/.test(head)
}

const streets = [[Shapes.numberFirst, 0.85], [Shapes.numberStreet, 0.7], [Shapes.romanceFirst, 0.75]] as const

const upperCase = (read: Read, start: number, hasStreet: boolean): Found | undefined => {
  const { text } = read
  if (!hasStreet) return numbered(read, start)
  for (const [shape, score] of streets) {
    const match = matchAt(shape, read, start)
    if (match === undefined) continue
    if (isDateOrMeasure(text, start)) return undefined
    const found = trimEnd(match)
    if (found.length < MIN_STREET_CHARACTERS_AFTER_NUMBER || yearPhrase.test(found)) continue
    if (weakSuffix.test(found)) {
      const lead = textBefore(text, start, STREET_LEAD)
      const announced =
        /(?:\b(?:at|to|address|addr|office|located|lives?|from|near|visit|is|mail)\b\W{0,6}|[|:>]\s?|^|\n[\s>*-]{0,4})$/i
          .test(lead)
      if (!announced || /^\d{1,2} (?:Way|Run|Point|Pass|Park|Row|View)/.test(found) || /^(?:19|20)\d\d /.test(found)) {
        continue
      }
      return { length: found.length, score: SURE.bare, reason: "street" }
    }
    return { length: found.length, score, reason: "street" }
  }
  return numbered(read, start)
}

const MAX_PLACE_WORDS = 4
const MAX_PLACE_WORD_CHARACTERS = 25

const mayBeNumbered = (text: string, start: number): boolean => {
  const table = classes()
  let at = start
  for (let numbers = 0; numbers < 2; numbers++) {
    while ((table[unitAt(text, at)]! & DIGIT) !== 0) at++
    if (unitAt(text, at++) !== Unit.SPACE) return false
    if ((table[unitAt(text, at)]! & DIGIT) === 0) break
  }
  for (let words = 0; words < MAX_PLACE_WORDS; words++) {
    if ((table[unitAt(text, at)]! & UPPER) === 0) return false
    const start = at
    while (at < text.length && at - start <= MAX_PLACE_WORD_CHARACTERS && text.charCodeAt(at) !== Unit.SPACE) at++
    if (unitAt(text, at++) !== Unit.SPACE) return false
    if ((table[unitAt(text, at)]! & DIGIT) !== 0) return true
  }
  return false
}

/** Matches a numbered part of a law, which is not an address: `32 Absatz 1`. */
const ofDocument =
  /^\d+ (?:Abs(?:atz)?\.?|Satz|Nr\.?|Nummer|Art(?:ikel|icle)?\.?|Kapitel|Teil|Seite|Ziffer|Buchstabe|Halbsatz|Anlage|Section|Chapter|Part|Page|Figure|Table|Version|Step|Line)(?![\p{L}])/u

const numbered = (read: Read, start: number): Found | undefined => {
  const { text } = read
  if (!mayBeNumbered(text, start)) return undefined
  const match = matchAt(Shapes.numberedBothEnds, read, start)
  if (match === undefined || isDateOrMeasure(text, start)) return undefined
  const lead = textBefore(text, start, WEAK_LEAD)
  const leads = /(?:^|\n[ >?]{0,6}|\b(?:to|at|is|in|are|address|on)\b:? )$/i.test(lead)
  return !leads || ofDocument.test(match) || /\d (?:\p{Lu}\p{L}+ )+(?:19|20)\d\d$/u.test(match)
    ? undefined
    : { length: trimEnd(match).length, score: SURE.placed, reason: "numbered" }
}

/** Matches a street in lower case, at the start of a line or after a cue: `742 evergreen terrace, springfield`. */
const smallStreet =
  /^\d{1,5}[a-z]? (?:[nsew]\.? )?(?!\p{L}{1,4} (?:street|st)\b(?! [a-z]))(?:(?!(?:mile|min|minute|hour|day|week|year|way|star|lane|point|foot|acre|dollar|km|m|of|on|in|the|and|or|a|to|for|with|more|other|big|busy|quiet|new|old|different|major|small|first|second)s? )\p{Ll}{2,15} ){1,3}(?:street|avenue|ave|road|rd|drive|boulevard|blvd|lane|ln|court|terrace|highway|hwy|parkway|pkwy|st)\b\.?(?:,? (?:apt|unit|suite|ste|#)\.? ?#?[\da-z]{1,5}\b)?(?:, \p{Ll}{3,15}(?: \p{Ll}{3,15})?(?:,? (?:al|ak|az|ar|ca|co|ct|fl|ga|il|ma|md|mi|mn|mo|nc|nj|nv|ny|oh|pa|tn|tx|va|wa|wi)\b)?)?/u
const announcing =
  /(?:^|\n[ >*-]{0,6}|\b(?:address|addr|live[sd]?|moved|located|lives|residing|me|us|is|him|her)\b(?: (?:at|to|on|is))?:? |\b(?:at|address|addr)\b:? )$/i

const stateAndCode = /[a-z]{2} \d{5}\b/i

const hasCode = ({ digits }: Scan, index: number): boolean => {
  const last = digits.at[index]! + SMALL_REACH
  for (let i = index + 2; i < digits.length && digits.at[i]! < last; i += 2) {
    if (digits.at[i + 1] === digits.at[i]! + ZIP_DIGITS) return true
  }
  return false
}

const lowerCase = (read: Read, start: number, hasStreet: boolean): Found | undefined => {
  const { text } = read
  const head = textAfter(text, start, SMALL_REACH)
  const stop = head.indexOf("\n")
  const line = stop < 0 ? head : head.slice(0, stop)
  const romance = hasStreet ? matchAt(Shapes.romanceFirst, read, start) : undefined
  if (
    romance !== undefined &&
    /^\d{1,4}(?: ?(?:bis|ter))?,? (?!place |square |route |via |cours |plaza |corso )/.test(romance)
  ) {
    return { length: trimEnd(romance).length, score: SURE.kindFirst, reason: "street" }
  }
  const isCoded = stateAndCode.test(line)
  if (!hasStreet && !isCoded || measure.test(line)) return undefined
  if (isCoded) {
    const match = matchAt(Shapes.anyCase, new Read(line), 0)
    if (match !== undefined) return { length: match.length, score: SURE.bare, reason: "street" }
  }
  const match = hasStreet ? smallStreet.exec(line) : null
  if (match === null || !announcing.test(textBefore(text, start, WEAK_LEAD))) return undefined
  return { length: match[0].length, score: SURE.placed, reason: "street" }
}

const namedFirst = (
  read: Read,
  start: number,
  isBehindKind: boolean
): { readonly start: number; readonly end: number; readonly score: number } | undefined => {
  const { text } = read
  const last = unitAt(text, start - 2)
  const ends = last === Unit.POINT || last === Unit.HYPHEN || (classes()[last]! & LETTER) !== 0
  const isNamed = ends &&
    (Shapes.endsAsStreet(text, start - 1) ||
      mayBePreposed(text, start - 2) && Shapes.preposed.test(textBefore(text, start, STREET_LEAD)))
  if (!isNamed && !isBehindKind) return undefined
  const lead = textBefore(text, start, NAME_LEAD)
  let begin = -1
  let score = SURE.whole
  if (isNamed) {
    const match = Shapes.namedBefore.exec(lead)
    if (match !== null && /\p{Lu}/u.test(match[0])) begin = start - match[0].length
    // A sentence before the street is not part of the address.
    if (match !== null && begin >= 0) {
      const two = /^(\p{L}[\p{L}.'-]* )(?=\p{Lu}\p{L}+ $)/u.exec(match[0])
      if (
        two !== null &&
        (!/^\p{Lu}/u.test(two[1]!) ||
          /^(?:In|At|Die|Der|Das|Our|The|Visit|Located|Adresse|Anschrift|On|To|From|Die|Von)\s/.test(two[1]!))
      ) begin += two[1]!.length
      else if (/^\d{1,5} \p{Ll}/u.test(match[0])) begin = start - match[0].length
    }
  } else if (Shapes.kindWord.test(lead)) {
    const match = Shapes.kindBefore.exec(lead)
    if (match !== null) {
      begin = start - match[0].length
      score = SURE.kindFirst
    }
  }
  if (begin < 0) return undefined
  const tail = matchAt(Shapes.afterNumberLast, read, start)
  if (tail === undefined) return undefined
  const whole = trimEnd(text.slice(begin, start) + tail)
  if (
    whole.length < MIN_STREET_CHARACTERS_BEFORE_NUMBER ||
    /^\d{1,4}[:.]\d/.test(textAfter(text, start, CHARACTERS_AFTER_CODE)) ||
    dateRange.test(tail)
  ) return undefined
  if (/ (?:19|20)\d\d$/.test(whole) && score < MIN_CONFIDENCE_WITH_YEAR) return undefined
  return { start: begin, end: begin + whole.length, score }
}

const bareLine = (text: string): string => {
  let start = text.lastIndexOf("\n") + 1
  let end = text.length
  while (start < end && " >?".includes(text[start]!)) start++
  if (end > start && text[end - 1] === " ") end--
  if (end > start && end < text.length && text[end - 1] === ",") end--
  return text.slice(start, end)
}

/** Returns whether a state name may end at an index: after a word with an ASCII capital. */
const mayFollowState = (text: string, start: number): boolean => {
  let at = start
  while (at > 0 && start - at < 2 && unitAt(text, at - 1) === Unit.SPACE) at--
  if (unitAt(text, at - 1) === Unit.COMMA) at--
  if (unitAt(text, at - 1) === Unit.POINT) at--
  while (at > 0 && start - at < CHARACTERS_BEFORE_CODE_FOR_STATE && isLetter(unitAt(text, at - 1))) at--
  return isUpperLetter(unitAt(text, at))
}

const zip = (scan: Scan, start: number, end: number, floor: number, add: Add): number => {
  const { text } = scan
  const lead = textBefore(text, start, CHARACTERS_BEFORE_CODE_FOR_TOWN)
  if (/^[ \t]*(?:\n|$)/.test(textAfter(text, end, CHARACTERS_AFTER_CODE))) {
    if (countries().has(bareLine(lead))) {
      add(start, end, SURE.placed, "postal-code")
      return end
    }
  }
  if (!mayFollowState(text, start)) return -1
  const state = Shapes.stateBefore.exec(lead.slice(-CHARACTERS_BEFORE_CODE_FOR_STATE))
  if (state === null || within(scan.urls, start)) return -1
  const city = Shapes.cityBefore.exec(lead.slice(lead.lastIndexOf("\n") + 1))
  const plus = /^-\d{4}(?!\d)/.exec(textAfter(text, end, CHARACTERS_AFTER_CODE))
  const until = end + (plus === null ? 0 : ZIP_MORE)
  if (/[\d]/.test(text[until] ?? "")) return -1
  if (city !== null) add(inFront(text, start - city[0].length, floor), until, SURE.whole, "city-code")
  else if (/^[A-Z]{2}/.test(state[0]) && !/[A-Z]{2,}\W*$/.test(lead.slice(0, -state[0].length))) {
    add(start - state[0].length, until, SURE.bare, "city-code")
  } else return -1
  return until
}

const postcode = (text: string, start: number, floor: number, add: Add): number => {
  if (!isUpperLetter(unitAt(text, start + 1))) return -1
  const rest = textAfter(text, start + 1, POSTCODE_HALF)
  const british = /^[A-Z]{2}(?![A-Z0-9a-z])/.test(rest)
  if (!british && !/^[A-Z]\d(?![A-Z0-9a-z])/.test(rest)) return -1
  const out = (british ? /(?<![A-Za-z0-9])(?:GIR|[A-Z]{1,2}\d[A-Z\d]?) $/ : /(?<![A-Za-z0-9])[A-Z]\d[A-Z] $/)
    .exec(textBefore(text, start, POSTCODE_LEAD))
  if (out === null) return -1
  const at = start - out[0].length
  const begin = inFront(text, at, floor)
  add(begin, start + POSTCODE_HALF, begin < at ? SURE.codeAndParts : SURE.bare, "postcode")
  return start + POSTCODE_HALF
}

const eircode = (text: string, start: number, floor: number, add: Add): number => {
  if (!isUpperLetter(unitAt(text, start - 1))) return -1
  const match = /^[A-Z]\d[\dW] [A-Z\d]{4}(?![A-Za-z\d])/.exec(text.slice(start - 1, start + EIRCODE_REST + 1))
  if (match === null || !/[\s,]/.test(text[start - 2] ?? "")) return -1
  const begin = inFront(text, start - 1, floor)
  if (begin === start - 1) return -1
  add(begin, start + EIRCODE_REST, SURE.whole, "postcode")
  return start + EIRCODE_REST
}

const sticky = (shape: RegExp, text: string, at: number): string | undefined => {
  shape.lastIndex = at
  return shape.exec(text)?.[0]
}

const military = /[AFD]PO,? A[AEP] \d{5}(?:-\d{4})?\b/y
const lonelyUnit = /(?:Apt|Suite|Apartment)\.? #?\d{1,5}(?=\s*(?:\n|$))/iy

const lines = (scan: Scan, add: Add): void => {
  const { cues, text } = scan
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    if ((cues.at[i]! & UNIT) === 0) continue
    const start = cues.at[i + 1]!
    const code = sticky(military, text, start)
    if (code !== undefined) {
      add(start, start + code.length, SURE.military, "military")
      continue
    }
    if (!/(?:^|\n)[ >?]{0,8}$/.test(textBefore(text, start, CHARACTERS_BEFORE_PLACE_FOR_LINE_START))) continue
    const unit = sticky(lonelyUnit, text, start)
    if (unit !== undefined) add(start, start + unit.length, SURE.placed, "unit")
  }
}

const cjkAddress =
  /(?:〒\s?\d{3}-?\d{4}\s?)?[\u4e00-\u9fff]{2,6}(?:都|道|府|県|省|市|自治区)[\u3040-\u30ff\u4e00-\u9fff]{1,20}(?:区|市|町|村|路|街|丁目|郡)[\u3040-\u30ff\u4e00-\u9fff0-9\-号番地丁目室楼栋]{1,30}|〒\s?\d{3}-?\d{4}/g
const addressHead =
  /^(?:(?:street|postal|mailing|home|billing|shipping|work|delivery|post)?[ _-]?(?:address|addr|adresse|anschrift|dirección|indirizzo)(?:[ _-]?(?:line)?[ _-]?\d)?|street|straße|strasse|zip|zip[ _-]?code|post[ _-]?code|postal[ _-]?code|plz|住所|地址)$/i

const columns = (scan: Scan, tables: Tables, add: Add): void =>
  eachCell(scan.text, tables, (head, start, end) => {
    if (
      addressHead.test(head) && end - start >= MIN_ADDRESS_CELL_CHARACTERS &&
      end - start < MAX_CHARACTERS_OF_ADDRESS_CELL &&
      /\d/.test(scan.text.slice(start, end))
    ) add(start, end, SURE.labelled, "column")
  })

export const locations = (scan: Scan, tables: Tables, recall: boolean, out: Array<Span>): void => {
  const add: Add = (start, end, score, reason) => {
    out.push({ start, end, entity: "LOCATION", score, reason })
  }
  const read = new Read(scan.text)
  if (scan.digits.length > 0) {
    houseNumbers(scan, read, add)
    chains(scan, add)
    if ((scan.kinds & UNIT) !== 0) lines(scan, add)
  }
  if ((scan.kinds & (ADDRESS | POSTAL | BOX)) !== 0) announced(scan, read, add)
  if (scan.cjk && scan.digits.length > 0) {
    for (const match of scan.text.matchAll(cjkAddress)) {
      if (/\d/.test(match[0])) add(match.index, match.index + match[0].length, SURE.labelled, "cjk")
    }
  }
  if (tables.length > 0) columns(scan, tables, add)
  if (recall) geography(scan, add)
}
