/**
 * Names in forms without capitals: small letters, handles, labels, scripts of East Asia.
 *
 * @since 0.1.0
 */
import { family, given, givenAmbiguous, isWord } from "./names.ts"
import { isSocial } from "./nameScore.ts"
import { type Add, wordBefore } from "./nameTokens.ts"
import * as Words from "./nameWords.ts"
import { type Scan, within } from "./scan.ts"

/** `john smith` where nobody presses shift. */
export const lowerCase = (scan: Scan, add: Add): void => {
  const { lower, text } = scan
  const social = lower.length > 0 && isSocial(text)
  for (let i = 0; i < lower.length; i += 2) {
    const start = lower[i]!
    const end = lower[i + 1]!
    const word = text.slice(start, end)
    if (!given().has(word) && !givenAmbiguous().has(word) && !Words.famous.has(word)) continue
    const before = text[start - 1] ?? " "
    if (!/[\s("'“>*_]/.test(before) || !/[ .,!?\n]/.test(text[end] ?? "\n")) continue
    if (social && Words.famous.has(word) && word !== "trump") {
      add(start, end, 0.61, "lower-case")
      continue
    }
    if (social && Words.famous.has(word) && word !== "trump") {
      add(start, end, 0.61, "lower-case")
      continue
    }
    const sure = given().has(word) && !isWord(word)
    if (within(scan.urls, start) || within(scan.code, start)) continue
    const next = /^ (\p{Ll}{3,20})(?![\p{L}\d_/@-]|\.\w)/u.exec(text.slice(end, end + 24))
    const lead = text.slice(Math.max(0, start - 120), start)
    const window = lead.slice(lead.lastIndexOf("\n") + 1) + text.slice(start, end + 80)
    const quiet = !/\p{Lu}/u.test(window.split("\n")[0]!)
    if (next !== null && word.length > 2) {
      const surname = next[1]!
      if (
        (family().has(surname) || sure && given().has(surname)) && !isWord(surname) ||
        sure && english.test(window) && /^[\0-\x7f]+$/.test(word) && (quiet || word.length > 4) && surname.length > 3 &&
          !isWord(surname) && /^[\0-\x7f]/.test(surname) &&
          word.length > 3 && !commonForeign.test(window)
      ) {
        add(start, end + next[0].length, 0.62, "lower-case")
        continue
      }
    }
    if (!sure) continue
    if (social && word.length > 3 && !commonForeign.test(window)) {
      add(start, end, 0.61, "lower-case")
      continue
    }
    const [cue, gap] = wordBefore(text, start)
    if (
      Words.titles.has(cue) && /^\.? $/.test(gap) && cue.length < 5 ||
      /(?:my name is|i'm|i am|called|named|call me|hi|hello|dear|hey) $/i.test(
          text.slice(Math.max(0, start - 12), start)
        ) && word.length > 3
    ) {
      add(start, end, 0.62, "lower-case")
    }
  }
}

const english = /\b(?:the|and|is|to|you|my|was|with|for|of|me|he|she|it|on|in)\b/
const commonForeign = /\b(?:de|la|el|que|los|las|les|des|und|der|die|das|il|per|con|não|para|och|det|het|een)\b/

/** Handles that spell a name, where the sign stands apart as pages made from markup have it. */
export const handles = (scan: Scan, recall: boolean, add: Add): void => {
  const { text } = scan
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (at > 0 && /[\w/.@]/.test(text[at - 1]!)) continue
    const match = /^@( ?)([A-Za-z]\w{3,24})(?![\w@./-]| [A-Z])/.exec(text.slice(at, at + 30))
    if (match === null || match[1] === "" && !recall) continue
    const parts = match[2]!.split(/_|(?<=[a-z])(?=[A-Z])|\d+/).filter((part) => part.length > 1)
    const lower = parts.map((part) => part.toLowerCase())
    const named = parts.length >= 2 ? spellsName(parts, lower) : startsWithName(match[2]!.toLowerCase())
    if (named) add(at + 1 + match[1]!.length, at + match[0].length, 0.62, "handle")
  }
}

const spellsName = (parts: ReadonlyArray<string>, lower: ReadonlyArray<string>): boolean => {
  if (lower.some((part) => part.length > 2 && given().has(part))) return true
  const strange = (part: string) => part.length > 2 && !isWord(part) && (Words.factsOf(part) & Words.ORGANISATION) === 0
  if (
    lower.some((part) => givenAmbiguous().has(part)) &&
    lower.some((part) => strange(part) && !givenAmbiguous().has(part))
  ) return true
  return parts.length === 2 && parts.every((part) => /^[A-Z][a-z]+$/.test(part)) && lower.every(strange) &&
    lower.some((part) => family().has(part))
}

const startsWithName = (handle: string): boolean => {
  for (let length = Math.min(9, handle.length); length >= 4; length--) {
    const rest = handle.slice(length)
    if (given().has(handle.slice(0, length)) && (rest.length < 3 || family().has(rest) || !isWord(handle))) {
      return rest.length === 0 || rest.length > 2 || /^\w{1,2}$/.test(rest)
    }
  }
  return false
}

const cjkLabel =
  /(?:姓名|氏名|名前|患者|お名前|担当者?|代表者?|作者|联系人|聯絡人|病人|이름|성명|환자|담당자)\s*[:：]\s*([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{1,5}(?:[ ・\u3000][\u3040-\u30ff\u3400-\u9fff]{1,6}(?![\u3400-\u9fff]*[:：]))?)/g
const cjkPair =
  /(?<![\u3040-\u30ff\u3400-\u9fff])([\u3400-\u9fff]{1,3}) [\u3040-\u30ff\u3400-\u9fff]{1,3}(?![\u3040-\u30ff\u3400-\u9fff])/g
const cjkHonorific =
  /(?<![\u3400-\u9fff])([\u3400-\u9fff]{1,3}(?: ?[\u3400-\u9fff]{1,2})?)(?=さん|様|氏|先生|君|ちゃん|女士)/g

/** Names in Han and kana, by label, by a space between, by an honorific. */
export const cjkNames = (text: string, add: Add): void => {
  for (const match of text.matchAll(cjkLabel)) {
    const start = match.index + match[0].length - match[1]!.length
    add(start, start + match[1]!.length, 0.8, "cue")
  }
  for (const match of text.matchAll(cjkPair)) add(match.index, match.index + match[0].length, 0.65, "cjk")
  for (const match of text.matchAll(cjkHonorific)) {
    if (family().has(match[1]!.slice(0, 2)) || family().has(match[1]!.slice(0, 1))) {
      add(match.index, match.index + match[0].length, 0.65, "cjk")
    }
  }
}

const caselessLabel =
  /(?:\b[Nn]ame|\bNAME|الاسم|اسم|שם|नाम|ชื่อ)\s?[:|]\s?((?:[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{M}]{1,20}[ .'-]?){1,5})/gu
const introduced =
  /\b(?:my name is|my name's|i am called) (\p{Ll}{3,20}(?: \p{Ll}{3,20})?)(?=[,.!?\n]| and i\b| from\b|$)/giu
const addressed = /\b(?:mr|mrs|ms|dr|prof)\.? (\p{Ll}{3,20})(?![\p{L}])/gu
const nameParameter =
  /[?&](?:\w{0,12}name|patient|customer)=(\p{Lu}\p{Ll}{1,20}(?:(?:\+|%20)\p{Lu}\p{Ll}{1,20}){1,3})/gu

/** Labelled names in scripts without capitals, and names in the parameters of an address. */
export const labelled = (text: string, caseless: boolean, add: Add): void => {
  if (caseless) {
    for (const match of text.matchAll(caselessLabel)) {
      const start = match.index + match[0].length - match[1]!.length
      add(start, start + match[1]!.trimEnd().length, 0.75, "cue")
    }
  }
  if (text.includes("y name")) {
    for (const match of text.matchAll(introduced)) {
      if (match[1]!.split(" ").some((word) => isWord(word) && !givenAmbiguous().has(word))) continue
      add(match.index + match[0].length - match[1]!.length, match.index + match[0].length, 0.65, "cue")
    }
  }
  if (["mr ", "mr. ", "mrs", "dr ", "dr. ", " ms ", "prof. "].some((word) => text.includes(word))) {
    for (const match of text.matchAll(addressed)) {
      const word = match[1]!
      if (isWord(word) && !family().has(word) && !given().has(word)) continue
      add(match.index + match[0].length - word.length, match.index + match[0].length, 0.62, "lower-case")
    }
  }
  if (text.includes("ame=") || text.includes("patient=") || text.includes("customer=")) {
    for (const match of text.matchAll(nameParameter)) {
      add(match.index + match[0].length - match[1]!.length, match.index + match[0].length, 0.75, "cue")
    }
  }
}
