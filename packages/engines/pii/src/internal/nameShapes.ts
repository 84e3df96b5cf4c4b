/**
 * Describes the written form of a name outside of a sentence: in a field, a cell, or the header of a mail.
 *
 * @since 0.3.0
 */
import * as Lexicon from "./lexicon.ts"

const { FAMILY, FAMILY_AMBIGUOUS, GIVEN, GIVEN_AMBIGUOUS, ORGANISATION, PLACE, PRODUCT, STOP, WORD } = Lexicon

/** Regular expression for particles of family names, also with a capital: Belgian `Van de Velde`. */
const particle =
  "(?:[Vv]an|[Vv]on|[Vv]om|[Zz]u|[Zz]ur|[Dd]e|[Dd]en|[Dd]er|[Dd]es|[Tt]er|[Tt]en|[Tt]e|[Oo]p|[Ii]n|[Aa]an|['’]t|[Hh]et|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]as|[Dd]os|[Dd]o|[Dd]u|[Ll]a|[Ll]e|[Ll]os|[Ll]as|[Bb]in|[Bb]en|[Aa]l|[Ee]l|y|e|i)"
const word = "\\p{Lu}['’]?[\\p{L}\\p{M}]+(?:['’-]\\p{L}[\\p{L}\\p{M}]*)*"
const part = `(?:${word}|\\p{Lu}\\.)`

/** Source of a regular expression for a name of one to five words, given name first. */
export const natural = `${part}(?: (?:${particle} ){0,3}${part}){0,4}`
/** Source of a regular expression for a family name, followed by a comma and given names. */
export const familyFirst =
  `(?:${particle} ){0,3}${word}(?:[ -](?:${particle} ){0,2}${word}){0,2}, ${part}(?: (?:${part}|de|da|del|van|von)){0,3}`

const NAMED = GIVEN | GIVEN_AMBIGUOUS | FAMILY | FAMILY_AMBIGUOUS
/** Facts of words with another meaning than a name. */
const OTHER = WORD | PLACE | PRODUCT

const factsOf = (name: string): ReadonlyArray<number> =>
  name.split(/[ ,]+/).filter((one) => /^\p{Lu}['’]?\p{L}/u.test(one)).map(Lexicon.factsOf)

export interface Evidence {
  /** Whether no word excludes a person. */
  readonly isPossible: boolean
  readonly words: number
  readonly named: number
  /** Whether the first or last word is an unambiguous given name. */
  readonly isGiven: boolean
  /** Number of words that have only another meaning. */
  readonly others: number
}

export const evidenceOf = (name: string): Evidence => {
  const facts = factsOf(name)
  return {
    isPossible: facts.length > 0 &&
      facts.every((bits) => (bits & ORGANISATION) === 0 && ((bits & STOP) === 0 || (bits & GIVEN) !== 0)),
    words: facts.length,
    named: facts.filter((bits) => (bits & NAMED) !== 0).length,
    isGiven: facts.some((bits) => (bits & GIVEN) !== 0 && (bits & OTHER) === 0),
    others: facts.filter((bits) => (bits & OTHER) !== 0 && (bits & NAMED) === 0).length
  }
}

/** Returns whether a text may be a name: one word is on a list of names, or no word has another meaning. */
export const mayBeName = (name: string): boolean => {
  const { isPossible, named, others, words } = evidenceOf(name)
  return isPossible && words > 1 && (named > 0 ? others < words - 1 || named > others : others === 0)
}

const team =
  /^(?:der|die|das|ihre?|eure?|euer|deine?|unser|le|la|l['’]|les|votre|notre|el|su|tu|nuestr[oa]|il|lo|sua?|tua?|o|a|seu|het|de|uw|ons|your|our|the|twój|twoja|nasz)(?:\s|(?<=['’]))|(?:^|\s)(?:team|equipe|équipe|equipo|zespół|services?|support|office|redaktion|verwaltung|kundendienst|developers?|maintainers?|contributors?|authors?|project|list|group|community|bot|builds?|admin|system|news|newsletter|sales|bank|gmbh|inc|ltd)$/iu

/** Returns whether a name is a team, a list or an office: `Your Support Team`, `Ihr Kundendienst`. */
export const isTeam = (name: string): boolean => team.test(name)
