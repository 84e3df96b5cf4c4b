/**
 * Finds names written as one word: handles and tags in messages, such as `@ janedoe` and `#JaneDoe`.
 *
 * @since 0.2.0
 */
import { textAfter } from "./around.ts"
import { isCompanyWord } from "./companies.ts"
import * as Lexicon from "./lexicon.ts"
import { SURE } from "./nameSure.ts"
import type { Add } from "./nameTokens.ts"
import { within } from "./offsets.ts"
import type { Scan } from "./scan.ts"

const { FAMILY, FAMILY_AMBIGUOUS, GIVEN, GIVEN_AMBIGUOUS, isWord, listedWord, ORGANISATION, PLAIN, WORD } = Lexicon

const MAX_GIVEN_LETTERS_IN_HANDLE = 9
const MIN_GIVEN_LETTERS_IN_HANDLE = 4
const MIN_LETTERS_AFTER_NAME_IN_HANDLE = 3
const MIN_LETTERS_OF_GIVEN_IN_HANDLE = 3
const MIN_LETTERS_OF_FAMILY_IN_HANDLE = 3
const MAX_INITIALS_LETTERS = 2
const MIN_LETTERS_AFTER_INITIALS = 4
const MIN_LETTERS_AFTER_ANY = 5
const HANDLE_REACH = 32

const has = (word: string, bits: number): boolean => (listedWord(word) & bits) !== 0
const isGiven = (word: string): boolean => has(word, GIVEN)
const isAmbiguous = (word: string): boolean => has(word, GIVEN_AMBIGUOUS)
const isFamily = (word: string): boolean => has(word, FAMILY)

const before = /^(?:the_?real|real|the|iam|its|mrs?|dr|sir|official|only)_?(?=[a-z]{5})/
const behind = /(?<=[a-z]{5})_?(?:official|mp|msp|mep)$/

/** Returns a handle without usual prefixes and suffixes. */
const coreOf = (handle: string): string =>
  handle.replace(/^_+|[_\d]+$/g, "").toLowerCase().replace(before, "").replace(behind, "")

export const isCompanyHandle = (handle: string): boolean => isCompanyWord(coreOf(handle))

const account =
  /news|radio|official|magazine|times|daily|online|team|blog|store|shop|games|bank|media|music|club|police|live|support|sport|network|press|politics|cnn|bbc|espn|nasa|events?$|tv$|fc$|uk$|app$|hq$/i

const strange = (part: string): boolean =>
  part.length > 2 && !isWord(part) && (Lexicon.factsOf(part) & ORGANISATION) === 0

/** Returns whether the parts of a handle spell a name, such as `Jane_Doe` or `JaneDoe`. */
const spellsName = (parts: ReadonlyArray<string>, lower: ReadonlyArray<string>): boolean => {
  if (lower.some((part) => part.length > 2 && isGiven(part))) return true
  if (
    lower.some(isAmbiguous) &&
    lower.some((part) => strange(part) && !isAmbiguous(part))
  ) return true
  return parts.length === 2 && parts.every((part) => /^[A-Z][a-z]+$/.test(part)) && lower.every(strange) &&
    lower.some(isFamily)
}

const startsWithName = (handle: string): boolean => {
  for (
    let length = Math.min(MAX_GIVEN_LETTERS_IN_HANDLE, handle.length);
    length >= MIN_GIVEN_LETTERS_IN_HANDLE;
    length--
  ) {
    const rest = handle.slice(length)
    if (
      isGiven(handle.slice(0, length)) &&
      (rest.length < MIN_LETTERS_AFTER_NAME_IN_HANDLE || isFamily(rest) || !isWord(handle))
    ) {
      return rest.length === 0 || rest.length > 2 || /^\w{1,2}$/.test(rest)
    }
  }
  return false
}

/** Returns whether a word such as `janedoe` is a given and a family name. */
const isPair = (word: string): boolean => {
  for (let cut = MIN_LETTERS_OF_GIVEN_IN_HANDLE; cut <= word.length - MIN_LETTERS_OF_FAMILY_IN_HANDLE; cut++) {
    const given = listedWord(word.slice(0, cut))
    const family = listedWord(word.slice(cut))
    if ((given & (GIVEN | GIVEN_AMBIGUOUS | PLAIN)) === 0 || (family & (FAMILY | FAMILY_AMBIGUOUS)) === 0) continue
    // If both parts have another meaning, the word is not a name, as in "samsung".
    if ((given & (GIVEN | PLAIN)) !== 0 || (family & WORD) === 0) return true
  }
  return false
}

/** Returns whether a word ends in a name, after an initial or a prefix: `jdoe`, `realjane`, `xxmiller`. */
const endsInName = (word: string): boolean => {
  for (let cut = 1; cut <= word.length - MIN_LETTERS_AFTER_INITIALS; cut++) {
    const rest = word.slice(cut)
    const facts = listedWord(rest)
    if (cut === 1 && (facts & GIVEN) !== 0 && rest.length < MIN_LETTERS_AFTER_ANY) continue
    if ((facts & GIVEN) !== 0 && (facts & WORD) === 0) return true
    const least = cut <= MAX_INITIALS_LETTERS ? MIN_LETTERS_AFTER_INITIALS : MIN_LETTERS_AFTER_ANY
    if ((facts & FAMILY) !== 0 && (facts & WORD) === 0 && rest.length >= least) return true
  }
  return false
}

