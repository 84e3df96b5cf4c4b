/**
 * Computes how likely a run of capitalised words is the name of a person.
 *
 * @since 0.1.0
 */
import * as Unit from "@dunlin/text/Unit"
import { isAscii, textAfter, textBefore, unitAt } from "./around.ts"
import { CHAT } from "./cues.ts"
import type { Paragraphs } from "./languages.ts"
import * as Lexicon from "./lexicon.ts"
import { hasMark } from "./marks.ts"
import { hasTitle, isBorn, isGreetedAbroad, isSigned } from "./nameContexts.ts"
import { BELIEVED, RECALLED, SURE } from "./nameSure.ts"
import { isCamel, isInitial, joined, type Token, wordBefore } from "./nameTokens.ts"
import { countries } from "./places.ts"
import { NUMBERS_PER_CUE, type Scan } from "./scan.ts"

const {
  CAPS,
  EXONYM,
  FAMILY,
  FAMILY_AMBIGUOUS,
  FAMOUS,
  GIVEN,
  GIVEN_AMBIGUOUS,
  ORGANISATION,
  PLACE,
  PLAIN,
  PRODUCT,
  SPEECH,
  STOP,
  WORD,
  WORDLIKE
} = Lexicon

export interface Context {
  readonly sure: boolean
  readonly social: boolean
  readonly coordinated: boolean
  readonly cue: boolean
  readonly title: boolean
  readonly code: boolean
  readonly recall: boolean
  readonly paragraphs: Paragraphs
}

const MIN_UNLISTED_LETTERS = 4
const MIN_GIVEN_LETTERS = 3
const MIN_CAPITAL_LETTERS = 3
/** Maximum words of a name that only its context identifies. */
const MAX_WORDS_OF_INTRODUCED_NAME = 3
const CHARACTERS_BEFORE_INTRODUCED_NAME = 20
const WORD_LEAD = 28
const VERB_REACH = 20
const CHARACTERS_AFTER_WORD_OF_NAME = 3
const CHARACTERS_PER_MARK = 400

const isPlace = (text: string, first: Token, last: Token): boolean => {
  const facts = (first.isPlain || isAscii(first.word)) && (last.isPlain || isAscii(last.word))
    ? Lexicon.listedPair(text, first, last)
    : Lexicon.listedWord(`${first.word} ${last.word}`.toLowerCase())
  return (facts & PLACE) !== 0
}

const nobleParticles = /^ (?:van de[nr]|vander|vanden) $/

const romanNumeral = /^(?:[IVX]{2,6})$/

const loneScore = (text: string, first: Token, isGiven: boolean, context: Context): number => {
  const caps = (first.facts & CAPS) !== 0
  if (!caps && (first.facts & FAMOUS) !== 0) return SURE.known
  if (
    context.cue && !caps && (first.facts & (WORD | STOP | PLACE | ORGANISATION)) === 0 &&
    first.length >= MIN_UNLISTED_LETTERS &&
    (strongCue.test(textBefore(text, first.start, CHARACTERS_BEFORE_INTRODUCED_NAME)) || isGreeted(text, first))
  ) return SURE.placed
  if (
    (first.facts & FAMILY) !== 0 && (first.facts & (WORD | STOP | PLACE | ORGANISATION | CAPS)) === 0 &&
    (isSpokenWordNext(text, first.end) || saidBefore(text, first.start) || acts(text, first, context.paragraphs))
  ) return SURE.placed
  if (isGiven && !caps && (first.facts & (STOP | ORGANISATION)) === 0 && isGreetedAbroad(text, first.start)) {
    return SURE.cuedGiven
  }
  if (
    !caps && (first.facts & (WORD | STOP | PLACE | ORGANISATION)) === 0 && first.length >= MIN_GIVEN_LETTERS &&
    hasTitle(text, first.start, context.paragraphs)
  ) return SURE.introduced
  if (context.social && lively(text, first)) return SURE.barely
  if (context.cue && isGiven && (first.facts & STOP) === 0) return SURE.cuedGiven
  if (context.recall && isGiven && (first.facts & STOP) === 0 && first.length >= MIN_GIVEN_LETTERS) return SURE.lone
  return 0
}

