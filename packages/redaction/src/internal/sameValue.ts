/** Decides whether two values of one kind are the same. Each `identity` in the table of kinds has one comparison. */
import { type Entity, type Identity, kinds } from "@dunlin/pii/Entity"
import * as PercentEncoding from "@dunlin/text/PercentEncoding"

/** Compares values through index keys, so that the work is linear. */
export interface Comparison {
  /** Removes markup and escapes, in which spellings may differ. */
  readonly plain: (value: string) => string
  readonly keys: (plain: string) => ReadonlyArray<string>
  readonly places: (keys: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly searched: (keys: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly isSame: (left: ReadonlyArray<string>, right: ReadonlyArray<string>) => boolean
  /** Whether a single word refers to the only value that starts or ends with it. */
  readonly hasParts: boolean
}

const title = /^(?:mr|mrs|ms|miss|dr|prof|sir|herr|frau|mme|mlle|m|sr|sra|señor|señora)\.? /

const MIN_SHARED_DIGITS_OF_PHONE = 7

export const unmarked = (value: string): string => value.replace(/[*`~\\[\]]+/g, "").replace(/\s+/g, " ").trim()

const lowered = (plain: string): string => plain.normalize("NFKC").toLowerCase()
const digitsOf = (text: string): string => text.replace(/\D+/g, "")
const none = (): ReadonlyArray<string> => []

const anyLast = (first: string, last: string): string => `${first[0]} ${last[0]}…`

const isSameWord = (one: string, other: string): boolean =>
  one === other || one.length === 1 && other.startsWith(one) || other.length === 1 && one.startsWith(other)

const text: Comparison = {
  plain: unmarked,
  keys: (plain) => [lowered(plain)],
  places: none,
  searched: none,
  isSame: () => false,
  hasParts: false
}

const phonePlaces = ([digits = ""]: ReadonlyArray<string>): ReadonlyArray<string> =>
  digits.length < MIN_SHARED_DIGITS_OF_PHONE ? [] : [digits.slice(-MIN_SHARED_DIGITS_OF_PHONE)]

const namePlaces = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (words.length < 2) return []
  const [first, last] = [words[0]!, words.at(-1)!]
  return [`${first[0]} ${last}`, anyLast(first, last)]
}

const comparisons: { readonly [Name in Identity]: Comparison } = {
  text,
  exact: { ...text, plain: (value) => value, keys: (plain) => [plain] },
  mailbox: { ...text, keys: (plain) => [lowered(plain).replace(/^mailto:/, "")] },
  number: {
    ...text,
    keys: (plain) => {
      const lower = lowered(plain)
      return [/^[\d\s.,/·_-]+$/.test(lower) ? digitsOf(lower) : lower]
    }
  },
  phone: {
    ...text,
    plain: (value) => unmarked(PercentEncoding.decode(value)),
    // Leading zeros of a phone number depend on the caller's location.
    keys: (plain) => [digitsOf(lowered(plain)).replace(/^0+/, "") || lowered(plain)],
    places: phonePlaces,
    searched: phonePlaces,
    isSame: ([one = ""], [other = ""]) => one.length <= other.length ? other.endsWith(one) : one.endsWith(other)
  },
  name: {
    plain: (value) => unmarked(PercentEncoding.decode(value)),
    keys: (plain) => {
      const lower = lowered(plain)
      const words = lower.replace(title, "").split(/[\s_+.-]+/).filter((word) => word !== "")
      return words.length === 0 ? [lower] : words
    },
    places: namePlaces,
    searched: (words) => {
      if (words.length < 2) return []
      const [first, last] = [words[0]!, words.at(-1)!]
      return last.length === 1 ? [anyLast(first, last)] : [`${first[0]} ${last}`, `${first[0]} ${last[0]}`]
    },
    isSame: (left, right) => {
      const [short, long] = left.length <= right.length ? [left, right] : [right, left]
      if (short.length === long.length) return short.every((word, at) => isSameWord(word, long[at]!))
      // The first and last word suffice if one name has more.
      return isSameWord(short[0]!, long[0]!) && short.at(-1) === long.at(-1)
    },
    hasParts: true
  }
}

export const comparisonOf = (entity: Entity): Comparison => comparisons[kinds[entity].identity]