const isNamed = (handle: string, core: string): boolean => {
  const parts = handle.split(/_|(?<=[a-z])(?=[A-Z])|\d+/).filter((part) => part.length > 1)
  const lower = parts.map((part) => part.toLowerCase())
  if (parts.length >= 2 ? spellsName(parts, lower) : startsWithName(core)) return true
  return !isWord(core) && !account.test(core) && endsInName(core)
}

const oneWord = /^[A-Z](?:[a-z]+|[A-Z]+)$/
const abbreviation = /^[A-Z]{2,5}$/
const handle = /^@( ?)(_{0,2}[A-Za-z]\w{2,24})(?![\w@./-])/

/** Adds handles of persons. A space after the sign is allowed, because pages made from markup have it. */
export const handles = (scan: Scan, social: boolean, recall: boolean, add: Add): void => {
  const { text } = scan
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    if (at > 0 && /[\w/.@]/.test(text[at - 1]!)) continue
    const match = handle.exec(textAfter(text, at, HANDLE_REACH))
    if (match === null || match[1] === "" && !recall) continue
    const word = match[2]!
    const end = at + match[0].length
    const core = coreOf(word)
    // "@ Madison Square" is a place.
    if (oneWord.test(word) && /^ [A-Z]/.test(text.slice(end, end + 2))) continue
    // The handle at the start of a message is its addressee, who is usually a person.
    if (isCompanyWord(core)) continue
    const isAnswered = social && match[1] !== "" && (at === 0 || text[at - 1] === "\n") && !account.test(word) &&
      !abbreviation.test(word)
    if (isAnswered || isPair(core) || isNamed(word, core)) {
      add(end - word.length, end, SURE.placed, "handle")
    }
  }
}

export const SIGNS_OF_HANDLES = 17

const camel = /^[A-Z][a-z]+[A-Z][a-z]+$/

export const handleSigns = (word: string): number => {
  const core = coreOf(word)
  const parts = word.split(/_|(?<=[a-z])(?=[A-Z])|\d+/).filter((part) => part.length > 1).map((part) =>
    part.toLowerCase()
  )
  const first = parts[0] ?? ""
  const final = parts[parts.length - 1] ?? ""
  const signs = [
    isPair(core),
    isNamed(word, core),
    account.test(word),
    abbreviation.test(word),
    oneWord.test(word),
    isWord(core) || core.startsWith("the") && isWord(core.slice(3)),
    /\d$/.test(word),
    /\d(?!\d*$)/.test(word),
    word.includes("_"),
    camel.test(word),
    has(first, GIVEN),
    has(first, GIVEN_AMBIGUOUS),
    parts.length > 1 && has(final, FAMILY | FAMILY_AMBIGUOUS),
    parts.some((part) => (Lexicon.factsOf(part) & ORGANISATION) !== 0),
    parts.every((part) => part.length > 2 && isWord(part)),
    isCompanyWord(core),
    parts.length > 2
  ]
  let bits = 0
  for (let i = 0; i < signs.length; i++) if (signs[i]!) bits |= 1 << i
  return bits
}

const tag = /^#( ?)([A-Za-z]\w{4,30})(?![\w-])/
/** Minimum number of letters of the given and of the family name in a tag of one letter case. */
const MIN_LETTERS_IN_TAG = 4

const isFullName = (word: string): boolean => {
  const parts = word.split(/(?<=[a-z])(?=[A-Z])/)
  const [first, second] = parts
  if (parts.length === 2 && parts.every((part) => /^[A-Z][a-z]+$/.test(part))) {
    const given = first!.toLowerCase()
    const family = second!.toLowerCase()
    return isGiven(given) && !isWord(given) && (has(family, FAMILY | FAMILY_AMBIGUOUS) || strange(family))
  }
  const lower = word.toLowerCase()
  if (parts.length > 1 || isWord(lower)) return false
  for (let cut = MIN_LETTERS_IN_TAG; cut <= lower.length - MIN_LETTERS_IN_TAG; cut++) {
    if (isGiven(lower.slice(0, cut)) && isFamily(lower.slice(cut))) return true
  }
  return false
}

export const tags = (scan: Scan, add: Add): void => {
  const { code, text, urls } = scan
  for (let at = text.indexOf("#"); at >= 0; at = text.indexOf("#", at + 1)) {
    if (at > 0 && /[\w/&#.([]/.test(text[at - 1]!)) continue
    const match = tag.exec(textAfter(text, at, HANDLE_REACH))
    if (match === null || !isFullName(match[2]!) || isCompanyWord(match[2]!) || within(urls, at) || within(code, at)) {
      continue
    }
    const end = at + match[0].length
    add(end - match[2]!.length, end, SURE.placed, "tag")
  }
}
