/** Detects the language of a text, and stems its words. */
import * as CodeUnit from "@dunlin/text/CodeUnit"
import { stem as english } from "@dunlin/text/Porter"
import * as Unit from "@dunlin/text/Unit"
import * as Fold from "./fold.ts"
import { isInside } from "./tokens.ts"

type Stemmer = (word: string) => string

const loaders: Readonly<Record<string, () => Promise<{ readonly stemmer: Stemmer }>>> = {
  ar: () => import("@orama/stemmers/arabic"),
  bg: () => import("@orama/stemmers/bulgarian"),
  da: () => import("@orama/stemmers/danish"),
  de: () => import("@orama/stemmers/german"),
  el: () => import("@orama/stemmers/greek"),
  es: () => import("@orama/stemmers/spanish"),
  fi: () => import("@orama/stemmers/finnish"),
  fr: () => import("@orama/stemmers/french"),
  ga: () => import("@orama/stemmers/irish"),
  hi: () => import("@orama/stemmers/indian"),
  hu: () => import("@orama/stemmers/hungarian"),
  hy: () => import("@orama/stemmers/armenian"),
  id: () => import("@orama/stemmers/indonesian"),
  it: () => import("@orama/stemmers/italian"),
  lt: () => import("@orama/stemmers/lithuanian"),
  ne: () => import("@orama/stemmers/nepali"),
  nl: () => import("@orama/stemmers/dutch"),
  no: () => import("@orama/stemmers/norwegian"),
  pt: () => import("@orama/stemmers/portuguese"),
  ro: () => import("@orama/stemmers/romanian"),
  ru: () => import("@orama/stemmers/russian"),
  sr: () => import("@orama/stemmers/serbian"),
  sv: () => import("@orama/stemmers/swedish"),
  ta: () => import("@orama/stemmers/tamil"),
  tr: () => import("@orama/stemmers/turkish"),
  uk: () => import("@orama/stemmers/ukrainian")
}

/** Language of text without evidence, such as code, tables or names. It is stemmed as English. */
export const unknown = "en"

/** Languages without a stemmer. The stemmer of another language would change their words. */
const others = ["cs", "et", "fa", "he", "hr", "ja", "ko", "lv", "pl", "sk", "sl", "th", "vi", "zh"]
const codes: ReadonlyArray<string> = ["en", ...Object.keys(loaders), ...others]

/** Languages that are detected. The others are too similar to one of these. */
export const detectable = codes.filter((code) => code !== "ga" && code !== "id" && code !== "ne")

export const numberOf = (code: string): number => Math.max(0, codes.indexOf(code))

export const codeOf = (number: number): string => codes[number] ?? unknown

/** Removes one-letter prefixes of Hebrew words (the, and, in, from, to, that, like) and number endings. */
const hebrew: Stemmer = (word) => {
  const bare = word.length > 4 ? word.replace(/^[והבכלמש](?=.{3})/, "") : word
  return bare.length > 4 ? bare.replace(/(?:ים|ות)$/, "") : bare
}

const stemmers = new Map<string, Stemmer>([["en", english], ["he", hebrew]])

export const isUnread = (languages: ReadonlyArray<string>): boolean =>
  languages.some((code) => Object.hasOwn(loaders, code) && !stemmers.has(code))

/** Loads stemmers. Words of a language without one stay unchanged. */
export const load = async (languages: Iterable<string>): Promise<void> => {
  for (const code of languages) {
    const loader = Object.hasOwn(loaders, code) ? loaders[code] : undefined
    if (loader !== undefined && !stemmers.has(code)) stemmers.set(code, (await loader()).stemmer)
  }
}

const aliases = new Map([["nb", "no"], ["nn", "no"], ["iw", "he"], ["in", "id"]])

export const ofTag = (tag: string | undefined): string | undefined => {
  const primary = tag?.toLowerCase().split(/[-_]/)[0]
  const code = primary === undefined ? undefined : aliases.get(primary) ?? primary
  return code !== undefined && codes.includes(code) ? code : undefined
}

let detector: Promise<(text: string) => string | undefined> | undefined

/** Loads the detector. Its table is large, so it is loaded only for text that is not obviously English. */
const loadDetector = () => detector ??= import("./detector.ts").then(({ detector }) => detector())

