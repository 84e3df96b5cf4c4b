/**
 * Determines how a text contains a query word: as typed, with different case or accents, or in another form. Terms
 * are stems without case and accents, so they do not distinguish `university` from "Universe".
 */
import { fold } from "./fold.ts"
import { isInside } from "./tokens.ts"

/** Weights of forms, relative to the form as typed. The best form in a text counts. */
export const FORMS = {
  asTyped: 1,
  /**
   * The text has capitals that were not typed: `polish` and "Polish". Most words are capitalized at the start of a
   * sentence.
   */
  withCapitals: 0.97,
  withoutCapitals: 0.75,
  inflected: 0.35,
  otherAccents: 0.25
}

/** Weight of a word's form, as a multiple of the word's weight. A word as typed outweighs all other signals. */
const SHARE_OF_WEIGHT = 5
/** Exponent with which the weight of forms decreases per word of the query, because more words are better evidence. */
const DECREASE_PER_WORD = 2.5

const MAX_ENDING_LETTERS = 2
const MIN_STEM_LETTERS = 3

const notAscii = /[^\x00-\x7f]/
const composed = (text: string): string => notAscii.test(text) ? text.normalize("NFC") : text

export interface Word {
  readonly typed: string
  readonly lower: string
  readonly folded: string
  readonly isAscii: boolean
  readonly beginning: string
  readonly worth: number
}

/** Maximum words of a query in which forms matter. A longer query is a description. */
const MAX_WORDS = 9

export const shareOf = (words: number): number => words > MAX_WORDS ? 0 : SHARE_OF_WEIGHT / words ** DECREASE_PER_WORD

export const word = (typed: string, worth: number): Word => {
  const written = composed(typed)
  const lower = written.toLowerCase()
  return {
    typed: written,
    lower,
    folded: fold(typed),
    isAscii: !notAscii.test(written),
    beginning: lower.slice(0, Math.max(Math.min(lower.length, MIN_STEM_LETTERS), lower.length - MAX_ENDING_LETTERS)),
    worth
  }
}

class Text {
  readonly written: string
  readonly isAscii: boolean
  private inLower: string | undefined
  private inFolded: string | undefined

  constructor(text: string) {
    this.isAscii = !notAscii.test(text)
    this.written = this.isAscii ? text : text.normalize("NFC")
  }

  get lower(): string {
    return this.inLower ??= this.written.toLowerCase()
  }

  get folded(): string {
    return this.inFolded ??= this.isAscii ? this.lower : fold(this.written)
  }
}

const has = (text: string, wanted: string): boolean => {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (at > 0 && isInside(text.charCodeAt(at - 1))) continue
    const end = at + wanted.length
    if (end === text.length || !isInside(text.charCodeAt(end))) return true
  }
  return false
}

type Found = "same" | "inflected" | "none"

const search = (text: string, { beginning, lower }: Word): Found => {
  let found: Found = "none"
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1)) {
    if (at > 0 && isInside(text.charCodeAt(at - 1))) continue
    let end = at + beginning.length
    const last = at + lower.length + MAX_ENDING_LETTERS
    while (end < last && end < text.length && isInside(text.charCodeAt(end))) end++
    if (end < text.length && isInside(text.charCodeAt(end))) continue
    if (end - at === lower.length && text.startsWith(lower, at)) return "same"
    const isForm = end - at > lower.length ? text.startsWith(lower, at) : lower.startsWith(text.slice(at, end))
    if (isForm && lower.length >= MIN_STEM_LETTERS) found = "inflected"
  }
  return found
}

/** Returns the weight of a word's form in a text: 1 as typed, 0 if the text has no form of it. */
const formIn = (word: Word, text: Text): number => {
  const found = search(text.lower, word)
  if (found === "same") {
    if (has(text.written, word.typed)) return FORMS.asTyped
    return word.typed === word.lower ? FORMS.withCapitals : FORMS.withoutCapitals
  }
  if (found === "inflected") return FORMS.inflected
  return !(word.isAscii && text.isAscii) && has(text.folded, word.folded)
    ? FORMS.otherAccents
    : 0
}

export class Forms {
  private readonly words: ReadonlyArray<Word>
  readonly most: number

  constructor(words: ReadonlyArray<Word>) {
    this.words = words
    this.most = words.reduce((sum, { worth }) => sum + worth, 0)
  }

  /** Returns the score of texts. The best form of each word counts. */
  in(texts: ReadonlyArray<string>): number {
    if (this.words.length === 0) return 0
    const all = texts.map((text) => new Text(text))
    return this.words.reduce((sum, each) => {
      let best = 0
      for (const text of all) {
        if (best < FORMS.asTyped) best = Math.max(best, formIn(each, text))
      }
      return sum + each.worth * best
    }, 0)
  }

  isTyped(worth: number): boolean {
    return worth >= this.most * FORMS.withoutCapitals
  }
}

export const none = new Forms([])
