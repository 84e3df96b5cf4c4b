/**
 * Finds the numbers that states issue to persons: SSN, passport, tax and insurance numbers. They count as FINANCIAL.
 */
import { isUpperLetter } from "@dunlin/text/CodeUnit"
import { textAfter, unitAt } from "./around.ts"
import { GOVERNMENT } from "./cues.ts"
import { isChineseId, isCpf, isGermanTaxId, isItalianTaxCode, isTurkishId } from "./digits.ts"
import { type Add, SURE } from "./numberEvidence.ts"
import { within } from "./offsets.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"

const SSN_LENGTH = 11
const SSN_SECOND = 4
const SSN_THIRD = 6
const SSN_HYPHEN = 3
/** Maximum distance from a cue to the rest of its name, as in `Social Security Number`. */
const CHARACTERS_AFTER_CUE_FOR_REST_OF_NAME = 24
const CHARACTERS_AFTER_CUE_FOR_STATE_NUMBER = 72
const MIN_GOVERNMENT_CHARACTERS = 6
const MIN_GOVERNMENT_DIGITS = 4

const ssn = /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/y
const governmentAfter =
  /^(?:[\s_]?(?:security|insurance|identity|identification|licen[cs]e|passport|tax|id|card|серия)){0,3}(?:[\s_-]?(?:no|nr|number|num|#|nº|code|id|n°|№|номер)(?![\p{L}\d])\.?)?(?:[:#|*=\s"'`–—-]|is|was|ist|est|es|era|é|è|är|er|jest|это|номер|№){1,6}(?<![\p{L}\d])([A-Z]{0,3}[ -]?\d[\dA-Z](?:[ .\-/]?[\dA-Z]){3,14})(?![A-Za-z0-9])/iu

/** Forms that a number must have after an ambiguous cue word. */
const governmentForms: ReadonlyMap<string, RegExp> = new Map([
  ["ni", /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/i],
  ["kimlik", /^[1-9]\d{10}$/],
  ["identifikationsnummer", /^[1-9]\d{10}$/],
  ["rfc", /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/],
  ["паспорт", /^\d{9,10}$/],
  ["паспорта", /^\d{9,10}$/],
  ["инн", /^\d{10}(?:\d\d)?$/],
  ["снилс", /^\d{11}$/]
])

/** Returns whether the check digits of a number are valid; false for cue words without a published algorithm. */
const isChecked = (word: string, plain: string): boolean => {
  if (word === "cpf") return isCpf(plain)
  if (word === "kimlik" || word === "tckn") return isTurkishId(plain)
  return /^(?:steuer|idnr|identifikationsnummer)/.test(word) && isGermanTaxId(plain)
}

const eastAsianIds =
  /(?:身份证|身分证|身份證|身分證|주민등록번호|주민번호|외국인등록번호|マイナンバー|個人番号)(?:号码|號碼|号|號|字號)?(?:[是为為はが는은:：|*\s]){0,6}(\d{17}[\dXx]|[A-Z][12]\d{8}|\d{6}[ -]?[1-8]\d{6}|\d{4}[ -]?\d{4}[ -]?\d{4})(?![\dA-Za-z]|-\d)/g

const eastAsianGovernment = ({ text, urls }: Scan, add: Add): void => {
  for (const { 0: whole, 1: number, index } of text.matchAll(eastAsianIds)) {
    const end = index + whole.length
    const start = end - number!.length
    if (!within(urls, start)) add(start, end, isChineseId(number!) ? SURE.verified : SURE.unchecked, "government")
  }
}

const ITALIAN_LETTERS = 6
const ITALIAN_LENGTH = 16

const italian = (text: string, start: number, add: Add): void => {
  const end = start + ITALIAN_LENGTH
  if (start < 0 || /\w/.test(text[start - 1] ?? "") || /\w/.test(text[end] ?? "")) return
  if (isItalianTaxCode(text.slice(start, end))) add(start, end, SURE.verified, "government")
}

export const government = (scan: Scan, add: Add): void => {
  const { cues, digits, text } = scan
  for (let i = 0; i < digits.length; i += 2) {
    const start = digits.at[i]!
    if (
      digits.at[i + 1]! - start === 2 && isUpperLetter(unitAt(text, start - 1)) &&
      isUpperLetter(unitAt(text, start + 2))
    ) {
      italian(text, start - ITALIAN_LETTERS, add)
      continue
    }
    if (
      digits.at[i + 1]! - start !== SSN_HYPHEN || digits.at[i + 2] !== start + SSN_SECOND ||
      digits.at[i + 3] !== start + SSN_THIRD
    ) continue
    ssn.lastIndex = start
    if (ssn.test(text)) add(start, start + SSN_LENGTH, SURE.shaped, "government")
  }
  if (scan.cjk && digits.length > 0) eastAsianGovernment(scan, add)
  if ((scan.kinds & GOVERNMENT) === 0) return
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    if ((cues.at[i]! & GOVERNMENT) === 0) continue
    const end = cues.at[i + 2]!
    const word = text.slice(cues.at[i + 1]!, end).toLowerCase()
    if (
      /^(?:social|national|driver|drivers|tax|insurance|licen[cs]e|vat|pan|sin|tin|cap|nir|nif|cpr|sin|nhs|ein|nie|ni)$/
        .test(word)
    ) {
      const needs = /^(?:social|national|drivers?|tax|insurance|licen[cs]e|vat)$/.test(word)
      if (
        needs &&
        !/^['’s]{0,2}[\s_]?(?:security|insurance|identity|identification|licen[cs]e|id|no|nr|number|num|#)/i.test(
          textAfter(text, end, CHARACTERS_AFTER_CUE_FOR_REST_OF_NAME)
        )
      ) continue
      if (!needs && text.slice(cues.at[i + 1]!, end) !== word.toUpperCase()) continue
    }
    const match = governmentAfter.exec(textAfter(text, end, CHARACTERS_AFTER_CUE_FOR_STATE_NUMBER))
    if (match === null) continue
    const plain = match[1]!.replace(/[^0-9A-Za-z]/g, "")
    if (plain.length < MIN_GOVERNMENT_CHARACTERS || plain.replace(/\D/g, "").length < MIN_GOVERNMENT_DIGITS) continue
    if (/^(?:19|20)\d\d(?:\D|$)/.test(match[1]!) || within(scan.urls, end)) continue
    if (/[a-z]{3}/.test(match[1]!) || governmentForms.get(word)?.test(plain) === false) continue
    const start = end + match[0].length - match[1]!.length
    add(start, start + match[1]!.length, isChecked(word, plain) ? SURE.verified : SURE.unchecked, "government")
  }
}
