/**
 * Finds capitalized words, and decides whether neighbouring words belong to one name.
 *
 * @since 0.1.0
 */
import { isLowerLetter, lower } from "@dunlin/text/CodeUnit"
import * as Unit from "@dunlin/text/Unit"
import { classes, DIGIT, LETTER, UPPER } from "@dunlin/text/UnitClass"
import { textAfter, textBefore, unitAt } from "./around.ts"
import { isCommon } from "./commonWords.ts"
import { step } from "./cues.ts"
import { isFunctionWord, type Language, type Paragraphs } from "./languages.ts"
import * as Lexicon from "./lexicon.ts"
import { pairsOf } from "./pairs.ts"
import { NUMBERS_PER_CAPITAL, type Scan } from "./scan.ts"

const MAX_CHARACTERS_BETWEEN_CUE_AND_NAME = 9
const MAX_CHARACTERS_OF_NAME_CUE = 18
const SAID_LEAD = 18
const MAX_NAME_CHARACTERS = 40
const MAX_PARTICLES_CHARACTERS = 16
const MIN_LOWER_CASE_FAMILY_LETTERS = 4
const MAX_LOWER_CASE_FAMILY_LETTERS = 20
const parameter = /name=$/i
const PARAMETER_LENGTH = 5

export type Add = (start: number, end: number, score: number, reason: string) => void

const particleGap =
  /^ (?:(?:de|da|do|dos|das|van|von|der|den|del|della|di|la|le|el|al|bin|bint|ibn|ben|te|ter|ten|(?:van|in|op|aan) ['’]t|y|e|zu|zum|af|av|du|des|dela|st\.) |d['’] ?){1,3}$/
/** Matches articles that start another phrase after a common word. */
const articleGap = /^ (?:der|den|des|zu|zum|la|le|el|al|del|della|du|dos|das|do|da|e|y|di|de) $/
/** Matches articles that join names only with other evidence. */
const neverJoins = /^ (?:der|den|des|zu|zum) $/
export const suffixNames = new Set(
  "II III IV VI VII VIII IX XI XII XIII XIV XV XVI XVII XVIII JR SR Jr Sr".split(" ")
)

const gapMarks = new Uint8Array(128)
for (const mark of " \n\"'*_:,.|=-`\t[") gapMarks[mark.charCodeAt(0)] = 1

const gapStart = (text: string, start: number): number => {
  let end = start
  while (end > 0 && start - end < MAX_CHARACTERS_BETWEEN_CUE_AND_NAME) {
    const code = text.charCodeAt(end - 1)
    if (code > Unit.LAST_ASCII || gapMarks[code] === 0) break
    end--
  }
  return end
}

const wordStart = (text: string, end: number): number => {
  const table = classes()
  let from = end
  while (from > 0 && end - from < MAX_CHARACTERS_OF_NAME_CUE) {
    const code = text.charCodeAt(from - 1)
    if ((table[code]! & LETTER) === 0 && code !== Unit.APOSTROPHE) break
    from--
  }
  return from
}

export const wordBefore = (text: string, start: number): readonly [string, string] => {
  const end = gapStart(text, start)
  if (end === start) return none
  return [text.slice(wordStart(text, end), end).toLowerCase(), text.slice(end, start)]
}

const none = ["", ""] as const

/** Returns the title or cue before a name; empty texts, without copying, if the word before is neither. */
export const cueBefore = (text: string, start: number): readonly [string, string] => {
  const end = gapStart(text, start)
  if (end === start) return none
  const from = wordStart(text, end)
  // The word is the unit of a number, as in "2ms".
  if ((classes()[unitAt(text, from - 1)]! & DIGIT) !== 0) return none
  let hash = 0
  for (let i = from; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code > Unit.LAST_ASCII) return [text.slice(from, end).toLowerCase(), text.slice(end, start)]
    hash = step(hash, lower(code))
  }
  if ((Lexicon.listed(hash) & (Lexicon.TITLE | Lexicon.NAME_CUE)) === 0) return none
  return [text.slice(from, end).toLowerCase(), text.slice(end, start)]
}

