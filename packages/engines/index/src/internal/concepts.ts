/** Determines the terms for a query word: its own terms, those of its parts, and those of a possible identifier. */
import { fold } from "./fold.ts"
import * as Language from "./language.ts"
import { stopWords } from "./stopWords.ts"
import * as Tokens from "./tokens.ts"
import { hasUnspaced, unspacedTerms } from "./wordTerms.ts"

export interface Group {
  readonly terms: ReadonlyArray<string>
  readonly weight: number
  readonly prefix?: string | undefined
}

export interface Concept {
  readonly typed: string
  readonly folded: string
  readonly groups: ReadonlyArray<Group>
  readonly isStop: boolean
  readonly isPlain: boolean
  readonly isPrefix: boolean
  /** Whether the words of the identifier are separate concepts. */
  readonly isRepeated?: boolean | undefined
  /**
   * Whether the word is the name of a unit. The unit's symbol is equivalent, so the name is not a typo even if no
   * page contains it.
   */
  readonly isUnit?: boolean | undefined
}
const WHOLE_WEIGHT = 1.6
export const JOINED_WEIGHT = 1
const PART_WEIGHT = 0.25
const HUMP_WEIGHT = 0.3
/**
 * Weight of the joined spelling in addition to that of both words, so that `T-cell` counts slightly more than `T
 * cell`.
 */
const PROSE_JOINED_WEIGHT = 0.25
/** Weight of a character pair across words, relative to a pair within one word. */
const ACROSS_WORDS_WEIGHT = 0.3

export const inLanguages = (word: string, languages: ReadonlyArray<string>): ReadonlyArray<string> =>
  languages.length === 1
    ? Language.words(languages[0]!).of(word)
    : [...new Set(languages.flatMap((language) => Language.words(language).of(word)))]

const segmenters = new Map<string, Intl.Segmenter>()
const segmenter = (locale: string): Intl.Segmenter => {
  let found = segmenters.get(locale)
  if (found === undefined) {
    found = new Intl.Segmenter(locale, { granularity: "word" })
    segmenters.set(locale, found)
  }
  return found
}

/**
 * Returns the groups of text without spaces. Pairs of characters within a word weigh more than pairs across two
 * words.
 */
const unspacedGroups = (text: string, languages: ReadonlyArray<string>): ReadonlyArray<Group> => {
  const inside = new Set<string>()
  const locale = /[\u3040-\u30ff]/.test(text) ? "ja" : /\p{Script=Hangul}/u.test(text) ? "ko" : "zh"
  for (const { segment } of segmenter(locale).segment(text)) {
    unspacedTerms(segment, (term) => inside.add(term), () => {})
  }
  const out: Array<Group> = []
  const letters = Array.from(text)
  unspacedTerms(
    text,
    (term) => {
      const single = Array.from(term).length === 1
      // The last character is part of the last pair.
      if (single && letters.length > 1) return
      out.push({
        terms: single ? [] : [term],
        weight: inside.has(term) ? 1 : ACROSS_WORDS_WEIGHT,
        ...(single ? { prefix: term } : {})
      })
    },
    (plain) => out.push({ terms: inLanguages(plain, languages), weight: 1 })
  )
  return out
}

/** Matches a spoken dot, as in `dotnet` and `dotenv`. */
const spelledDot = /^dot(?=[a-z]{2,}$)/
const dotted = /^\.(?=[a-z]{2,}$)/

const wordTerms = (lower: string, languages: ReadonlyArray<string>): ReadonlyArray<string> => {
  const terms = inLanguages(lower, languages)
  return spelledDot.test(lower) ? [...terms, Tokens.wholeMark + lower.replace(spelledDot, ".")] : terms
}

/** Matches the start of a hash, such as `9fceb02`. Git shortens hashes to seven or more digits. */
export const shortHash = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,39}$/

