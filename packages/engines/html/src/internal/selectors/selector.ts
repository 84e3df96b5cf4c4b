/**
 * Evaluates CSS selectors on the tape, and the form `*pattern*`, which matches names and attributes as text.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attrName, attrValue, nameOf, type Tape } from "../tape/tape.ts"
import { matcher } from "./match.ts"
import { type Plan, plan } from "./plan.ts"
import { containing } from "./strings.ts"

export class InvalidSelectorError extends Error {
  readonly selector: string
  constructor(selector: string, detail: string) {
    super(detail)
    this.selector = selector
  }
}

const MAX_CHARACTERS_OF_SELECTOR = 2000

/** Maximum characters of a request's selectors, which take less than 50 ms to parse. */
export const MAX_CHARACTERS_OF_SELECTORS = 32_768

/** Maximum number of conditions and combinators of a request's selectors. Each one is a pass over every page. */
export const MAX_PARTS_OF_SELECTORS = 1000

/** Number of selector parts that a `*text*` pattern counts as, because it scans every attribute of the page. */
const PARTS_OF_PATTERN = 8

const PATTERN_REACH = 1000

type Read = { readonly pattern: string; readonly parts: number } | Plan

const read = (selector: string): Read => {
  if (selector.length > MAX_CHARACTERS_OF_SELECTOR) {
    throw new InvalidSelectorError(selector, `longer than ${MAX_CHARACTERS_OF_SELECTOR} characters`)
  }
  // `*:first-child *` continues like a selector, so it is one.
  if (/^\*[^\s*:.#[>+~,|][^*]*\*$/.test(selector)) {
    return { pattern: selector.slice(1, -1).toLowerCase(), parts: PARTS_OF_PATTERN }
  }
  if (/^\s*@/.test(selector)) throw new InvalidSelectorError(selector, "this is an at-rule, not a selector")
  try {
    return plan(selector)
  } catch (error) {
    throw new InvalidSelectorError(selector, error instanceof Error ? error.message : "syntax error")
  }
}

export const find = (tape: Tape, selectors: ReadonlyArray<string>): ReadonlyArray<number> =>
  selectors.length === 0 ? [] : finder(tape)(selectors)

/** Returns a function that finds elements by several lists of selectors, which share intermediate results. */
export const finder = (tape: Tape): (selectors: ReadonlyArray<string>) => ReadonlyArray<number> => {
  const match = matcher(tape)
  return (selectors) => {
    const plans = selectors.map(read)
    const complexes = plans.flatMap((one) => "list" in one ? one.list : [])
    const patterns = plans.flatMap((one) => "pattern" in one ? [patternTest(tape, one.pattern)] : [])
    const found = complexes.length === 0 ? undefined : match(complexes)
    const out: Array<number> = []
    for (let i = 0; i < tape.n; i++) {
      if (tape.tag[i] === Tags.TEXT) continue
      if (found?.[i] === 1 || patterns.some((test) => test(i))) out.push(i)
    }
    return out
  }
}

const patternTest = (tape: Tape, text: string): (i: number) => boolean => {
  const contains = containing(text)
  return (i) => {
    if (contains(nameOf(tape, i))) return true
    for (let k = tape.attrsAt[i]!; k < tape.attrsAt[i + 1]!; k++) {
      if (contains(`${attrName(tape, k)}="${attrValue(tape, k).slice(0, PATTERN_REACH)}"`.toLowerCase())) return true
    }
    return false
  }
}

export const adder = (): (selector: string) => number => {
  let characters = 0
  let parts = 0
  return (selector) => {
    characters += selector.length
    if (selector.length <= MAX_CHARACTERS_OF_SELECTOR && characters > MAX_CHARACTERS_OF_SELECTORS) {
      throw new InvalidSelectorError(
        selector,
        `all selectors of a request may have at most ${MAX_CHARACTERS_OF_SELECTORS} characters together; this one exceeds the limit`
      )
    }
    parts += read(selector).parts
    if (parts > MAX_PARTS_OF_SELECTORS) {
      throw new InvalidSelectorError(
        selector,
        `all selectors of a request may have at most ${MAX_PARTS_OF_SELECTORS} parts together (names, classes, attributes, pseudo-classes, combinators); this one exceeds the limit`
      )
    }
    return parts
  }
}