/** First words of places: saints, and forts and lakes named after a person. */
const placeHeads = new Set(
  ("san santa santo saint sainte st ste sankt sint são sao lake mount mt fort ft port cape monte val tor " +
    "calle paseo avenida avda via viale piazza corso rue boulevard quai praça rua travessa largo ulica ulicy ul carrer plaza ronda camino " +
    "hospital hospitais estadio stadio stade teatro théâtre parque parc jardin colegio instituto escuela escola lycée aeropuerto " +
    "aeroporto aéroport palazzo villa bairro").split(" ")
)
/** First words of places that are abbreviated with a full stop. */
const abbreviatedHeads = new Set("st ste mt ft avda ul".split(" "))
const MAX_LETTERS_OF_PLACE_HEAD = 10
const headLetters = new Uint8Array(Unit.BEYOND_ASCII)
for (const letter of placeHeads) {
  headLetters[letter.charCodeAt(0)] = 1
  headLetters[letter.toUpperCase().charCodeAt(0)] = 1
}

/** Returns whether the word before a name makes it a place: `Santa Maria`, `Fort George`. */
export const namesPlace = (text: string, start: number): boolean => {
  const gap = unitAt(text, start - 1)
  if (gap !== Unit.SPACE && gap !== Unit.HYPHEN) return false
  const pointed = unitAt(text, start - 2) === Unit.POINT
  const end = pointed ? start - 2 : start - 1
  const from = wordStart(text, end)
  if (from === end || end - from > MAX_LETTERS_OF_PLACE_HEAD || headLetters[text.charCodeAt(from)] !== 1) return false
  return (pointed ? abbreviatedHeads : placeHeads).has(text.slice(from, end).toLowerCase())
}

/** Words for streets, hospitals and schools, which may be named after persons. */
const streets =
  "C\\.?/\\.?|[Cc]alle|[Cc]arrer|[Rr][úu]a|Avda?\\.?|[Aa]ven(?:ida|ue)|[Aa]vinguda|[Pp]aseo|[Pp]asseig|[Pp]laza|[Pp]laça|Pza\\.?|[Pp]raça|[Rr]onda|" +
  "[Tt]ravessa|Via|Viale|[Pp]iazza|Corso|Largo|[Rr]ue|[Bb]oulevard|[Cc]arretera|Ctra\\.?|[Cc]amino|[Uu]lica|[Uu]l\\."
const institutions =
  "[Hh]ospital|[Hh]ospitalario|[Cc]línica|[Cc]linica|[Cc]olegio|[Cc]olégio|[Ii]nstituto|[Ee]scuela|[Ee]scola|[Uu]niversidad|[Ff]undación|[Ff]undação"
const kinds = "General|Geral|Regional|Provincial|Universitario|Universitari|Clínico|Central|Nacional|Municipal|Estadual"
const honours =
  "San|Santa|Santo|São|Dr|Dra|Doctor|Doctora|Doutor|Prof|Profesor|Professor|Pintor|Cronista|Periodista|Poeta|Obispo|Maestro|General|Capitán|Virgen|Reina|Rey|Padre|Don"
const articles = "de|del|de la|do|da|dos|di|des|du"
const inHonour = `(?: (?:${articles}))?(?: (?:${honours})\\.?)*`
const street = new RegExp(`(?:^|[^\\p{L}])(?:${streets})${inHonour} ?$`, "u")
const institution = new RegExp(`(?:^|[^\\p{L}])(?:${institutions})(?: (?:${kinds}))*${inHonour} ?$`, "u")
/** Tests the end of a word for an institution. Most words fail this fast test. */
const endsInstitution = pairsOf(
  [institutions, kinds, articles, honours].flatMap((words) => words.split("|")).map((word) => word.slice(-2)).join(" ")
)

const mayBeInstitution = (text: string, space: number): boolean =>
  unitAt(text, space) === Unit.SPACE &&
  (unitAt(text, space - 1) === Unit.POINT || endsInstitution(unitAt(text, space - 2), unitAt(text, space - 1)))

/** Matches a house number. Streets without one are not found by the rules for places. */
const houseNumber = /^,? {0,2}(?:n[º°o]\.? {0,2})?\d/u
const placeLimits = { charactersBeforeName: 64, charactersAfterName: 10 }

/** Returns whether a street is named after a person: `Calle Ramón y Cajal 4`. */
export const isNamedAfter = (text: string, start: number, end: number): boolean => {
  const unit = unitAt(text, start - 1)
  if (unit !== Unit.SPACE && unit !== Unit.SLASH) return false
  const { charactersAfterName, charactersBeforeName } = placeLimits
  return mayBeInstitution(text, start - 1) && institution.test(textBefore(text, start, charactersBeforeName)) ||
    houseNumber.test(textAfter(text, end, charactersAfterName)) &&
      street.test(textBefore(text, start, charactersBeforeName))
}

