/**
 * Finds later mentions of one part of a full name, such as `Maria` after `Maria Schneider`.
 *
 * @since 0.2.0
 */
import type { Span } from "../Span.ts"
import { textAfter, textBefore } from "./around.ts"
import * as Lexicon from "./lexicon.ts"
import { hasMark } from "./marks.ts"
import { isSpokenWordNext, lowerWordBefore } from "./nameScore.ts"
import { SURE } from "./nameSure.ts"
import { namesPlace, type Token } from "./nameTokens.ts"
import type { Scan } from "./scan.ts"

const {
  CAPS,
  GIVEN,
  GIVEN_AMBIGUOUS,
  ORGANISATION,
  PLACE,
  PLAIN,
  PRODUCT,
  STOP,
  TITLE,
  WORD,
  WORDLIKE
} = Lexicon

/**
 * The parts of known names. Most texts contain no later mention, so a part is copied only when a word has its length.
 */
export class Known {
  private readonly text: string
  private readonly familyAt: Array<number> = []
  private readonly givenAt: Array<number> = []
  private families: Set<string> | undefined
  private givens: Set<string> | undefined
  lengths = 0
  constructor(text: string) {
    this.text = text
  }
  get isEmpty(): boolean {
    return this.lengths === 0
  }
  addFamily(start: number, end: number): void {
    this.lengths |= bitOf(end - start)
    this.familyAt.push(start, end)
  }
  addGiven(start: number, end: number): void {
    this.lengths |= bitOf(end - start)
    this.givenAt.push(start, end)
  }
  private wordsAt(places: ReadonlyArray<number>): Set<string> {
    const words = new Set<string>()
    for (let i = 0; i < places.length; i += 2) words.add(this.text.slice(places[i]!, places[i + 1]!))
    return words
  }
  get family(): ReadonlySet<string> {
    return this.families ??= this.wordsAt(this.familyAt)
  }
  get given(): ReadonlySet<string> {
    return this.givens ??= this.wordsAt(this.givenAt)
  }
}

const WORD_REACH = 24
const WORD_BEFORE = 3
const BITS_PER_MASK = 32
const MIN_LETTERS_OF_REPEATED_PART = 3
const MIN_UNLISTED_FIRST_NAME_LETTERS = 4
const MIN_FULL_NAME_SCORE = 0.61
const MIN_AMBIGUOUS_SCORE = 0.66

export const keep = (known: Known, first: Token, last: Token, end: number, score: number): void => {
  if (score < MIN_FULL_NAME_SCORE) return
  if (end - last.start >= MIN_LETTERS_OF_REPEATED_PART && (last.facts & (STOP | ORGANISATION | TITLE | CAPS)) === 0) {
    known.addFamily(last.start, end)
  }
  if (
    first.length < MIN_LETTERS_OF_REPEATED_PART ||
    (first.facts & (PRODUCT | STOP | CAPS | ORGANISATION | WORDLIKE)) !== 0
  ) return
  const sure = (first.facts & (GIVEN | WORD | PLACE)) === GIVEN
  // A word that is on no list has no other meaning.
  const strange = first.facts === 0 && first.length >= MIN_UNLISTED_FIRST_NAME_LETTERS
  if (sure || (strange || (first.facts & (GIVEN | GIVEN_AMBIGUOUS)) !== 0) && score >= MIN_AMBIGUOUS_SCORE) {
    known.addGiven(first.start, first.end)
  }
}

