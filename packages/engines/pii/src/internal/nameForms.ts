/**
 * Finds names without capitals: in lower case, in handles, after labels, and in East Asian scripts.
 *
 * @since 0.1.0
 */
import * as Unit from "@dunlin/text/Unit"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { hashOf, kindOf, NAME, SALUTE } from "./cues.ts"
import type { Paragraphs } from "./languages.ts"
import * as Lexicon from "./lexicon.ts"
import { SURE } from "./nameSure.ts"
import { type Add, wordBefore } from "./nameTokens.ts"
import { within } from "./offsets.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"

const {
  FAMILY,
  FAMILY_AMBIGUOUS,
  FAMOUS,
  GIVEN,
  GIVEN_AMBIGUOUS,
  isWord,
  listedWord,
  STOP,
  TITLE,
  WORDLIKE
} = Lexicon

const CHARACTERS_OF_LINE_BEFORE_NAME = 120
const CHARACTERS_OF_LINE_AFTER_NAME_START = 80
const WORD_REACH = 24
const GREETING_LEAD = 12
/** Minimum letters of a given name that is sure, even if the next word is on no list. */
const MIN_LETTERS_OF_SURE_GIVEN_NAME = 4
const MAX_LETTERS_OF_ABBREVIATED_TITLE = 4