const weakCues = new Set(
  "is am user to from by contact president director officer judge host model partner von par por di af av ft vs door e student"
    .split(" ")
)

const titleGap = /^[*_ \t]*(?:\n[*_ \t]*)?$/
const abbreviatedGap = /^\.[*_ \t]*(?:\n[*_ \t]*)?$/
const MAX_CHARACTERS_OF_TITLE_GAP = 4
const MAX_LETTERS_OF_ABBREVIATION = 5

/** Returns whether the text between a title and a name is a gap: it does not end a sentence or paragraph. */
export const isTitleGap = (word: string, gap: string): boolean =>
  gap !== "" && gap.length <= MAX_CHARACTERS_OF_TITLE_GAP && (Lexicon.listedWord(word) & Lexicon.TITLE) !== 0 &&
  (titleGap.test(gap) || word.length <= MAX_LETTERS_OF_ABBREVIATION && abbreviatedGap.test(gap))

/** Returns whether a text is in capitals, where a cue of one or two letters is weak evidence. */
const isShouted = (text: string, start: number, gap: string): boolean => {
  const unit = unitAt(text, start - gap.length - 1)
  return unit >= Unit.UPPER_A && unit <= Unit.UPPER_Z
}

export const isCue = (text: string, start: number, word: string, gap: string): boolean => {
  const facts = word === "" ? 0 : Lexicon.listedWord(word)
  if ((facts & Lexicon.NAME_CUE) === 0) return false
  if (gap.length > 1 && /\n\s*\n|[.]\s/.test(gap) && !isTitleGap(word, gap)) return false
  if (!weakCues.has(word)) return true
  if (isShouted(text, start, gap)) return false
  const lead = textBefore(text, start, SAID_LEAD)
  if (word === "is") return /(?:name|this|here|he|she) is\W*$/i.test(lead)
  if (word === "am") return /\bi am\W*$/i.test(lead)
  return word === "user" || word === "host" ? /:/.test(gap) : word.length > 2 || word === "to" || word === "by"
}

/** Matches a capital inside a name: `McDonald`, `DiCaprio`. */
const capitalInside = /^(?:Ma?c|D[eiu]|L[aeo]|Van|Von|Fitz|Jo|Mar|Al|El|Abd|Bin)\p{Lu}/u

/** Returns whether a word has a capital inside, as products and programs do: `OpenAPI`, `NaN`, `JGit`. */
export const isCamel = (word: string): boolean =>
  hasCapitalInside(word) && /\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}/u.test(word) && !capitalInside.test(word)

/** Returns whether a word may have a capital inside. Most words have no second capital. */
const hasCapitalInside = (word: string): boolean => {
  const table = classes()
  for (let at = 1; at < word.length; at++) {
    const unit = word.charCodeAt(at)
    if (unit > Unit.LAST_ASCII || (table[unit]! & UPPER) !== 0) return true
  }
  return false
}

export class Token {
  readonly start: number
  readonly end: number
  readonly dotted: boolean
  readonly facts: number
  readonly isPlain: boolean
  private readonly text: string
  private copied: string | undefined
  constructor(text: string, start: number, end: number, facts: number, isPlain: boolean) {
    this.isPlain = isPlain
    this.start = start
    this.end = end
    this.dotted = unitAt(text, end) === Unit.POINT
    this.facts = facts
    this.text = text
  }
  get length(): number {
    return this.end - this.start
  }
  get word(): string {
    return this.copied ??= this.text.slice(this.start, this.end)
  }
}

/** Endings of family names that some languages derive from a father's name, an origin or a profession. */
const familyEnding =
  /(?:sson|(?<!we|s)sen|d[oó]ttir|[oe]v[aá]?|ov[ií][cč]|i[ćč]|escu|opoulos|[ií]dis|shvili|adze|enko|cz[uy]k|wi[ct]z|sk[iy]|ská|[jklmprtv][aouäö]nen|o[gğ]lu|ez)$/
const MIN_LETTERS_OF_FAMILY_BY_ENDING = 6

