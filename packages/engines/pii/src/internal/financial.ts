/**
 * Finds cards, accounts and wallets, and adds the personal numbers that states issue.
 *
 * @since 0.1.0
 */
import { isDigit, isLetter } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import type { Span } from "../Span.ts"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { FINANCE } from "./cues.ts"
import { ibanLength, isBase58Check, isBech32, isCardRange, isIban, isRouting, isStrongCard, luhn } from "./digits.ts"
import { government } from "./governmentNumbers.ts"
import { GROUP, type Groups } from "./groups.ts"
import { nationalNumbers, numberColumns } from "./nationalNumbers.ts"
import { type Add, SURE } from "./numberEvidence.ts"
import { within } from "./offsets.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"
import { eachCell, headerAt, type Tables } from "./tables.ts"

const MIN_CARD_DIGITS = 12
const MAX_CARD_DIGITS = 19
const CARD_MARGIN = 4
const CHARACTERS_BEFORE_CARD_FOR_CARD_CUE = 50
const CHARACTERS_BEFORE_CARD_FOR_OTHER_CUE = 24
const CHARACTERS_BEFORE_UNCHECKED_CARD = 30
const IBAN_REACH = 64
const IBAN_LEAD = 20
const MIN_IBAN_CHARACTERS = 15
const MAX_IBAN_CHARACTERS = 34
const MIN_WALLET_CHARACTERS = 25
const MAX_WALLET_CHARACTERS = 110
const WALLET_LEAD = 60
const ANNOUNCED_REACH = 64
const EXPIRY_LEAD = 80
const EXPIRY_REACH = 60
const MIN_ACCOUNT_DIGITS = 6
const MAX_ACCOUNT_DIGITS = 17
const MIN_CELL_CHARACTERS = 4
const MAX_CHARACTERS_OF_NUMBER_CELL = 42
const MIN_CELL_DIGITS = 4