export const scoreOf = (text: string, tokens: ReadonlyArray<Token>, k: number, q: number, context: Context): number => {
  const first = tokens[k]!
  const last = tokens[q]!
  const length = q - k + 1
  const next = tokens[q + 1]
  const follows = next !== undefined && next.start - last.end <= 2 && joined(text, last, next)
  if (follows && (next.facts & ORGANISATION) !== 0 && !context.title && length <= 2) return 0
  // A place name is a given name only before a family name: "Roma Capitale" is not a name.
  const isGiven = (first.facts & GIVEN) !== 0 &&
    ((first.facts & EXONYM) === 0 || context.cue || context.title || (last.facts & (FAMILY | FAMILY_AMBIGUOUS)) !== 0)
  const ambiguous = (first.facts & GIVEN_AMBIGUOUS) !== 0
  const lastWord = (last.facts & WORD) !== 0
  const listed = (last.facts & (FAMILY | GIVEN)) !== 0 || isGiven && (last.facts & FAMILY_AMBIGUOUS) !== 0
  const caps = (first.facts & CAPS) !== 0
  if (context.title && length === 1 && (last.length < 2 || caps && last.length < MIN_CAPITAL_LETTERS)) return 0
  const isFamilyToo = (last.facts & FAMILY_AMBIGUOUS) !== 0 && !caps
  if (context.title && context.sure && (length > 1 || !lastWord || listed || isFamilyToo)) return SURE.titled
  if (context.title && !caps && ((first.facts & (WORD | STOP)) === 0 && !lastWord || isGiven)) return SURE.weaklyTitled
  if (length === 1) return loneScore(text, first, isGiven, context)
  if (length === 2 && !context.title && isPlace(text, first, last)) return 0
  // The number belongs to a ruler: "Benedetto XVI".
  if (
    length === 2 && (first.facts & (GIVEN | GIVEN_AMBIGUOUS)) !== 0 &&
    (first.facts & (PLAIN | PRODUCT | PLACE | STOP | CAPS)) === 0 && romanNumeral.test(last.word)
  ) return SURE.announced
  if (isGiven && !(length === 2 && lastWord && !listed && !context.cue)) {
    return listed ? SURE.listed : (last.facts & PLACE) !== 0 && countries().has(last.word) ? RECALLED : SURE.given
  }
  if (
    ambiguous &&
    ((last.facts & FAMILY) !== 0 || listed && !lastWord ||
      (last.facts & (FAMILY | GIVEN)) !== 0 && (first.facts & PLACE) === 0 && !lastWord)
  ) return context.cue ? SURE.listed : SURE.cuedGiven
  if (
    ambiguous && !lastWord && (first.facts & (WORDLIKE | PLACE | STOP)) === 0 && (last.facts & (PLACE | STOP)) === 0 &&
    !caps && last.length >= MIN_UNLISTED_LETTERS
  ) return context.cue ? SURE.announced : SURE.barely
  if (
    isGiven && length === 2 && !follows && !caps && (last.facts & (STOP | ORGANISATION | PLACE | CAPS)) === 0 &&
    last.length >= MIN_GIVEN_LETTERS && !/^[-/]\w/.test(text.slice(last.end, last.end + 2)) &&
    standsAsName(text, first, last)
  ) return SURE.barely
  if (
    context.coordinated && length <= MAX_WORDS_OF_INTRODUCED_NAME && !caps &&
    (first.facts & (WORD | STOP | PLACE | ORGANISATION)) === 0 &&
    (last.facts & (STOP | ORGANISATION | PLACE | CAPS)) === 0 && !lastWord
  ) return SURE.placed
  if (
    length === 2 && !follows && !caps && (first.facts & (WORD | STOP | PLACE | ORGANISATION | PRODUCT)) === 0 &&
    !lastWord &&
    (last.facts & (STOP | PLACE | ORGANISATION | CAPS | PRODUCT)) === 0 && first.length >= MIN_UNLISTED_LETTERS &&
    last.length >= MIN_UNLISTED_LETTERS && !first.dotted &&
    context.recall && lowerWordBefore(text, first.start)
  ) return BELIEVED
  if (isInitial(first) && first.dotted && last.start - tokens[q - 1]!.end < 2 && (last.facts & FAMILY) === 0) return 0
  if (
    isInitial(first) && first.dotted && !lastWord && last.length > 2 && (last.facts & CAPS) === 0 &&
    !/^\p{Lu}{2}/u.test(last.word)
  ) {
    if (/[USED]/.test(first.word) && length > 1 && isInitial(tokens[k + 1]!) && (last.facts & FAMILY) === 0) return 0
    return context.cue ? SURE.weaklyTitled : listed ? SURE.announced : (last.facts & PLACE) === 0 ? SURE.placed : 0
  }
  if (context.cue && (ambiguous || isGiven) && (last.facts & (FAMILY | FAMILY_AMBIGUOUS)) !== 0) return SURE.announced
  // The same words also precede abbreviations and products: "to JSON Schema", "by OpenAPI Initiative".
  const isThing = caps && (last.facts & CAPS) === 0 || isCamel(first.word) || isCamel(last.word)
  if (context.cue && !isThing && !lastWord && (first.facts & (WORD | STOP)) === 0 && first.length > 1) {
    return SURE.announced
  }
  if (
    !caps && (last.facts & FAMILY) !== 0 && !lastWord && (first.facts & (WORD | STOP | ORGANISATION | PLACE)) === 0 &&
    first.length >= MIN_GIVEN_LETTERS && length <= MAX_WORDS_OF_INTRODUCED_NAME
  ) return SURE.family
  // Ordinary phrases do not contain these particles: "Annelies van den Berg".
  if (
    length === 2 && !caps && (first.facts & (WORD | STOP | ORGANISATION | PLACE | PRODUCT)) === 0 &&
    first.length >= MIN_GIVEN_LETTERS && nobleParticles.test(text.slice(first.end, last.start))
  ) return SURE.family
  // In Hungarian order, no word of the name may have another meaning: "Szabó Katalin".
  if (
    length === 2 && !follows && (first.facts & FAMILY) !== 0 && (last.facts & GIVEN) !== 0 &&
    ((first.facts | last.facts) & (WORD | STOP | PLACE | ORGANISATION | PRODUCT | CAPS)) === 0
  ) return SURE.family
  if (caps || lastWord || length > MAX_WORDS_OF_INTRODUCED_NAME) return 0
  return unlistedScore(text, first, last, follows, context)
}