/** Factor that puts a word's first letter into the upper half of a number. */
const HALF = 16
const familyPairs = new Set(
  "on en ir ov ev va vá ic ič íc íč ić cu os is li ze ko uk yk cz tz ki ky ká lu ez".split(" ").map((pair) =>
    pair.charCodeAt(0) << HALF | pair.charCodeAt(1)
  )
)

export const endsLikeFamily = (text: string, start: number, end: number): boolean => {
  if (end - start < MIN_LETTERS_OF_FAMILY_BY_ENDING) return false
  return familyPairs.has(text.charCodeAt(end - 2) << HALF | text.charCodeAt(end - 1)) &&
    familyEnding.test(text.slice(end - MIN_LETTERS_OF_FAMILY_BY_ENDING, end))
}

const NAMES = Lexicon.GIVEN | Lexicon.GIVEN_AMBIGUOUS | Lexicon.FAMILY | Lexicon.FAMILY_AMBIGUOUS

/**
 * Returns the facts of a word that is common in the surrounding language. It is part of a name only if its neighbours
 * are names.
 */
const asWord = (facts: number): number =>
  facts & ~(NAMES | Lexicon.PLAIN | Lexicon.FAMOUS) | Lexicon.WORD | Lexicon.WORDLIKE |
  ((facts & (Lexicon.GIVEN | Lexicon.GIVEN_AMBIGUOUS)) === 0 ? 0 : Lexicon.GIVEN_AMBIGUOUS) |
  ((facts & (Lexicon.FAMILY | Lexicon.FAMILY_AMBIGUOUS)) === 0 ? 0 : Lexicon.FAMILY_AMBIGUOUS)

/** Returns whether a word is a German or Dutch plural in `-en`, such as `Dienstreisen`. */
const isPlural = (text: string, end: number, language: Language | undefined): boolean =>
  (language === "de" || language === "nl") && text.startsWith("en", end - 2)

const factsIn = (language: Language | undefined, word: string, facts: number): number => {
  if (language === undefined || language === "en") return facts
  const lower = word.toLowerCase()
  if (isFunctionWord(lower, language)) return facts & ~NAMES | Lexicon.STOP
  // German ö is a separate letter, not an o with a mark.
  const named = language === "de" && /[äöü]/.test(lower) && (Lexicon.listedWord(lower) & NAMES) === 0
    ? facts & ~(NAMES | Lexicon.PLAIN)
    : facts
  return isCommonWord(word, language) ? asWord(named) : named
}

/** Returns whether a word is common. Of a hyphenated word, only the last part counts: `Thai-Chinesen`. */
const isCommonWord = (word: string, language: Language | undefined): boolean =>
  language !== undefined && language !== "en" && isCommon(word.slice(word.lastIndexOf("-") + 1), language)

export const tokensOf = (scan: Scan, paragraphs: Paragraphs): Array<Token> => {
  const { capitals, text, urls } = scan
  const tokens: Array<Token> = []
  let url = 0
  for (let i = 0; i < capitals.length; i += NUMBERS_PER_CAPITAL) {
    const start = capitals.at[i]!
    const end = capitals.at[i + 1]!
    if (end - start > MAX_NAME_CHARACTERS) continue
    while (url < urls.length && urls.at[url + 1]! <= start) url += 2
    if (url < urls.length && urls.at[url]! <= start && !parameter.test(textBefore(text, start, PARAMETER_LENGTH))) {
      continue
    }
    const hash = capitals.at[i + 2]!
    const listed = hash === 0 ? Lexicon.factsOf(text.slice(start, end)) : Lexicon.factsAt(text, start, end, hash)
    const named = listed === 0 && endsLikeFamily(text, start, end) && !isPlural(text, end, paragraphs.at(start))
      ? Lexicon.FAMILY
      : listed
    const facts = (named & NAMES) === 0 ? named : factsIn(paragraphs.at(start), text.slice(start, end), named)
    tokens.push(new Token(text, start, end, facts, hash !== 0))
  }
  return tokens
}

export const isInitial = (token: Token): boolean => token.end - token.start === 1

/** Abbreviated given names and saints, and initials of two letters, which Cyrillic names have in Latin script. */
const abbreviations = new Set(
  "alex ant aug benj chas ed edw fr geo hon jas joh jos leop nic robt rich sam seb sta ste thos wilh ju ya ye yu".split(
    " "
  )
)
const MAX_ABBREVIATION_LETTERS = 3

