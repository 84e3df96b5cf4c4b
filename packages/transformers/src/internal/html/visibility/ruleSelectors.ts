/**
 * The selectors of rules: their parts between commas, read when somebody asks, and whether they may be about a page at all.
 *
 * @since 0.2.0
 */
import { AttributeAction, isTraversal, parse, type Selector, SelectorType } from "css-what"

/** A selector without commas. */
export interface One {
  readonly tokens: ReadonlyArray<Selector>
  /** Names that its last element must have. */
  readonly last: ReadonlyArray<string>
  /** Ids, then classes, then elements, each with room for a thousand. */
  readonly specificity: number
}

/** Room for a kind of names: more than any selector has of one. */
export const MOST_OF_A_KIND = 1000

/** Within `:is()` of `:is()`, selectors that still count for how specific the whole is. */
const DEEPEST_SPECIFICITY = 8

/** What tells that the commas of a list, or its names, take more than a look to find. */
const isMore = /[\\[(*&|"']/

/** States of a page that somebody has touched, and parts of elements. */
const isUntouched =
  /::|:(?:hover|active|visited|focus|focus-within|focus-visible|target|autofill|fullscreen|popover-open|before|after|first-line|first-letter)(?![\w-])/i

/** A selector list, with nesting resolved. Most are about other pages, or about other states, and are never read. */
export class Selectors {
  readonly text: string
  private words: ReadonlyArray<string> | undefined
  private whole: ReadonlyArray<One> | undefined

  constructor(text: string) {
    this.text = text
  }

  /** All of the list; one that is no selector has none. */
  all(): ReadonlyArray<One> {
    return this.whole ??= onesOf(this.text)
  }

  /** Those that may find something as the page stands: as text where they are names and combinators alone. */
  standing(): ReadonlyArray<string | One> {
    if (isMore.test(this.text)) return this.all()
    if (!this.text.includes(":")) return this.text.split(",")
    return this.text.split(",").flatMap<string | One>((part) =>
      !part.includes(":") ? [part] : isUntouched.test(part) ? [] : onesOf(part)
    )
  }

  /** Those for other states: one name of the last element is enough, the others may be what is waited for. */
  near(isKnown: (name: string) => boolean): ReadonlyArray<One> {
    const { text } = this
    this.words ??= text.match(/[.#]?[\w-]+/g) ?? []
    if (!text.includes("\\") && !text.includes("*") && !this.words.some(isKnown)) return []
    return this.all().filter(({ last }) => last.length === 0 || last.some(isKnown))
  }
}

const onesOf = (selector: string): ReadonlyArray<One> => {
  try {
    return parse(selector).map((tokens) => ({
      tokens,
      last: namesIn(lastOf(tokens)),
      specificity: specificityOf(tokens, 0)
    }))
  } catch {
    return []
  }
}

const specificityOf = (tokens: ReadonlyArray<Selector>, depth: number): number => {
  let sum = 0
  for (const token of tokens) {
    if (token.type === SelectorType.Attribute) sum += isId(token) ? MOST_OF_A_KIND * MOST_OF_A_KIND : MOST_OF_A_KIND
    else if (token.type === SelectorType.Tag || token.type === SelectorType.PseudoElement) sum += 1
    else if (token.type === SelectorType.Pseudo && token.name !== "where") {
      if (!Array.isArray(token.data)) sum += MOST_OF_A_KIND
      else if (depth < DEEPEST_SPECIFICITY) {
        sum += Math.max(
          0,
          ...token.data.map((inner) => specificityOf(inner, depth + 1))
        )
      }
    }
  }
  return sum
}

export const isId = (token: Selector): boolean =>
  token.type === SelectorType.Attribute && token.name === "id" && token.action === AttributeAction.Equals &&
  token.ignoreCase === "quirks"

export const isClass = (token: Selector): boolean =>
  token.type === SelectorType.Attribute && token.name === "class" && token.action === AttributeAction.Element &&
  token.ignoreCase === "quirks"

/** What an element must be called to be found, as `#id`, `.class` or `name`; `undefined` when it may be any. */
export const nameIn = (token: Selector): string | undefined =>
  isId(token)
    ? `#${(token as { value: string }).value}`
    : isClass(token)
    ? `.${(token as { value: string }).value}`
    : token.type === SelectorType.Tag
    ? token.name.toLowerCase()
    : undefined

/** The last part of a selector: what the element itself must be. */
export const lastOf = (tokens: ReadonlyArray<Selector>): ReadonlyArray<Selector> => {
  let at = tokens.length - 1
  while (at >= 0 && !isTraversal(tokens[at]!)) at--
  return tokens.slice(at + 1)
}

/** The names that a list of tokens asks for. */
const namesIn = (tokens: ReadonlyArray<Selector>): ReadonlyArray<string> =>
  tokens.flatMap((token) => nameIn(token) ?? [])

/** Behind the name that begins at a place. */
const behindName = (selector: string, at: number): number => {
  let end = at
  while (end < selector.length && isNameCode(selector.charCodeAt(end))) end++
  return end
}

const isNameCode = (code: number): boolean =>
  code >= 0x61 && code <= 0x7a || code >= 0x30 && code <= 0x39 || code === 0x2d || code === 0x5f ||
  code >= 0x41 && code <= 0x5a || code >= 0x80

/** Behind a bracket that closes where a bracket opens; -1 where that takes more than counting. */
const behindBracket = (selector: string, at: number): number => {
  let depth = 0
  for (let k = at; k < selector.length; k++) {
    const sign = selector[k]!
    if (sign === "(" || sign === "[") depth++
    else if (sign === ")" || sign === "]") {
      if (--depth === 0) return k + 1
    } else if (sign === "\\") return -1
    else if (sign === "\"" || sign === "'") {
      k = selector.indexOf(sign, k + 1)
      if (k < 0) return -1
    }
  }
  return -1
}

/** Parts of elements, which are no elements, with one colon. */
const oldPseudoElement = /^:(?:before|after|first-line|first-letter)$/i

/** What holds only where one of the selectors in it does. */
const alternatives = /^:(?:is|where|matches)$/i

/** Classes that an element may still get for another state. */
const MOST_MISSING = 1

/** What is known of the part of a selector that is being read. */
class Concern {
  private readonly most: number
  private missing = 0
  private isOut = false
  private isLastNamed = false
  private isLastKnown = false

  constructor(most: number) {
    this.most = most
  }

  get holds(): boolean {
    return !this.isLost && (this.isLastKnown || !this.isLastNamed)
  }

  /** Whether it finds nothing, whatever else stands in it. */
  get isLost(): boolean {
    return this.isOut || this.missing > this.most
  }

  /** The next part. */
  begin(): void {
    this.missing = 0
    this.isOut = this.isLastNamed = this.isLastKnown = false
  }

  /** The next element of the part. */
  next(): void {
    this.isLastNamed = this.isLastKnown = false
  }

  name(isThere: boolean, isClass: boolean): void {
    this.isLastNamed = true
    if (isThere) this.isLastKnown = true
    else if (isClass) this.missing++
    else this.isOut = true
  }

  /** A part of an element. */
  out(): void {
    this.isOut = true
  }
}

/** The names that are on a page, as they compare. */
export interface Known {
  readonly classes: { readonly has: (name: string) => boolean }
  readonly ids: { readonly has: (name: string) => boolean }
  readonly elements: { readonly has: (name: string) => boolean }
}

/**
 * Whether a selector, folded as names compare, may find an element of the page, now or in another state: all names in one
 * of its parts are there but for one class, which a script may give, and its last element has a name that is there. What
 * is not plain may.
 */
export const mayConcern = (
  selector: string,
  names: Known,
  mostMissing: number = MOST_MISSING
): boolean => {
  const concern = new Concern(mostMissing)
  const { length } = selector
  let isNext = false
  let at = 0
  while (at < length) {
    const sign = selector.charCodeAt(at)
    const from = at++
    if (sign === COMMA) {
      if (concern.holds) return true
      concern.begin()
      isNext = false
    } else if (sign === SPACE || sign === CHILD || sign === ADJACENT || sign === SIBLING) isNext = true
    else {
      if (isNext) concern.next()
      isNext = false
      if (sign === CLASS || sign === ID) {
        at = behindName(selector, at)
        concern.name((sign === CLASS ? names.classes : names.ids).has(selector.slice(from + 1, at)), sign === CLASS)
      } else if (isNameCode(sign)) {
        at = behindName(selector, at)
        concern.name(names.elements.has(selector.slice(from, at).toLowerCase()), false)
      } else if (sign === COLON) {
        const isElement = selector.charCodeAt(at) === COLON
        at = behindName(selector, isElement ? at + 1 : at)
        const pseudo = selector.slice(from, at)
        if (isElement || oldPseudoElement.test(pseudo)) concern.out()
        if (selector[at] !== "(") continue
        const open = at
        at = behindBracket(selector, open)
        if (at > 0 && alternatives.test(pseudo) && !mayConcern(selector.slice(open + 1, at - 1), names, 0)) {
          concern.out()
        }
      } else if (sign === ATTRIBUTE) at = behindBracket(selector, from)
      else if (sign !== ANY) return true
      // most rules of a large sheet are for other pages: what else such a part asks for is not read
      if (at >= 0 && concern.isLost) at = endOfPart(selector, at)
      if (at < 0) return true
    }
  }
  return concern.holds
}

const SPACE = 0x20
const ID = 0x23
const ANY = 0x2a
const ADJACENT = 0x2b
const COMMA = 0x2c
const CLASS = 0x2e
const COLON = 0x3a
const CHILD = 0x3e
const ATTRIBUTE = 0x5b
const SIBLING = 0x7e

/** Where the comma behind a part of a selector stands, or the end of the selector; -1 where that cannot be told. */
const endOfPart = (selector: string, from: number): number => {
  let at = from
  while (at < selector.length) {
    const sign = selector[at]
    if (sign === ",") return at
    if (sign === "(" || sign === "[") {
      at = behindBracket(selector, at)
      if (at < 0) return at
    } else at += sign === "\\" ? 2 : 1
  }
  return at
}