/** Returns the score of an unlisted name. The words around it decide. */
const unlistedScore = (text: string, first: Token, last: Token, follows: boolean, context: Context): number => {
  if ((first.facts & (WORD | STOP | ORGANISATION)) !== 0) return 0
  if (
    (first.facts & PLACE) === 0 &&
    (isSpokenWordNext(text, last.end) || saidBefore(text, first.start) || !follows && isBorn(text, last.end))
  ) return SURE.known
  if (
    !follows && (last.facts & (STOP | CAPS)) === 0 &&
    (isSigned(text, first.start, last.end) || hasTitle(text, first.start, context.paragraphs))
  ) return SURE.introduced
  return 0
}

const conjunctions = [",", "/", ", and", " and", ", &", " &", " und", " sowie", " et", " y", " e", " en", " i", " oraz"]

export const isConjunction = (text: string, start: number, end: number): boolean => {
  const length = end - start - (end > start && text.charCodeAt(end - 1) === Unit.SPACE ? 1 : 0)
  for (const one of conjunctions) if (one.length === length && text.startsWith(one, start)) return true
  return false
}

export const isSpokenWordNext = (text: string, end: number): boolean => {
  const first = unitAt(text, end)
  if (first !== Unit.SPACE && first !== Unit.COMMA) return false
  const after = textAfter(text, end, VERB_REACH)
  const verb = /^,? (?:ha |hat |a )?(\p{Ll}{3,11})(?!\p{L})/u.exec(after)
  return verb !== null && (Lexicon.listedWord(verb[1]!) & SPEECH) !== 0 ||
    first === Unit.COMMA && /^, (?:aged )?\d\d(?:[,.]| (?:anni|años|ans|anos|jaar|lat|Jahre)(?!\p{L}))/u.test(after)
}

const strongCue = /(?:name is|named|name's|(?:sur|last ?|first ?|maiden ?|full ?)name:?|called|call me)[\s"'“]{1,3}$/i