/** Returns whether a name continues after a full stop, which may be that of an initial, a title or an abbreviation. */
const goesOnBehindPoint = (token: Token): boolean =>
  isInitial(token) || (token.facts & Lexicon.TITLE) !== 0 || abbreviations.has(token.word.toLowerCase()) ||
  token.length <= MAX_ABBREVIATION_LETTERS && !suffixNames.has(token.word) && !/[aeiouy]|[^\0-\x7f]/i.test(token.word)

const MAX_PARTICLE_LETTERS = 6

const isParticleHead = pairsOf("de da do va vo di la le el al bi ib be te zu af av du d' st in op aa")

const mayBeParticle = (text: string, at: number): boolean => {
  const first = unitAt(text, at)
  if (first === Unit.LOWER_E || first === Unit.LOWER_Y) return true
  const second = unitAt(text, at + 1)
  return isParticleHead(first, second === Unit.RIGHT_QUOTE ? Unit.APOSTROPHE : second)
}

/** Returns whether marks or a short lower-case word between two words may join them to a name. */
const mayJoin = (text: string, from: number, end: number): boolean => {
  const first = unitAt(text, from)
  if (first !== Unit.SPACE && first !== Unit.COMMA && first !== Unit.POINT) return true
  const second = unitAt(text, from + 1)
  if (second === Unit.ASTERISK || second === Unit.QUOTE || second === Unit.LEFT_DOUBLE_QUOTE) return true
  let at = from + 1
  while (at < end && isLowerLetter(text.charCodeAt(at))) at++
  const letters = at - from - 1
  return letters > 0 && letters <= MAX_PARTICLE_LETTERS && mayBeParticle(text, from + 1)
}

export const joined = (text: string, left: Token, right: Token): boolean => {
  const from = left.dotted ? left.end + 1 : left.end
  const length = right.start - from
  if (length === 0) return left.dotted && isInitial(left)
  if (left.dotted && !goesOnBehindPoint(left)) return false
  // Double initials: "K.-H. Oberhauser".
  if (length === 1 && left.dotted && isInitial(left) && isInitial(right) && text.charCodeAt(from) === Unit.HYPHEN) {
    return true
  }
  if (length === 1) return text.charCodeAt(from) === Unit.SPACE
  if (length > MAX_PARTICLES_CHARACTERS || !mayJoin(text, from, right.start)) return false
  const gap = text.slice(from, right.start)
  if (gap.startsWith(" ") && !left.dotted && particleGap.test(gap)) {
    if (neverJoins.test(gap)) return false
    const isLinked = (left.facts & NAMES) !== 0 && !(articleGap.test(gap) && (left.facts & Lexicon.WORD) !== 0)
    // A name precedes the particle of a name, unlike in "Feste der Chinesen" and "Bank of".
    return isLinked || (left.facts & (Lexicon.WORD | Lexicon.TITLE)) === 0 && !articleGap.test(gap)
  }
  return gap === "** " || gap === "_ " || gap === "* " || gap === "__ " || gap === " **" || gap === " \"" ||
    gap === "\" " || gap === " “" || gap === "” "
}

export const nameEnd = (text: string, token: Token): number => {
  let end = token.end
  if (token.dotted && suffixNames.has(token.word)) end++
  const quote = unitAt(text, end - 2)
  if ((quote === Unit.APOSTROPHE || quote === Unit.RIGHT_QUOTE) && unitAt(text, end - 1) === Unit.LOWER_S) end -= 2
  return end
}

/** Returns the end of a lower-case family name, as in `Donald trump`; without one, the end of the token. */
export const smallFamilyEnd = (text: string, token: Token): number => {
  const { end } = token
  const table = classes()
  if (token.dotted || unitAt(text, end) !== Unit.SPACE) return end
  let i = end + 1
  while (i < text.length && i - end < MAX_LOWER_CASE_FAMILY_LETTERS) {
    const bits = table[text.charCodeAt(i)]!
    if ((bits & LETTER) === 0 || (bits & UPPER) !== 0) break
    i++
  }
  if (i - end <= MIN_LOWER_CASE_FAMILY_LETTERS) return end
  const facts = Lexicon.listed(Lexicon.hashRange(text, end + 1, i))
  if ((facts & (Lexicon.FAMILY | Lexicon.FAMOUS)) === 0 || (facts & Lexicon.GIVEN) !== 0) return end
  return (facts & Lexicon.FAMOUS) === 0 && Lexicon.isWord(text.slice(end + 1, i)) ? end : i
}
