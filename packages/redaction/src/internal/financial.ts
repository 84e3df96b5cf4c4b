/**
 * Finds cards, accounts, wallets and the numbers states give to persons.
 *
 * @since 0.1.0
 */
import { isLetter } from "@dunlin/common/CodeUnit"
import type { Span } from "../Span.ts"
import { FINANCE, GOVERNMENT } from "./cues.ts"
import {
  ibanLength,
  isBase58Check,
  isBech32,
  isCardRange,
  isCpf,
  isIban,
  isRouting,
  isStrongCard,
  luhn
} from "./digits.ts"
import type { Groups } from "./groups.ts"
import { type Scan, within } from "./scan.ts"
import { eachCell, headerAt, type Tables } from "./tables.ts"

const cardCue = /card|visa|master|amex|credit|debit|\bcc\b|payment|charge|karte|tarjeta|carte|carta|cartão/i
const notCard =
  /\b(?:model|serial|part|sku|tracking|order|ref(?:erence)?|id|isbn|imei|code|build|version|no|commit|hash|doi)\.?\s?(?:no|number|#)?[.:#]?\s*$/i
const cardGroups = /^(?:4-4-4-4|4-6-5|4-6-4|4-4-4-4-3|4-4-5|6-13)$/
/** Digits of a card with at most one mark between two of them. */
const cardShape = /(?<![\w./#=-])\d(?:[ \-./·_]?\d){11,22}(?![\w]|-\d|[.,]\d)/g
const cardMark = /[ \-./·_]/g
/** Marks that stand in other numbers too: versions, dates, paths. */
const rareMark = /[./·_]/
/** A card of which every digit stands alone. */
const spacedOut = /^1(?:-1){11,18}$/

type Add = (start: number, end: number, score: number, reason: string) => void

const before = (text: string, start: number, length: number): string => text.slice(Math.max(0, start - length), start)

const cards = (scan: Scan, numbers: Groups, tables: Tables, add: Add): void => {
  const { text } = scan
  for (let g = 0; g < numbers.length; g += 3) {
    if (numbers[g + 2]! < 12 || within(scan.urls, numbers[g]!)) continue
    const base = Math.max(0, numbers[g]! - 2)
    const window = text.slice(base, numbers[g + 1]! + 4)
    cardShape.lastIndex = 0
    for (let match = cardShape.exec(window); match !== null; match = cardShape.exec(window)) {
      const raw = match[0]
      const start = base + match.index
      const digits = raw.replace(cardMark, "")
      if (digits.length < 12 || digits.length > 19) continue
      const isRare = rareMark.test(raw)
      if (isRare && new Set(raw.match(cardMark)).size > 1) continue
      const shape = raw.split(cardMark).map((part) => part.length).join("-")
      const grouped = shape.includes("-")
      const isSpacedOut = spacedOut.test(shape)
      if (grouped && !cardGroups.test(shape) && !isSpacedOut) continue
      const head = headerAt(tables, start)
      const announced = cardCue.test(before(text, start, 50)) || head !== undefined && cardCue.test(head)
      if (luhn(digits) && isCardRange(digits) && !/^(\d)\1+$/.test(digits)) {
        if (announced || !isSpacedOut && isStrongCard(digits) && !notCard.test(before(text, start, 24))) {
          add(start, start + raw.length, announced ? 0.99 : 0.9, "card")
        }
      } else if (isRare || isSpacedOut) continue
      else if (
        grouped && /^4-(?:4-4-4|6-5)$/.test(shape) && /card|karte|tarjeta|carte/i.test(before(text, start, 30))
      ) {
        add(start, start + raw.length, 0.6, "card")
      } else if (shape === "4-4-4-4" && /^(?:4\d|5[1-5]|6011)/.test(digits) && !notCard.test(before(text, start, 24))) {
        add(start, start + raw.length, 0.6, "card")
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
    const start = digits[i]! - 2
    if (start < 0 || digits[i + 1]! - digits[i]! < 2 || !endsInLetters(text, start)) continue
    const country = text.slice(start, start + 2).toUpperCase()
    const length = ibanLength(country)
    if (length === undefined || /[A-Za-z0-9]/.test(text[start - 1] ?? "")) continue
    const body = ibanBody.exec(text.slice(start, start + 64))
    if (body === null) continue
    let taken = 0
    let end = 0
    for (; end < body[0].length && taken < length; end++) if (!/[ -]/.test(body[0][end]!)) taken++
    const iban = body[0].slice(0, end).replace(/[ -]/g, "").toUpperCase()
    if (iban.length !== length || /[A-Za-z0-9]/.test(text[start + end] ?? "")) continue
    const valid = isIban(iban)
    if (valid || /iban/i.test(before(text, start, 20))) add(start, start + end, valid ? 0.99 : 0.7, "iban")
  }
}

const wallet =
  /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71}|BC1[02-9AC-HJ-NP-Z]{11,71}|(?:ltc|tb)1[02-9ac-hj-np-z]{11,71}|0x[0-9a-fA-F]{40}|[LMD][1-9A-HJ-NP-Za-km-z]{26,33}|T[1-9A-HJ-NP-Za-km-z]{33}|r[1-9A-HJ-NP-Za-km-z]{24,34}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|addr1[02-9ac-hj-np-z]{50,100})$/

const wallets = (scan: Scan, add: Add): void => {
  const { text, tokens } = scan
  for (let i = 0; i < tokens.length; i += 2) {
    const start = tokens[i]!
    const end = tokens[i + 1]!
    if (end - start < 25 || end - start > 110) continue
    const token = text.slice(start, end)
    if (!wallet.test(token)) continue
    const lead = before(text, start, 60)
    let valid = false
    if (/^(?:bc1|ltc1|tb1)/i.test(token)) valid = isBech32(token)
    else if (/^0x|^addr1/.test(token)) valid = true
    else if (token[0] === "r") valid = /xrp|ripple/i.test(lead)
    else if (token[0] === "4") valid = /monero|xmr/i.test(lead)
    else valid = /\d/.test(token) && isBase58Check(token)
    if (valid || /\b(?:wallet|btc|bitcoin|crypto|donat\w+)\b/i.test(lead)) add(start, end, 0.95, "wallet")
  }
}

const accountAfter =
  /^[.\s]{0,2}(?:(?:no|nr|num(?:ber)?|nbr|id|#|nummer|número)\.?\s?)?(?:[:#|*=\s"'`-]|is|to|ending in){0,8}((?:[A-Z]{2,4}-?)?\d{2,6}(?:[ -]?\d{2,6}){1,4}|\d{6,17})(?!\d|[,.]\d|[/-]\d)/i
const ibanAfter =
  /^[\s:#|*="'`-]{0,8}(?:(?:is|no|number|nr)\b[.:\s]{0,4})?([A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){2,9})(?![A-Za-z0-9])/

/** What follows a financial cue word. Windows are bounded; nothing is read twice. */
const announced = (scan: Scan, add: Add): void => {
  const { cues, text } = scan
  for (let i = 0; i < cues.length; i += 3) {
    if ((cues[i]! & FINANCE) === 0) continue
    const end = cues[i + 2]!
    const word = text.slice(cues[i + 1]!, end).toLowerCase()
    const window = text.slice(end, end + 64)
    const take = (match: RegExpExecArray | null, score: number, reason: string): boolean => {
      if (match === null) return false
      const start = end + match[0].length - match[1]!.length
      if (within(scan.urls, start)) return false
      add(start, start + match[1]!.length, score, reason)
      return true
    }
    if (word === "iban") {
      const match = ibanAfter.exec(window)
      const plain = match?.[1]!.replaceAll(" ", "") ?? ""
      if (plain.length >= 15 && plain.length <= 34 && /\d{6}/.test(plain)) take(match, 0.65, "iban")
    } else if (/^(?:rout|aba|rtn|transit|wire|ach)/.test(word)) {
      const match = /^[^\d\n]{0,28}?(?<!\d)(\d{9})(?!\d)/.exec(window)
      if (match === null) continue
      const valid = isRouting(match[1]!)
      const named = /^\W*(?:(?:routing|no|num(?:ber)?|#|code)\W*){1,3}$/i.test(match[0].slice(0, -9))
      if (valid || named && word !== "wire" && word !== "ach") take(match, 0.85, "routing")
    } else if (word === "swift" || word === "bic") {
      const match = /^[^\n]{0,24}?(?<![A-Za-z0-9])([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])/.exec(window)
      if (match !== null && !/^(?:NUMBER|ADDRESS|ACCOUNT|PAYMENT|TRANSFER|BANKING)/.test(match[1]!)) {
        take(match, 0.85, "bic")
      }
    } else if (word === "sort") {
      take(/^\s?(?:code)?\W{0,6}(\d{2}[- ]?\d{2}[- ]?\d{2})(?!\d)/i.exec(window), 0.85, "sort-code")
    } else if (word === "bsb") take(/^\W{0,6}(\d{3}[- ]?\d{3})(?!\d)/.exec(window), 0.85, "sort-code")
    else if (word === "blz" || word === "bankleitzahl") {
      take(/^\W{0,6}(\d{3} ?\d{3} ?\d{2})(?!\d)/.exec(window), 0.85, "sort-code")
    } else if (word === "ifsc") {
      take(/^(?:\s?code)?\W{0,6}([A-Z]{4}0[A-Z0-9]{6})(?![A-Z0-9])/.exec(window), 0.85, "sort-code")
    } else if (word === "clabe") take(/^\W{0,6}(\d{18})(?!\d)/.exec(window), 0.9, "account")
    else if (/^(?:cv|security)/.test(word)) {
      if (word === "security" && !/^\s?code/i.test(window)) continue
      take(/^2?(?:\s?(?:code|number|no\.?))?\W{0,6}(\d{3,4})(?!\d)/i.exec(window), 0.85, "card-code")
    } else if (word.startsWith("exp")) {
      const match = /^(?:\s?date)?\W{0,6}((?:0[1-9]|1[0-2])\s?[/-]\s?(?:20)?\d{2})(?![\d/-])/i.exec(window)
      const near = text.slice(Math.max(0, cues[i + 1]! - 80), end + 60)
      if (match !== null && (cardCue.test(near) || /cv[vc]/i.test(near))) take(match, 0.85, "card-expiry")
    } else if (word !== "wallet" && word !== "debit" && word !== "security") {
      const match = accountAfter.exec(window)
      if (match === null) continue
      const digits = match[1]!.replace(/\D/g, "")
      if (digits.length < 6 || digits.length > 17) continue
      if (/^(?:19|20)\d\d[- ]\d\d[- ]\d\d/.test(match[1]!) || /^\(?\d{3}[-. ]\d{3}[-. ]\d{4}$/.test(match[1]!)) continue
      take(match, 0.85, "account")
    }
  }
}

const ssn = /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/y
const governmentAfter =
  /^(?:[\s_]?(?:security|insurance|identity|identification|licen[cs]e|passport|tax|id|card)){0,3}(?:[\s_]?(?:no|nr|number|num|#|nº|code|id)\b\.?)?(?:[:#|*=\s"'`]|is|was){1,6}([A-Z]{0,3}[ -]?\d[\dA-Z](?:[ .\-/]?[\dA-Z]){3,14})(?![A-Za-z0-9])/i

/** Numbers of persons: SSN, passport, tax and insurance numbers. They count as FINANCIAL. */
const government = (scan: Scan, add: Add): void => {
  const { cues, digits, text } = scan
  for (let i = 0; i < digits.length; i += 2) {
    const start = digits[i]!
    if (digits[i + 1]! - start !== 3 || digits[i + 2] !== start + 4 || digits[i + 3] !== start + 6) continue
    ssn.lastIndex = start
    if (ssn.test(text)) add(start, start + 11, 0.8, "government")
  }
  if ((scan.kinds & GOVERNMENT) === 0) return
  for (let i = 0; i < cues.length; i += 3) {
    if ((cues[i]! & GOVERNMENT) === 0) continue
    const end = cues[i + 2]!
    const word = text.slice(cues[i + 1]!, end).toLowerCase()
    if (
      /^(?:social|national|driver|drivers|tax|insurance|licen[cs]e|vat|pan|sin|tin|cap|nir|nif|cpr|sin|nhs|ein|nie)$/
        .test(word)
    ) {
      const needs = /^(?:social|national|drivers?|tax|insurance|licen[cs]e|vat)$/.test(word)
      if (
        needs &&
        !/^['’s]{0,2}[\s_]?(?:security|insurance|identity|identification|licen[cs]e|id|no|nr|number|num|#)/i.test(
          text.slice(end, end + 24)
        )
      ) continue
      if (!needs && text.slice(cues[i + 1]!, end) !== word.toUpperCase()) continue
    }
    const match = governmentAfter.exec(text.slice(end, end + 72))
    if (match === null) continue
    const plain = match[1]!.replace(/[^0-9A-Za-z]/g, "")
    if (plain.length < 6 || (plain.match(/\d/g)?.length ?? 0) < 4) continue
    if (/^(?:19|20)\d\d(?:\D|$)/.test(match[1]!) || within(scan.urls, end)) continue
    if (/[a-z]{3}/.test(match[1]!)) continue
    const start = end + match[0].length - match[1]!.length
    add(start, start + match[1]!.length, word === "cpf" && isCpf(plain) ? 0.95 : 0.7, "government")
  }
}

const accountHead =
  /^(?:.*\b)?(?:account|acct|konto|kto|compte|cuenta|rekening|iban|bic|swift|routing|aba|card|credit.?card|cc|sort.?code|ssn|passport|tax.?id|clabe)(?:[ _-]?(?:no|nr|num|number|#|code|nummer))?\.?$/i

const columns = (scan: Scan, tables: Tables, add: Add): void => {
  eachCell(scan.text, tables, (head, start, end) => {
    if (end - start > 42 || end - start < 4 || !accountHead.test(head)) return
    const cell = scan.text.slice(start, end)
    if (!/^[A-Z]{0,6}[\dA-Z*]+(?:[ .-][\dA-Z*]+){0,8}$/i.test(cell)) return
    const digits = cell.replace(/\D/g, "").length
    if (
      digits >= 4 && !/[a-z]{3}/.test(cell) || /bic|swift/i.test(head) && /^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/.test(cell)
    ) {
      add(start, end, 0.8, "column")
    }
  })
}

/** Adds every financial number of a text. */
export const financials = (scan: Scan, numbers: Groups, tables: Tables, out: Array<Span>): void => {
  const add: Add = (start, end, score, reason) => {
    out.push({ start, end, entity: "FINANCIAL", score, reason })
  }
  if (numbers.length > 0) cards(scan, numbers, tables, add)
  if (scan.digits.length > 0) ibans(scan, add)
  if (scan.tokens.length > 0) wallets(scan, add)
  if ((scan.kinds & FINANCE) !== 0) announced(scan, add)
  government(scan, add)
  columns(scan, tables, add)
}