const greeting = /(?:^|[\n.!?"“>]\s?)(?:hi|hello|hey|dear) $/i

/** Matches endings of roles: `Recruiter`, `Stakeholders`, `Trainee`. */
const roleEnding = /(?:s|er|or|ee|ist)$/
/** Roles, groups and products that people greet, without the ending of a role. */
const greetedWords = new Set("admin android github gitlab golang intern linux mod sysadmin ubuntu".split(" "))

const isGreetedWord = (word: string): boolean => roleEnding.test(word) || greetedWords.has(word.toLowerCase())

const isGreeted = (text: string, { end, facts, start, word }: Token): boolean =>
  (facts & PRODUCT) === 0 && unitAt(text, end) === Unit.COMMA &&
  greeting.test(textBefore(text, start, CHARACTERS_BEFORE_INTRODUCED_NAME)) &&
  ((facts & (GIVEN | GIVEN_AMBIGUOUS | FAMILY)) !== 0 || !isGreetedWord(word))

const auxiliary = /^ (?:is|was|has|had|does|did|will|would|can|could|says|said)(?![\p{L}\p{N}'’-])/u

const SENTENCE_LEAD = 3

const begins = (text: string, start: number): boolean =>
  /(?:^|[.!?]\s|\n)$/.test(textBefore(text, start, SENTENCE_LEAD))

export const isSubject = (text: string, { end, start }: { readonly start: number; readonly end: number }): boolean =>
  begins(text, start) && auxiliary.test(textAfter(text, end, VERB_REACH))

const auxiliaries: Readonly<Record<string, RegExp>> = {
  de:
    /^ (?:(?:ist|war|hat|hatte|wird|wurde|kann|konnte|will|wollte|soll|sollte|muss|musste|sagt|gab|ging|kam|nahm|übernahm|schrieb|begann|starb|erhielt|gewann|trat|zog|ließ|stand|spielt|lebt|arbeitet)|\p{Ll}{3,}te)(?!\p{L})/u,
  es: /^ (?:es|era|fue|ha|había|tiene|tuvo|está|estaba|será|puede|dijo|\p{Ll}{3,}ó)(?!\p{L})/u,
  fr: /^ (?:est|était|fut|a|avait|sera|peut|doit|dit|fait|prend|\p{Ll}{3,}a)(?!\p{L})/u,
  it: /^ (?:è|era|fu|ha|aveva|sarà|può|deve|disse|fece|viene|venne|\p{Ll}{3,}ò)(?!\p{L})/u,
  nl: /^ (?:is|was|werd|wordt|heeft|had|kan|kon|zal|moet|zegt|zei|kwam|ging|\p{Ll}{3,}de)(?!\p{L})/u,
  pl: /^ (?:jest|był|była|ma|miał|miała|został|została|może|powiedział|powiedziała|\p{Ll}{3,}ał[a]?)(?!\p{L})/u,
  pt: /^ (?:é|era|foi|tem|tinha|está|estava|será|pode|disse|diz|fez|\p{Ll}{3,}(?:ou|eu|iu))(?!\p{L})/u
}

/** Returns whether a verb follows whose subject is always a person: `Durán fungierte als`. */
const acts = (text: string, { end, start }: Token, paragraphs: Paragraphs): boolean => {
  if (unitAt(text, end) !== Unit.SPACE || !begins(text, start)) return false
  const verb = auxiliaries[paragraphs.at(start) ?? ""]
  return verb !== undefined && verb.test(textAfter(text, end, VERB_REACH))
}

const continuation = /^(?: \p{Ll}|['’]s)/u
const MANIFOLD = WORD | PRODUCT | PLACE | GIVEN_AMBIGUOUS

/** Returns whether the context requires a name: `said John Key`, `Joan Rivers dies`. */
const standsAsName = (text: string, first: Token, last: Token): boolean => {
  if (lowerWordBefore(text, first.start) || isSubject(text, { start: first.start, end: last.end })) return true
  if ((first.facts & WORD) === 0 && text.slice(first.start - 2, first.start) === ", ") {
    return /^(?:[,.]|['’]s| \p{Ll})/u.test(text.slice(last.end, last.end + CHARACTERS_AFTER_WORD_OF_NAME))
  }
  return (first.facts & MANIFOLD) === 0 && begins(text, first.start) &&
    continuation.test(text.slice(last.end, last.end + CHARACTERS_AFTER_WORD_OF_NAME))
}

const saidBefore = (text: string, start: number): boolean => {
  const [word, gap] = wordBefore(text, start)
  return gap === " " && (Lexicon.listedWord(word) & SPEECH) !== 0
}

export const lowerWordBefore = (text: string, start: number): boolean =>
  /(?:^|[^\p{L}])\p{Ll}[\p{L}']{0,24}[,;]? $/u.test(textBefore(text, start, WORD_LEAD))

/**
 * Returns whether a word in a short line of a social page is a name: it is an unambiguous given name, or follows a
 * lower-case word.
 */
const lively = (text: string, token: Token): boolean => {
  if (
    (token.facts & (GIVEN | GIVEN_AMBIGUOUS | FAMILY)) === 0 ||
    (token.facts & (STOP | PLACE | PRODUCT | CAPS | ORGANISATION)) !== 0
  ) return false
  if ((token.facts & FAMILY) !== 0 && (token.facts & (GIVEN | GIVEN_AMBIGUOUS)) === 0 && (token.facts & WORD) !== 0) {
    return false
  }
  const certain = (token.facts & GIVEN) !== 0 && (token.facts & WORD) === 0
  return token.length > 2 && (certain || lowerWordBefore(text, token.start)) &&
    !/^(?: \p{Lu}|[-_/@]\w)/u.test(textAfter(text, token.end, CHARACTERS_AFTER_WORD_OF_NAME))
}

const MIN_CONVERSATION_MARKS = 3
const face = "\ud83d"
/** Marks of emphasis, each with the character that is searched first. */
const emphases: ReadonlyArray<readonly [mark: string, sign: string]> = [
  ["!", "!!"],
  [")", ":)"],
  [")", ";)"],
  [":", ":D"],
  ["<", "<3"]
]
const heart = "\u2764"
const inCode = /[;:()[\]{}<]$|\w\([\w:]+$/
const MAX_CHARACTERS_OF_ARGUMENT = 32
const SHORT_TALK = 280

/**
 * Matches a name after `@`, possibly with a space between, as in pages made from markup. Places of several words,
 * numbers, packages (`@acme/core`) and code annotations (`@Entity()`, `@param {Date}`) are excluded.
 */
const mention = /^@ ?[A-Za-z_]\w*(?![\w(/]|-[\w-]*\/| [A-Z{])/
const MAX_COMMENT_INDENT = 24
const MENTION_REACH = 34

const countOf = (text: string, sign: string, isSign: (at: number, end: number) => boolean = () => true): number => {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
    if (isSign(at, at + sign.length)) count++
  }
  return count
}

const emphasesIn = (scan: Scan): number => {
  const { text } = scan
  // Code may contain the same characters: `!!ready`, `std::Data`, `init(from:)`, `for (;;)`.
  const isSaid = (at: number, end: number): boolean =>
    text[at] === "!"
      ? !/[\w$([{]/.test(text[end] ?? "")
      : !/[\p{L}\p{N}]/u.test(text[end] ?? "") && !inCode.test(textBefore(text, at, MAX_CHARACTERS_OF_ARGUMENT))
  let count = countOf(text, face) + countOf(text, heart)
  for (const [mark, sign] of emphases) if (hasMark(scan, mark)) count += countOf(text, sign, isSaid)
  return count
}

/** Returns whether a text is a conversation, by its mentions, tags, emoticons and informal words. */
export const isSocial = (scan: Scan): boolean => {
  const { cues, text } = scan
  let marks = emphasesIn(scan)
  if (marks === 0 && !hasMark(scan, "@") && !hasMark(scan, "#") && (scan.kinds & CHAT) === 0) return false
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (/[\s.“"(]/.test(text[at - 1] ?? " ") && mention.test(textAfter(text, at, MENTION_REACH))) marks++
  }
  for (let at = text.indexOf("#"); at >= 0; at = text.indexOf("#", at + 1)) {
    const before = text[at - 1] ?? "\n"
    // A space may follow `#` only after a word. At the start of a line, `# ` marks a heading or comment.
    const isBehind = before === " " && !/(?:^|\n) +$/.test(textBefore(text, at, MAX_COMMENT_INDENT))
    if (/\s/.test(before) && (isBehind ? /^# ?[A-Za-z]/ : /^#[A-Za-z]/).test(text.slice(at, at + 3))) marks++
  }
  let words = 0
  for (let i = 0; i < cues.length; i += NUMBERS_PER_CUE) if ((cues.at[i]! & CHAT) !== 0) words++
  marks += words
  return (marks >= MIN_CONVERSATION_MARKS || words > 0 && text.length < SHORT_TALK) &&
    marks * CHARACTERS_PER_MARK > text.length
}