/** Finds names in texts without capitals: `john smith`. */
export const lowerCase = (scan: Scan, paragraphs: Paragraphs, social: boolean, add: Add): void => {
  const { lower, text } = scan
  for (let i = 0; i < lower.length; i += 2) {
    const start = lower.at[i]!
    const end = lower.at[i + 1]!
    const word = text.slice(start, end)
    const facts = listedWord(word)
    if ((facts & (GIVEN | GIVEN_AMBIGUOUS | FAMOUS)) === 0) continue
    const before = text[start - 1] ?? " "
    if (!/[\s("'“>*_]/.test(before) || !/[ .,!?\n]/.test(text[end] ?? "\n")) continue
    if (social && (facts & FAMOUS) !== 0 && word !== "trump") {
      add(start, end, SURE.barely, "lower-case")
      continue
    }
    const language = paragraphs.at(start)
    if (language !== undefined && language !== "en") continue
    const sure = (facts & GIVEN) !== 0 && !isWord(word)
    if (within(scan.urls, start) || within(scan.code, start)) continue
    const next = /^ (\p{Ll}{3,20})(?![\p{L}\d_/@-]|\.\w)/u.exec(textAfter(text, end, WORD_REACH))
    const lead = textBefore(text, start, CHARACTERS_OF_LINE_BEFORE_NAME)
    const window = lead.slice(lead.lastIndexOf("\n") + 1) + text.slice(start, end + CHARACTERS_OF_LINE_AFTER_NAME_START)
    const quiet = !/\p{Lu}/u.test(window.split("\n")[0]!)
    if (next !== null && word.length > 2) {
      const surname = next[1]!
      if (
        sure && (listedWord(surname) & (FAMILY | FAMILY_AMBIGUOUS)) !== 0 && toward.test(lead.slice(-GREETING_LEAD)) ||
        ((listedWord(surname) & FAMILY) !== 0 || sure && (listedWord(surname) & GIVEN) !== 0) && !isWord(surname) ||
        sure && english.test(window) && /^[\0-\x7f]+$/.test(word) &&
          (quiet || word.length > MIN_LETTERS_OF_SURE_GIVEN_NAME) &&
          surname.length >= MIN_LETTERS_OF_SURE_GIVEN_NAME &&
          !isWord(surname) && /^[\0-\x7f]/.test(surname) &&
          word.length >= MIN_LETTERS_OF_SURE_GIVEN_NAME && !commonForeign.test(window)
      ) {
        add(start, end + next[0].length, SURE.placed, "lower-case")
        continue
      }
    }
    if (!sure) continue
    if (
      social && word.length >= MIN_LETTERS_OF_SURE_GIVEN_NAME && (facts & (STOP | WORDLIKE)) === 0 &&
      !commonForeign.test(window)
    ) {
      add(start, end, SURE.barely, "lower-case")
      continue
    }
    const [cue, gap] = wordBefore(text, start)
    if (
      (listedWord(cue) & TITLE) !== 0 && /^\.? $/.test(gap) && cue.length <= MAX_LETTERS_OF_ABBREVIATED_TITLE ||
      relative.test(textBefore(text, start, WORD_REACH)) ||
      /(?:my name is|i'm|i am|called|named|call me|hi|hello|dear|hey) $/i.test(
          textBefore(text, start, GREETING_LEAD)
        ) && word.length >= MIN_LETTERS_OF_SURE_GIVEN_NAME
    ) {
      add(start, end, SURE.placed, "lower-case")
    }
  }
}

const relative =
  /\b(?:my|our|his|her|their|your) (?:boss|friend|wife|husband|brother|sister|son|daughter|father|mother|uncle|aunt|cousin|boyfriend|girlfriend|partner|roommate|colleague|coworker|teammate|neighbou?r|teacher|manager|doctor) $/i

/** Matches verbs whose object is the name of a person. */
const toward =
  /\b(?:with|met|meet|cc|thanks|thank|from|contact|email|call|ask|tell|dear|hi|hello|hey|regards,?|this is)\s$/i

const english = /\b(?:the|and|is|to|you|my|was|with|for|of|me|he|she|it|on|in)\b/
const commonForeign = /\b(?:de|la|el|que|los|las|les|des|und|der|die|das|il|per|con|não|para|och|det|het|een)\b/

const isGiven = (word: string): boolean => (listedWord(word) & GIVEN) !== 0
const isAmbiguous = (word: string): boolean => (listedWord(word) & GIVEN_AMBIGUOUS) !== 0
const isFamily = (word: string): boolean => (listedWord(word) & FAMILY) !== 0

const cjkLabel =
  /(?:姓名|氏名|名前|患者|お名前|担当者?|代表者?|作者|联系人|聯絡人|病人|이름|성명|환자|담당자)\s*[:：]\s*([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{1,5}(?:[ ・\u3000][\u3040-\u30ff\u3400-\u9fff]{1,6}(?![\u3400-\u9fff]*[:：]))?)/g
const cjkPair =
  /(?<![\u3040-\u30ff\u3400-\u9fff])([\u3400-\u9fff]{1,3}) [\u3040-\u30ff\u3400-\u9fff]{1,3}(?![\u3040-\u30ff\u3400-\u9fff])/g
const cjkHonorific =
  /(?<![\u3400-\u9fff])([\u3400-\u9fff]{1,3}(?: ?[\u3400-\u9fff]{1,2})?)(?=さん|様|氏|先生|君|ちゃん|女士)/g

/** Finds names in Chinese, Japanese and Korean. A label, a space or an honorific identifies such a name. */
export const cjkNames = ({ code, text }: Scan, add: Add): void => {
  for (const match of text.matchAll(cjkLabel)) {
    const start = match.index + match[0].length - match[1]!.length
    add(start, start + match[1]!.length, SURE.weaklyTitled, "cue")
  }
  for (const match of text.matchAll(cjkPair)) {
    if (!within(code, match.index)) add(match.index, match.index + match[0].length, SURE.introduced, "cjk")
  }
  for (const match of text.matchAll(cjkHonorific)) {
    if (isFamily(match[1]!.slice(0, 2)) || isFamily(match[1]!.slice(0, 1))) {
      add(match.index, match.index + match[0].length, SURE.introduced, "cjk")
    }
  }
}

const caselessLabel =
  /\s?[:|]\s?((?:[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{M}]{1,20}[ .'-]?){1,5})/uy
const introduced =
  /(?<=\b(?:my name is|my name's|i am called) )(\p{Ll}{3,20}(?: \p{Ll}{3,20})?)(?=[,.!?\n]| and i\b| from\b|$)/iuy
/** Matches subjects of a doctorate, as in `Dr. med.`. */
const subjects = /^(?:med|dent|vet|jur|iur|phil|rer|nat|oec|theol|habil|mult|ing|pharm)$/i
const addressed = /\.? (\p{Ll}{3,20})(?![\p{L}])/uy
const nameParameter = /=(\p{Lu}\p{Ll}{1,20}(?:(?:\+|%20)\p{Lu}\p{Ll}{1,20}){1,3})/uy

const part =
  /["'`*_]{0,3}\s{0,2}[:=>：]\s{0,2}["'`*_]{0,3}\s?(\p{Lu}(?:['’]\p{Lu})?[\p{Ll}\p{M}]{1,24}(?:[ -]\p{Lu}[\p{Ll}\p{M}]{1,24}){0,2})(?=["'`,;|<&)}\n\r*_]|\.?\s*$|\.\s)/uy
const partLead = /(?:first|last|given|family|middle|maiden)[_ -]?$/i
const partWord =
  /^(?:firstname|lastname|surname|forename|vorname|nachname|familienname|prénom|prenom|apellidos?|cognome|sobrenome|achternaam|voornaam|efternamn|förnamn|imię|nazwisko|фамилия|soyadı?)$/i
/** Matches ambiguous labels, whose value must be a listed given name. */
const weakPart = /^(?:nombre|nom|nome|naam|imię|ad[ıi]|jméno|név|nume|nimi|navn|namn)$/i
const demanded =
  /^(?:pflichtfeld|obligatoire|obligatorio|obbligatorio|verplicht|wymagane|bitte|optionnel|opcional|facultatif|facoltativo|unbekannt|inconnu|desconocido|desconhecido|sconosciuto|onbekend|okänd|nieznan[ey]|puste|неизвестно|bilinmiyor|aktualisiert)$/i
const CHARACTERS_BEFORE_WORD_FOR_PART = 8

/** Returns whether a word is no part of a name: English words, labels, and placeholders of forms. */
const isNoPart = (word: string): boolean => {
  const lower = word.toLowerCase()
  const facts = Lexicon.factsOf(word)
  return demanded.test(lower) || (kindOf(hashOf(lower)) & NAME) !== 0 || (facts & STOP) !== 0 ||
    (facts & (GIVEN | GIVEN_AMBIGUOUS | FAMILY | FAMILY_AMBIGUOUS)) === 0 && (isWord(lower) || word.length < 2)
}

const labelledPart = (text: string, start: number, end: number, add: Add): void => {
  const word = text.slice(start, end)
  const isWeak = weakPart.test(word)
  if (
    !isWeak && !partWord.test(word) &&
    !(/^name$/i.test(word) && partLead.test(textBefore(text, start, CHARACTERS_BEFORE_WORD_FOR_PART)))
  ) return
  const value = group(part, text, end)
  if (value === undefined || value.split(/[ -]/).some(isNoPart)) return
  if (isWeak && (Lexicon.factsOf(value.split(/[ -]/)[0]!) & (GIVEN | GIVEN_AMBIGUOUS)) === 0) return
  const from = part.lastIndex - value.length
  add(from, part.lastIndex, SURE.labelled, "cue")
}

const group = (shape: RegExp, text: string, at: number): string | undefined => {
  shape.lastIndex = at
  return shape.exec(text)?.[1]
}

/** Adds labelled names, which may be in lower case, in scripts without capitals, or in URL parameters. */
export const labelled = (scan: Scan, add: Add): void => {
  const { caseless, cues, text } = scan
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) {
    const kinds = cues.at[i]!
    if ((kinds & (NAME | SALUTE)) === 0) continue
    const end = cues.at[i + 2]!
    if ((kinds & NAME) !== 0) labelledPart(text, cues.at[i + 1]!, end, add)
    const next = unitAt(text, end)
    if ((kinds & SALUTE) !== 0) {
      if (next !== Unit.SPACE && next !== Unit.POINT) continue
      const word = group(addressed, text, end)
      if (word === undefined || subjects.test(word) || isWord(word) && !isFamily(word) && !isGiven(word)) continue
      const start = end + (next === Unit.POINT ? 2 : 1)
      add(start, start + word.length, SURE.placed, "lower-case")
    } else if (next === Unit.EQUALS) {
      const lead = textBefore(text, end, WORD_REACH)
      const value = (/[?&\s"'`]\w{0,22}$/.test(lead) || /^\w*$/.test(lead) && end < WORD_REACH)
        ? group(nameParameter, text, end)
        : undefined
      if (value !== undefined) add(end + 1, end + 1 + value.length, SURE.labelled, "cue")
    } else {
      if (caseless) {
        const value = group(caselessLabel, text, end)
        if (value !== undefined) {
          const start = caselessLabel.lastIndex - value.length
          add(start, start + value.trimEnd().length, SURE.labelled, "cue")
        }
      }
      const gap = /^(?:'s| is)? /.exec(textAfter(text, end, WORD_REACH))
      if (gap === null) continue
      const names = group(introduced, text, end + gap[0].length)
      if (names === undefined || names.split(" ").some((word) => isWord(word) && !isAmbiguous(word))) continue
      const start = end + gap[0].length
      add(start, start + names.length, SURE.introduced, "cue")
    }
  }
}

const stars = "***"
const maskedName = /(?<![\p{L}\p{N}*])\p{Lu}\*{3,20} (?:\p{Lu}\.? )?\p{Lu}\*{3,20}(?![\p{L}\p{N}*])/gu

export const maskedNames = (text: string, add: Add): void => {
  if (!text.includes(stars)) return
  for (const { 0: found, index } of text.matchAll(maskedName)) add(index, index + found.length, SURE.placed, "masked")
}