const wordBefore = /[\p{L}\d][,;]? $/u
/** Matches signs that a name is the subject of a sentence, or part of an address or signature. */
const predicate =
  /^(?:['’]s\b|[,:)!?\]*_"”»|]|\.(?:\s|$)|\s*(?:\n|$)| (?:is|was|has|had|will|would|can|could|did|does|also|and|or|ist|war|hat|und|est|a|et|es|fue|y|è|ha|e|heeft|en) | \p{Ll}{2,12}ed\b)/u
/** Matches objects before which a word is a verb: "Mark the date". */
const object =
  /^ (?:the|an?|this|that|these|those|my|your|our|his|her|their|its|it|me|us|them|all|each|every|any|as|up|out|off|down|\d)/

/** Matches verbs whose subject is always a person. They are not also nouns that a name could modify. */
const personal =
  /^ (?:likes|loves|wants|needs|lives|knows|thinks|goes|gets|takes|comes|gives|feels|hopes|enjoys|prefers|speaks|teaches|studies|works|writes|went|came|got|took|gave|met|saw|knew|thought|felt|wrote|spoke|taught|became|grew|told|mag|liebt|wohnt|arbeitet|kennt|aime|habite|travaille|vive|trabaja|lavora)(?![\p{L}\p{N}'’-])/u
const toward = /(?:^|[^\p{L}])(?:ask|tell|told|asked|meet|met|thank|thanks|contact|dear|hi|hello|hey),? $/iu
const TOWARD_REACH = 10

/** Returns whether the context shows that a name is a person: `Victoria likes`, but not `in Victoria`. */
const isPerson = (text: string, token: Token): boolean => {
  const end = token.start + token.word.length
  return personal.test(textAfter(text, end, WORD_REACH)) ||
    toward.test(textBefore(text, token.start, TOWARD_REACH)) && !/^ \p{Lu}/u.test(text.slice(end, end + 2))
}

const isMeant = (text: string, token: Token): boolean => {
  const end = token.start + token.word.length
  if (lowerWordBefore(text, token.start) || isSpokenWordNext(text, end)) return true
  if ((token.facts & (STOP | PLACE | WORDLIKE)) !== 0) return false
  const after = textAfter(text, end, WORD_REACH)
  if (/^ \p{Lu}/u.test(after)) return false
  if (wordBefore.test(textBefore(text, token.start, WORD_BEFORE))) return true
  return (token.facts & PLAIN) !== 0 ? !object.test(after) : predicate.test(after) || personal.test(after)
}

const bitOf = (length: number): number => 1 << Math.min(length, BITS_PER_MASK - 1)

const inQuery = /(?<=[=+]|%20)\p{Lu}\p{L}{2,39}(?![\p{L}\p{N}_-])/gu

const queried = ({ text, urls }: Scan, known: Known, out: Array<Span>): void => {
  let from = 0
  for (let i = 0; i < urls.length; i += 2) {
    const end = urls.at[i + 1]!
    if (from <= urls.at[i]!) from = text.indexOf("?", urls.at[i]!)
    if (from < 0) return
    if (from >= end) continue
    for (const match of text.slice(from, end).matchAll(inQuery)) {
      const [word] = match
      if (!known.given.has(word) && !known.family.has(word)) continue
      if ((Lexicon.factsOf(word) & (WORD | PLACE | STOP | ORGANISATION | PRODUCT)) !== 0) continue
      const start = from + match.index
      const last = out[out.length - 1]
      const whole = last !== undefined && last.reason === "repeated" && last.start >= from && last.end < start &&
        /^(?:%20|\+)$/.test(text.slice(last.end, start))
      const span = { start: whole ? last.start : start, end: start + word.length, entity: "PERSON" as const }
      if (whole) out.pop()
      out.push({ ...span, score: SURE.placed, reason: "repeated" })
    }
  }
}

export const mentions = (
  scan: Scan,
  tokens: ReadonlyArray<Token>,
  known: Known,
  found: ReadonlyArray<Span>,
  out: Array<Span>
): void => {
  const { text } = scan
  const { lengths } = known
  if (hasMark(scan, "?")) queried(scan, known, out)
  let at = 0
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!
    while (at < found.length && found[at]!.end <= token.start) at++
    if (at < found.length && found[at]!.start < token.end) continue
    if ((lengths & bitOf(token.length)) === 0) continue
    const { word } = token
    // A given name before another capitalized word may be a street name.
    if (
      !known.family.has(word) &&
      !(known.given.has(word) && !(text[token.end] === " " && /^ \p{Lu}/u.test(text.slice(token.end, token.end + 2))))
    ) continue
    if (/[\p{L}\d_@/]/u.test(text[token.start - 1] ?? "") || namesPlace(text, token.start)) continue
    if ((token.facts & PLACE) !== 0 && !known.family.has(word)) {
      if (!isPerson(text, token)) continue
    } else if ((token.facts & (WORD | PLACE | STOP)) !== 0 && !isMeant(text, token)) continue
    const next = /^ (\p{Lu}\p{L}+)/u.exec(textAfter(text, token.end, WORD_REACH))
    if (next !== null && (Lexicon.factsOf(next[1]!) & ORGANISATION) !== 0) continue
    // The word before may be an unlisted given name.
    const front = tokens[i - 1]
    const fronted = front !== undefined && token.start - front.end === 1 && text[front.end] === " " &&
      front.start >= (found[at - 1]?.end ?? 0) &&
      (front.facts & (WORD | STOP | ORGANISATION | TITLE | PLACE | CAPS)) === 0 && front.length > 2
    out.push({
      start: fronted ? front.start : token.start,
      end: token.start + word.length,
      entity: "PERSON",
      score: SURE.placed,
      reason: "repeated"
    })
  }
}