const cardCue = /card|visa|master|amex|credit|debit|\bcc\b|payment|charge|karte|tarjeta|carte|carta|cartão/i
const notCard =
  /\b(?:model|serial|part|sku|tracking|order|ref(?:erence)?|id|isbn|imei|code|build|version|no|commit|hash|doi)\.?\s?(?:no|number|#)?[.:#]?\s*$/i
const cardGroups = /^(?:4-4-4-4|4-6-5|4-6-4|4-4-4-4-3|4-4-5|6-13)$/
const cardShape = /(?:(?<![\w./#=-])|(?<=(?<!\w)_{1,2}))\d(?:[ \-./·_]?\d){11,22}(?!(?!_{1,2}(?:\W|$))\w|-\d|[.,]\d)/g
const cardMark = /[ \-./·_]/g

const groupsOf = (number: string): string => {
  let shape = ""
  let from = 0
  for (let i = 0; i <= number.length; i++) {
    if (i < number.length && isDigit(number.charCodeAt(i))) continue
    shape += from === 0 ? i : `-${i - from}`
    from = i + 1
  }
  return shape
}

const countDigits = (number: string): number => {
  let digits = 0
  for (let i = 0; i < number.length; i++) if (isDigit(number.charCodeAt(i))) digits++
  return digits
}

/** Matches marks between digits that are frequent in other numbers: versions, dates, paths. */
const rareMark = /[./·_]/
const spacedOut = /^1(?:-1){11,18}$/

const cards = (scan: Scan, numbers: Groups, tables: Tables, add: Add): void => {
  const { text } = scan
  for (let g = 0; g < numbers.length; g += GROUP) {
    if (numbers[g + 2]! < MIN_CARD_DIGITS || within(scan.urls, numbers[g]!)) continue
    const base = Math.max(0, numbers[g]! - 2)
    const window = text.slice(base, numbers[g + 1]! + CARD_MARGIN)
    cardShape.lastIndex = 0
    for (let match = cardShape.exec(window); match !== null; match = cardShape.exec(window)) {
      const raw = match[0]
      const start = base + match.index
      const count = countDigits(raw)
      if (count < MIN_CARD_DIGITS || count > MAX_CARD_DIGITS) continue
      const grouped = count < raw.length
      const shape = grouped ? groupsOf(raw) : ""
      const isSpacedOut = isDigit(unitAt(raw, 0)) && !isDigit(unitAt(raw, 1)) && spacedOut.test(shape)
      if (grouped && !isSpacedOut && !cardGroups.test(shape)) continue
      const isRare = grouped && rareMark.test(raw)
      if (isRare && new Set(raw.match(cardMark)).size > 1) continue
      const digits = grouped ? raw.replace(cardMark, "") : raw
      const head = headerAt(tables, start)
      const announced = cardCue.test(textBefore(text, start, CHARACTERS_BEFORE_CARD_FOR_CARD_CUE)) ||
        head !== undefined && cardCue.test(head)
      if (luhn(digits) && isCardRange(digits) && !/^(\d)\1+$/.test(digits)) {
        if (
          announced ||
          !isSpacedOut && isStrongCard(digits) &&
            !notCard.test(textBefore(text, start, CHARACTERS_BEFORE_CARD_FOR_OTHER_CUE))
        ) {
          add(start, start + raw.length, announced ? SURE.proven : SURE.checked, "card")
        }
      } else if (isRare || isSpacedOut) continue
      else if (
        grouped && /^4-(?:4-4-4|6-5)$/.test(shape) &&
        /card|karte|tarjeta|carte/i.test(textBefore(text, start, CHARACTERS_BEFORE_UNCHECKED_CARD))
      ) {
        add(start, start + raw.length, SURE.cardShape, "card")
      } else if (
        shape === "4-4-4-4" && /^(?:4\d|5[1-5]|6011)/.test(digits) &&
        !notCard.test(textBefore(text, start, CHARACTERS_BEFORE_CARD_FOR_OTHER_CUE))
      ) {
        add(start, start + raw.length, SURE.cardShape, "card")
      }
    }
  }
}

const ibanBody = /^[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){10,40}/

const endsInLetters = (text: string, start: number): boolean =>
  isLetter(text.charCodeAt(start)) && isLetter(text.charCodeAt(start + 1))

const ibans = (scan: Scan, add: Add): void => {
  const { digits, text } = scan
  for (let i = 0; i < digits.length; i += 2) {
    const start = digits.at[i]! - 2
    if (start < 0 || digits.at[i + 1]! - digits.at[i]! < 2 || !endsInLetters(text, start)) continue
    const country = text.slice(start, start + 2).toUpperCase()
    const length = ibanLength(country)
    if (length === undefined || /[A-Za-z0-9]/.test(text[start - 1] ?? "")) continue
    const body = ibanBody.exec(textAfter(text, start, IBAN_REACH))
    if (body === null) continue
    let taken = 0
    let end = 0
    for (; end < body[0].length && taken < length; end++) if (!/[ -]/.test(body[0][end]!)) taken++
    const iban = body[0].slice(0, end).replace(/[ -]/g, "").toUpperCase()
    if (iban.length !== length || /[A-Za-z0-9]/.test(text[start + end] ?? "")) continue
    const valid = isIban(iban)
    if (valid || /iban/i.test(textBefore(text, start, IBAN_LEAD))) {
      add(start, start + end, valid ? SURE.proven : SURE.unchecked, "iban")
    }
  }
}

const wallet =
  /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71}|BC1[02-9AC-HJ-NP-Z]{11,71}|(?:ltc|tb)1[02-9ac-hj-np-z]{11,71}|0x[0-9a-fA-F]{40}|[LMD][1-9A-HJ-NP-Za-km-z]{26,33}|T[1-9A-HJ-NP-Za-km-z]{33}|r[1-9A-HJ-NP-Za-km-z]{24,34}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|addr1[02-9ac-hj-np-z]{50,100})$/

const walletHeads = new Uint8Array(Unit.BEYOND_ASCII)
for (const sign of "13bBlt0LMDTr4a") walletHeads[sign.charCodeAt(0)] = 1

const wallets = (scan: Scan, add: Add): void => {
  const { text, tokens } = scan
  for (let i = 0; i < tokens.length; i += 2) {
    let start = tokens.at[i]!
    let end = tokens.at[i + 1]!
    while (unitAt(text, start) === Unit.UNDERSCORE) start++
    while (end > start && text.charCodeAt(end - 1) === Unit.UNDERSCORE) end--
    if (end - start < MIN_WALLET_CHARACTERS || end - start > MAX_WALLET_CHARACTERS) continue
    if (walletHeads[text.charCodeAt(start)] !== 1) continue
    const token = text.slice(start, end)
    if (!wallet.test(token)) continue
    const lead = textBefore(text, start, WALLET_LEAD)
    let valid = false
    if (/^(?:bc1|ltc1|tb1)/i.test(token)) valid = isBech32(token)
    else if (/^0x|^addr1/.test(token)) valid = true
    else if (token[0] === "r") valid = /xrp|ripple/i.test(lead)
    else if (token[0] === "4") valid = /monero|xmr/i.test(lead)
    else valid = /\d/.test(token) && isBase58Check(token)
    if (valid || /\b(?:wallet|btc|bitcoin|crypto|donat\w+)\b/i.test(lead)) add(start, end, SURE.verified, "wallet")
  }
}

const accountAfter =
  /^[.\s]{0,2}(?:(?:no|nr|num(?:ber)?|nbr|id|#|nummer|número)\.?\s?)?(?:[:#|*=\s"'`-]|is|to|ending in){0,8}((?:[A-Z]{2,4}-?)?\d{2,6}(?:[ -]?\d{2,6}){1,4}|\d{6,17})(?!\d|[,.]\d|[/-]\d)/i
const ibanAfter =
  /^[\s:#|*="'`-]{0,8}(?:(?:is|no|number|nr)\b[.:\s]{0,4})?([A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){2,9})(?![A-Za-z0-9])/

interface Announced {
  readonly words: string
  readonly shape: RegExp
  readonly sure: number
  readonly reason: string
  readonly isValid?: (found: Found) => boolean
}

interface Found {
  readonly word: string
  readonly match: RegExpExecArray
  readonly number: string
  readonly text: string
  readonly start: number
  readonly end: number
}

const mayBeIban = ({ number }: Found): boolean => {
  const plain = number.replaceAll(" ", "")
  return plain.length >= MIN_IBAN_CHARACTERS && plain.length <= MAX_IBAN_CHARACTERS && /\d{6}/.test(plain)
}

/** Returns whether a number may be a routing number. Without a checksum, only the words before it identify it. */
const mayBeRouting = ({ match, number, word }: Found): boolean => {
  if (isRouting(number)) return true
  const between = match[0].slice(0, -number.length)
  return word !== "wire" && word !== "ach" && /^\W*(?:(?:routing|no|num(?:ber)?|#|code)\W*){1,3}$/i.test(between)
}

const isNoWord = ({ number }: Found): boolean => !/^(?:NUMBER|ADDRESS|ACCOUNT|PAYMENT|TRANSFER|BANKING)/.test(number)

const isCardCode = ({ match, word }: Found): boolean => word !== "security" || /^\s?code/i.test(match[0])

const isOfCard = ({ end, start, text }: Found): boolean => {
  const near = text.slice(Math.max(0, start - EXPIRY_LEAD), end + EXPIRY_REACH)
  return cardCue.test(near) || /cv[vc]/i.test(near)
}

const mayBeAccount = ({ number }: Found): boolean => {
  const digits = number.replace(/\D/g, "").length
  return digits >= MIN_ACCOUNT_DIGITS && digits <= MAX_ACCOUNT_DIGITS &&
    !/^(?:19|20)\d\d[- ]\d\d[- ]\d\d/.test(number) &&
    !/^\(?\d{3}[-. ]\d{3}[-. ]\d{4}$/.test(number)
}

const account: Announced = {
  words: "",
  shape: accountAfter,
  sure: SURE.announced,
  reason: "account",
  isValid: mayBeAccount
}

const announcements: ReadonlyArray<Announced> = [
  { words: "iban", shape: ibanAfter, sure: SURE.ibanShape, reason: "iban", isValid: mayBeIban },
  {
    words: "routing routingnumber aba rtn transit wire ach",
    shape: /^[^\d\n]{0,28}?(?<!\d)(\d{9})(?!\d)/,
    sure: SURE.announced,
    reason: "routing",
    isValid: mayBeRouting
  },
  {
    words: "swift bic",
    shape: /^[^\n]{0,24}?(?<![A-Za-z0-9])([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])/,
    sure: SURE.announced,
    reason: "bic",
    isValid: isNoWord
  },
  {
    words: "sort",
    shape: /^\s?(?:code)?\W{0,6}(\d{2}[- ]?\d{2}[- ]?\d{2})(?!\d)/i,
    sure: SURE.announced,
    reason: "sort-code"
  },
  { words: "bsb", shape: /^\W{0,6}(\d{3}[- ]?\d{3})(?!\d)/, sure: SURE.announced, reason: "sort-code" },
  {
    words: "blz bankleitzahl",
    shape: /^\W{0,6}(\d{3} ?\d{3} ?\d{2})(?!\d)/,
    sure: SURE.announced,
    reason: "sort-code"
  },
  {
    words: "ifsc",
    shape: /^(?:\s?code)?\W{0,6}([A-Z]{4}0[A-Z0-9]{6})(?![A-Z0-9])/,
    sure: SURE.announced,
    reason: "sort-code"
  },
  { words: "clabe", shape: /^\W{0,6}(\d{18})(?!\d)/, sure: SURE.checked, reason: "account" },
  {
    words: "cvv cvc cvv2 cvc2 security",
    shape: /^2?(?:\s?(?:code|number|no\.?))?\W{0,6}(\d{3,4})(?!\d)/i,
    sure: SURE.announced,
    reason: "card-code",
    isValid: isCardCode
  },
  {
    words: "expiry expiration expires exp",
    shape: /^(?:\s?date)?\W{0,6}((?:0[1-9]|1[0-2])\s?[/-]\s?(?:20)?\d{2})(?![\d/-])/i,
    sure: SURE.announced,
    reason: "card-expiry",
    isValid: isOfCard
  },
  account
]

const byWord = new Map(announcements.flatMap((row) => row.words.split(" ").map((word) => [word, row] as const)))
/**
 * Matches the end of a program's name such as `accountId`. It identifies a record of the program, so it is not a cue.
 */
const ofProgram = /^(?:Id|_id|ID)(?![A-Za-z])/
const ID_REACH = 4

/** Words that describe a number without announcing one. */
const silent = new Set(["wallet", "debit"])

/** Adds the numbers that cues announce. The text after each cue is limited, and no text is read twice. */
const announced = (scan: Scan, add: Add): void => {
  const { cues, text, urls } = scan
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    if ((cues.at[i]! & FINANCE) === 0) continue
    const start = cues.at[i + 1]!
    const end = cues.at[i + 2]!
    const word = text.slice(start, end).toLowerCase()
    const row = byWord.get(word) ?? account
    const { isValid, reason, shape, sure } = row
    const match = silent.has(word) ? null : shape.exec(textAfter(text, end, ANNOUNCED_REACH))
    if (match === null) continue
    const number = match[1]!
    if (isValid !== undefined && !isValid({ word, match, number, text, start, end })) continue
    if (row === account && ofProgram.test(textAfter(text, end, ID_REACH))) continue
    const last = end + match[0].length
    if (!within(urls, last - number.length)) add(last - number.length, last, sure, reason)
  }
}

const accountHead =
  /^(?:.*\b)?(?:account|acct|konto|kto|compte|cuenta|rekening|iban|bic|swift|routing|aba|card|credit.?card|cc|sort.?code|ssn|passport|tax.?id|clabe)(?:[ _-]?(?:no|nr|num|number|#|code|nummer))?\.?$/i

const columns = (scan: Scan, tables: Tables, add: Add): void => {
  eachCell(scan.text, tables, (head, start, end) => {
    if (end - start > MAX_CHARACTERS_OF_NUMBER_CELL || end - start < MIN_CELL_CHARACTERS || !accountHead.test(head)) {
      return
    }
    const cell = scan.text.slice(start, end)
    if (!/^[A-Z]{0,6}[\dA-Z*]+(?:[ .-][\dA-Z*]+){0,8}$/i.test(cell)) return
    const digits = cell.replace(/\D/g, "").length
    if (
      digits >= MIN_CELL_DIGITS && !/[a-z]{3}/.test(cell) ||
      /bic|swift/i.test(head) && /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(cell)
    ) {
      add(start, end, SURE.shaped, "column")
    }
  })
}

export const financials = (scan: Scan, numbers: Groups, tables: Tables, out: Array<Span>): void => {
  const add: Add = (start, end, score, reason) => {
    out.push({ start, end, entity: "FINANCIAL", score, reason })
  }
  if (numbers.length > 0) cards(scan, numbers, tables, add)
  if (scan.digits.length > 0) ibans(scan, add)
  if (scan.tokens.length > 0) wallets(scan, add)
  if ((scan.kinds & FINANCE) !== 0) announced(scan, add)
  government(scan, add)
  nationalNumbers(scan, add)
  if (tables.length > 0) {
    columns(scan, tables, add)
    numberColumns(scan.text, tables, add)
  }
}
