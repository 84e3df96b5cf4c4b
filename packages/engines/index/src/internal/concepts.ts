/** Determines the terms for a query word: its own terms, those of its parts, and those of a possible identifier. */
import { fold } from "./fold.ts"
import * as Language from "./language.ts"
import { stopWords } from "./stopWords.ts"
import * as Tokens from "./tokens.ts"
import { hasUnspaced, unspacedTerms } from "./wordTerms.ts"

/** Alternative terms, and the weight of a match. */
export interface Group {
  readonly terms: ReadonlyArray<string>
  readonly weight: number
  /** A prefix. All words of the vocabulary that start with it match. */
  readonly prefix?: string | undefined
}

/** One word of the query, with all its terms. */
export interface Concept {
  /** The word as it was typed. */
  readonly typed: string
  /** The word in the form in which vocabularies store it. */
  readonly folded: string
  readonly groups: ReadonlyArray<Group>
  readonly isStop: boolean
  /** Whether it is a plain word, which may be replaced by a similar one. */
  readonly isPlain: boolean
  /** Whether it ends with a star. */
  readonly isPrefix: boolean
  /** Whether the whole identifier is repeated here, because its words are separate concepts. */
  readonly isRepeated?: boolean | undefined
  /**
   * Whether it is a unit's name after a number. The unit's symbol is equivalent, so the name is not a typo even if no
   * page contains it.
   */
  readonly isUnit?: boolean | undefined
}
/** Weight of a whole identifier, relative to a word. */
const WHOLE_WEIGHT = 1.6
/** Weight of the joined words of an identifier. */
export const JOINED_WEIGHT = 1
/** Weight of a part of a known identifier. */
const PART_WEIGHT = 0.25
/** Weight of a camel-case part of an identifier. */
const HUMP_WEIGHT = 0.3
/** Weight of a pair such as `T-cell`, in addition to its words, so that it counts slightly more than `T cell`. */
const PROSE_JOINED_WEIGHT = 0.25
/** Weight of a pair of characters across two words, relative to a pair within one word. */
const ACROSS_WORDS_WEIGHT = 0.3

/** Returns the terms of a plain word in all supported languages. */
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
 * Returns the groups for text without spaces. Pairs of characters within a word weigh more than pairs across two
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
      // If there are several characters, the last pair covers the last character.
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

/** Matches the spoken form of a name that starts with a full stop, such as `dotnet` and `dotenv`. */
const spoken = /^dot(?=[a-z]{2,}$)/
/** Matches such a name as it is written. */
const dotted = /^\.(?=[a-z]{2,}$)/

/** Returns the terms of a word, and those of the name with this spoken form. */
const wordTerms = (lower: string, languages: ReadonlyArray<string>): ReadonlyArray<string> => {
  const terms = inLanguages(lower, languages)
  return spoken.test(lower) ? [...terms, Tokens.wholeMark + lower.replace(spoken, ".")] : terms
}

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
      : [{ terms: wordTerms(lower, languages), weight: 1 }, ...parts],
    isStop: stopWords.has(folded),
    isPlain: !hasUnspaced(word),
    isPrefix: false
  }
}

/** Matches a plain word, as most words of a query are. */
const plainWord = new RegExp(`^[a-z]{1,${Tokens.MAX_WORD_LETTERS}}$`, "i")

/** Returns the concepts of one query word, which may be an identifier or a number with thousands separators. */
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

const ungrouped = (text: string, languages: ReadonlyArray<string>): ReadonlyArray<Concept> => {
  const out: Array<Concept> = []
  Tokens.eachRun(
    text,
    (start, end) => {
      const word = text.slice(start, Math.min(end, start + Tokens.MAX_WORD_LETTERS))
      const isPrefix = text[end] === "*" && word.length > 1 && !hasUnspaced(word)
      out.push(isPrefix ? prefixConcept(word) : plainConcept(word, languages))
    },
    (place) => {
      const { joined, whole } = Tokens.describe(text, place)
      // Numbers without letters, as in a date, are not separate words.
      const prose = Tokens.isProse(whole) && /\p{L}/u.test(whole)
      const parts = place.words.map(([start, end]) => text.slice(start, end))
      if (whole === "" && joined === "") {
        out.push(...parts.map((part) => plainConcept(part, languages)))
        return
      }
      const groups: Array<Group> = []
      if (whole !== "") {
        const said = dotted.test(whole) ? inLanguages(whole.replace(dotted, "dot"), languages) : []
        groups.push({ terms: [Tokens.wholeMark + whole, ...said], weight: prose ? PROSE_JOINED_WEIGHT : WHOLE_WEIGHT })
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