const SAMPLE_LENGTH = 3000
const MIN_SAMPLE_LETTERS = 20
const fences = /^ {0,3}(?:```|~~~)[^\n]*\n[\s\S]*?(?:^ {0,3}(?:```|~~~)|$(?![\s\S]))/gm
const marksOfMarkdown = /`[^`\n]*`|\]\([^)\n]*\)|https?:\S+|<[^>\n]*>|[#*_|>[\]]/g
const letters = /[\p{L}\p{M}]/gu
/** Words that occur only in English. Those of the next list occur in some other languages, too. */
const surelyEnglish = "the and with this that you are from which these".split(" ")
const perhapsEnglish = "of to is in for it be on or as an by can not".split(" ")
/** Minimum share of English function words. They are a third of English prose, and rare in other languages. */
const ENGLISH_SHARE = 0.12

const MAX_LETTERS_OF_ENGLISH_WORD = 5
const LETTER_BASE = 32
const numberOfLetter = (unit: number): number => CodeUnit.lower(unit) - Unit.LOWER_A + 1
const numberOfWord = (word: string): number =>
  Array.from(word).reduce((sum, letter) => sum * LETTER_BASE + numberOfLetter(letter.charCodeAt(0)), 0)
const sureNumbers = new Set(surelyEnglish.map(numberOfWord))
const perhapsNumbers = new Set(perhapsEnglish.map(numberOfWord))
/** The number of a word that is too long or has another character. No listed word has it. */
const NO_FUNCTION_WORD = -1

const letterOrNumber = /[\p{L}\p{M}\p{N}]/u

/** Returns whether a character is in a word. An emoji is not, unlike in the words of the index. */
const isInWord = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  if (CodeUnit.isHighSurrogate(unit)) return letterOrNumber.test(text.slice(at, at + 2))
  if (CodeUnit.isLowSurrogate(unit)) return CodeUnit.isHighSurrogate(text.charCodeAt(at - 1)) && isInWord(text, at - 1)
  return isInside(unit) || unit === Unit.RIGHT_QUOTE
}

const OTHER_CHARACTER_OF_WORD = LETTER_BASE - 1
/** For each ASCII unit, the number of its letter, or 0 between words. */
const lettersOfAscii = Uint8Array.from({ length: Unit.LAST_ASCII + 1 }, (_, unit) => {
  if (CodeUnit.isLetter(unit)) return numberOfLetter(unit)
  return isInside(unit) || unit === Unit.APOSTROPHE ? OTHER_CHARACTER_OF_WORD : 0
})

const isEnglish = (sample: string): boolean => {
  let words = 0
  let sure = 0
  let perhaps = 0
  let length = 0
  let number = 0
  for (let at = 0; at <= sample.length; at++) {
    const unit = at < sample.length ? sample.charCodeAt(at) : Unit.SPACE
    const letter = unit <= Unit.LAST_ASCII ? lettersOfAscii[unit]! : isInWord(sample, at) ? OTHER_CHARACTER_OF_WORD : 0
    if (letter !== 0) {
      length++
      if (length > MAX_LETTERS_OF_ENGLISH_WORD || letter === OTHER_CHARACTER_OF_WORD) number = NO_FUNCTION_WORD
      else if (number !== NO_FUNCTION_WORD) number = number * LETTER_BASE + letter
    } else if (length > 0) {
      words++
      if (number !== NO_FUNCTION_WORD) {
        if (sureNumbers.has(number)) sure++
        else if (perhapsNumbers.has(number)) perhaps++
      }
      length = 0
      number = 0
    }
  }
  return sure > 0 && sure + perhaps >= words * ENGLISH_SHARE
}

const scripts: ReadonlyArray<readonly [string, RegExp]> = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["hy", /\p{Script=Armenian}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["ta", /\p{Script=Tamil}/u]
]

const beyondLatin = /[^\x00-\u024f]/gu
const letter = /[\p{L}\p{M}]/u

/** Returns the language of a script, regardless of a few letters of other scripts. */
const byScript = (sample: string): string | undefined => {
  const foreign = sample.match(beyondLatin)?.join("") ?? ""
  // In most texts, the only characters beyond ASCII are quotation marks and dashes.
  if (!letter.test(foreign)) return undefined
  const all = sample.match(letters)?.length ?? 0
  const found = scripts.find(([, script]) => (foreign.match(script)?.length ?? 0) > all / 10)
  return found?.[0]
}

/** Detects the language of a page, without its code and markup. Returns `en` if the language is unknown. */
export const detect = async (title: string, text: string): Promise<string> => {
  const prose = text.slice(0, 3 * SAMPLE_LENGTH).replace(fences, " ").replace(marksOfMarkdown, " ")
  const sample = `${title}. ${prose}`.slice(0, SAMPLE_LENGTH)
  const script = byScript(sample)
  if (script !== undefined) return script
  if (isEnglish(sample)) return "en"
  if ((sample.match(letters)?.length ?? 0) < MIN_SAMPLE_LETTERS) return unknown
  return (await loadDetector())(sample) ?? unknown
}

const MAX_STEMS = 100_000

/** Stems words. Stems are folded, and marked with their language, so that languages do not mix. */
export class Words {
  readonly language: string
  private readonly known = new Map<string, ReadonlyArray<string>>()

  constructor(language: string) {
    this.language = language
  }

  /**
   * Returns the stems of a word, and the stem without accents if it differs. Numbers and words with several scripts
   * stay unchanged.
   */
  of(word: string): ReadonlyArray<string> {
    let terms = this.known.get(word)
    if (terms === undefined) {
      if (this.known.size >= MAX_STEMS) this.known.clear()
      terms = this.read(word)
      this.known.set(word, terms)
    }
    return terms
  }

  get hasSecond(): boolean {
    return this.language !== "en" && stemmers.has(this.language)
  }

  private read(word: string): ReadonlyArray<string> {
    const stem = stemmers.get(this.language)
    if (this.language === "en" || stem === undefined) return [english(Fold.fold(word))]
    const mark = `/${this.language}`
    const first = Fold.fold(stem(word)) + mark
    const folded = Fold.fold(word)
    const second = folded === word ? first : Fold.fold(stem(folded)) + mark
    return first === second ? [first] : [first, second]
  }
}

const byLanguage = new Map<string, Words>()

export const words = (language: string): Words => {
  let found = byLanguage.get(language)
  if (found === undefined) {
    found = new Words(language)
    byLanguage.set(language, found)
  }
  return found
}
