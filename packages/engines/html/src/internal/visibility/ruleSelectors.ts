/**
 * Splits the selectors of rules at commas, and parses them when they are needed.
 *
 * @since 0.2.0
 */
import { AttributeAction, isTraversal, parse, type Selector, SelectorType } from "css-what"

export interface One {
  readonly tokens: ReadonlyArray<Selector>
  /** Names that the last element of the selector must have. */
  readonly last: ReadonlyArray<string>
  /** The numbers of ids, classes and elements. Each number has a range of a thousand. */
  readonly specificity: number
}

/** Range of a specificity's counts of ids, classes and elements. No selector has as many. */
export const NAMES_PER_KIND = 1000

/** Maximum depth of nested `:is()` whose selectors count for specificity. */
const DEEPEST_SPECIFICITY = 8

/**
 * Pseudo-class that replaces `::first-line`. It matches an element whose text fits on one line at any width. The
 * first line of a longer text depends on layout.
 */
export const ONE_LINE = "-one-line"
const firstLine = /::?first-line(?![\w-])/gi

const isMore = /[\\[(*&|"']/

const isUntouched =
  /::|:(?:hover|active|visited|focus|focus-within|focus-visible|target|autofill|fullscreen|popover-open|before|after|first-line|first-letter)(?![\w-])/i

export class Selectors {
  readonly text: string
  private words: ReadonlyArray<string> | undefined
  private whole: ReadonlyArray<One> | undefined
  private still: ReadonlyArray<string | One> | undefined

  constructor(text: string) {
    this.text = text.includes("first-line") ? text.replace(firstLine, `:${ONE_LINE}`) : text
  }

  all(): ReadonlyArray<One> {
    return this.whole ??= onesOf(this.text)
  }

  /**
   * Returns the selectors that may match the page in its initial state. A selector that consists of names and
   * combinators stays text.
   */
  standing(): ReadonlyArray<string | One> {
    return this.still ??= this.standingParts()
  }

  private standingParts(): ReadonlyArray<string | One> {
    if (isMore.test(this.text)) return this.all()
    if (!this.text.includes(":")) return this.text.split(",")
    return this.text.split(",").flatMap<string | One>((part) =>
      !part.includes(":") ? [part] : isUntouched.test(part) ? [] : onesOf(part)
    )
  }

  /**
   * Returns the selectors that may match in other states. One known name of the last element suffices, because a
   * script may add the others.
   */
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
    if (token.type === SelectorType.Attribute) sum += isId(token) ? NAMES_PER_KIND * NAMES_PER_KIND : NAMES_PER_KIND
    else if (token.type === SelectorType.Tag || token.type === SelectorType.PseudoElement) sum += 1
    else if (token.type === SelectorType.Pseudo && token.name !== "where") {
      if (!Array.isArray(token.data)) sum += NAMES_PER_KIND
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

export const nameIn = (token: Selector): string | undefined =>
  isId(token)
    ? `#${(token as { value: string }).value}`
    : isClass(token)
    ? `.${(token as { value: string }).value}`
    : token.type === SelectorType.Tag
    ? token.name.toLowerCase()
    : undefined

export const lastOf = (tokens: ReadonlyArray<Selector>): ReadonlyArray<Selector> => {
  let at = tokens.length - 1
  while (at >= 0 && !isTraversal(tokens[at]!)) at--
  return tokens.slice(at + 1)
}

const namesIn = (tokens: ReadonlyArray<Selector>): ReadonlyArray<string> =>
  tokens.flatMap((token) => nameIn(token) ?? [])