const plainConcept = (word: string, languages: ReadonlyArray<string>): Concept => {
  const lower = word.toLowerCase()
  const folded = fold(word)
  const parts = Tokens.humps(word).map((part): Group => ({
    terms: inLanguages(part.toLowerCase(), languages),
    weight: HUMP_WEIGHT
  }))
  return {
    typed: word,
    folded,
    groups: hasUnspaced(word)
      ? unspacedGroups(word, languages)
      : [
        { terms: wordTerms(lower, languages), weight: 1 },
        ...parts,
        ...(shortHash.test(lower) ? [{ terms: [], weight: PART_WEIGHT, prefix: lower }] : [])
      ],
    isStop: stopWords.has(folded),
    isPlain: !hasUnspaced(word),
    isPrefix: false
  }
}

const plainWord = new RegExp(`^[a-z]{1,${Tokens.MAX_WORD_LETTERS}}$`, "i")

export const concepts = (text: string, languages: ReadonlyArray<string>): ReadonlyArray<Concept> => {
  if (plainWord.test(text)) return [plainConcept(text, languages)]
  const out: Array<Concept> = []
  let from = 0
  Tokens.eachGrouped(text, (start, end, digits) => {
    const parts: Array<Group> = []
    Tokens.eachWord(text.slice(start, end), (at, to) => {
      parts.push({ terms: inLanguages(text.slice(start + at, start + to), languages), weight: PART_WEIGHT })
    })
    out.push(...ungrouped(text.slice(from, start), languages), {
      typed: text.slice(start, end),
      folded: digits,
      groups: [{ terms: inLanguages(digits, languages), weight: JOINED_WEIGHT }, ...parts],
      isStop: false,
      isPlain: false,
      isPrefix: false
    })
    from = end
  })
  return [...out, ...ungrouped(text.slice(from), languages)]
}

/** Matches marks without a letter. They remain of symbols that are not words, such as the selector in an emoji. */
const onlyMarks = /^\p{M}+$/u

const ungrouped = (text: string, languages: ReadonlyArray<string>): ReadonlyArray<Concept> => {
  const out: Array<Concept> = []
  Tokens.eachRun(
    text,
    (start, end) => {
      const word = text.slice(start, Math.min(end, start + Tokens.MAX_WORD_LETTERS))
      if (onlyMarks.test(word)) return
      const isPrefix = text[end] === "*" && word.length > 1 && !hasUnspaced(word)
      out.push(isPrefix ? prefixConcept(word) : plainConcept(word, languages))
    },
    (place) => {
      const { joined, whole } = Tokens.describe(text, place)
      const prose = Tokens.isProse(whole) && /\p{L}/u.test(whole)
      const parts = place.words.map(([start, end]) => text.slice(start, end))
      if (whole === "" && joined === "") {
        out.push(...parts.map((part) => plainConcept(part, languages)))
        return
      }
      const groups: Array<Group> = []
      if (whole !== "") {
        const spelled = dotted.test(whole) ? inLanguages(whole.replace(dotted, "dot"), languages) : []
        groups.push({
          terms: [Tokens.wholeMark + whole, ...spelled],
          weight: prose ? PROSE_JOINED_WEIGHT : WHOLE_WEIGHT
        })
      }
      if (joined !== "") {
        groups.push({ terms: inLanguages(joined, languages), weight: prose ? PROSE_JOINED_WEIGHT : JOINED_WEIGHT })
      }
      if (prose) {
        out.push(...parts.map((part) => plainConcept(part, languages)), {
          typed: whole,
          folded: whole,
          groups,
          isStop: false,
          isPlain: false,
          isPrefix: false,
          isRepeated: true
        })
        return
      }
      const each = parts.flatMap((
        part
      ) => [part.toLowerCase(), ...Tokens.humps(part).map((hump) => hump.toLowerCase())])
      out.push({
        typed: text,
        folded: whole === "" ? joined : whole,
        groups: [
          ...groups,
          ...each.map((part): Group => ({ terms: inLanguages(part, languages), weight: PART_WEIGHT }))
        ],
        isStop: false,
        isPlain: false,
        isPrefix: false
      })
    }
  )
  return out
}

const prefixConcept = (word: string): Concept => ({
  typed: `${word}*`,
  folded: fold(word),
  groups: [{ terms: [], weight: 1, prefix: fold(word) }],
  isStop: false,
  isPlain: false,
  isPrefix: true
})
