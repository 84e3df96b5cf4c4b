/**
 * Decides whether a selector can match a page in any state, by its names in the text of the style sheet. Most rules of
 * a large sheet are for other pages, and are not parsed further.
 *
 * @since 0.2.0
 */
import type { PageNames } from "./pageNames.ts"

/** The selector can never match on this page. */
export const NEVER = 0
/** The selector may match once an element gets a class. */
export const LATER = 1
/** The selector may match the page in its initial state. */
export const NOW = 2

const oldPseudoElement = /^:(?:before|after|first-line|first-letter)$/i

const alternatives = /^:(?:is|where|matches)$/i

/** Maximum number of classes that a matching element may get in another state. */
const MAX_MISSING_CLASSES = 1

/** Maximum depth of nested alternatives. Each level reads its text again, and real styles need only a few. */
const DEEPEST_ALTERNATIVES = 4

/** The names that a part of a selector requires, and whether the page has them. */
class Concern {
  private readonly most: number
  private missing = 0
  private isOut = false
  private isLastNamed = false
  private isLastKnown = false

  constructor(most: number) {
    this.most = most
  }

  get holds(): number {
    if (this.isLost || this.isLastNamed && !this.isLastKnown) return NEVER
    return this.missing === 0 ? NOW : LATER
  }

  get isLost(): boolean {
    return this.isOut || this.missing > this.most
  }

  begin(): void {
    this.missing = 0
    this.isOut = this.isLastNamed = this.isLastKnown = false
  }

  next(): void {
    this.isLastNamed = this.isLastKnown = false
  }

  name(isThere: boolean, isClass: boolean): void {
    this.isLastNamed = true
    if (isThere) this.isLastKnown = true
    else if (isClass) this.missing++
    else this.isOut = true
  }

  out(): void {
    this.isOut = true
  }
}

/**
 * Returns the state in which a selector may match on the page: `NEVER`, `NOW` or `LATER`. All names in one of its
 * parts must occur on the page. One class may be missing, because a script may add it, but the name of the last
 * element must occur. The text must not have comments. A complex selector may match anything, so its state is `NOW`.
 */
export const concernOf = (
  text: string,
  from: number,
  to: number,
  names: PageNames,
  depth: number = 0
): number => {
  if (depth > DEEPEST_ALTERNATIVES) return NOW
  // Within brackets, no class may be missing.
  const concern = new Concern(depth === 0 ? MAX_MISSING_CLASSES : 0)
  let found = NEVER
  let isNext = false
  let at = from
  while (at < to) {
    const sign = text.charCodeAt(at)
    const start = at++
    if (sign === COMMA) {
      found = Math.max(found, concern.holds)
      if (found === NOW) return NOW
      concern.begin()
      isNext = false
    } else if (sign === CHILD || sign === ADJACENT || sign === SIBLING || isSpace(sign)) isNext = true
    else {
      if (isNext) concern.next()
      isNext = false
      if (sign === CLASS || sign === ID) {
        at = behindName(text, at, to)
        if (isContinued(text, at, to)) return NOW
        const isThere = sign === CLASS
          ? names.classes.has(text, start + 1, at)
          : names.ids.has(names.fold(text.slice(start + 1, at)))
        concern.name(isThere, sign === CLASS)
      } else if (isNameCode(sign)) {
        at = behindName(text, at, to)
        if (isContinued(text, at, to)) return NOW
        concern.name(names.elements.has(text.slice(start, at).toLowerCase()), false)
      } else if (sign === COLON) {
        const isElement = text.charCodeAt(at) === COLON
        at = behindName(text, isElement ? at + 1 : at, to)
        const pseudo = text.slice(start, at)
        // The first line of a short text is the whole text, so a rule for `::first-line` counts.
        if ((isElement || oldPseudoElement.test(pseudo)) && !firstLine.test(pseudo)) concern.out()
        if (at >= to || text[at] !== "(") continue
        const open = at
        at = behindBracket(text, open, to)
        if (at > 0 && alternatives.test(pseudo) && concernOf(text, open + 1, at - 1, names, depth + 1) === NEVER) {
          concern.out()
        }
      } else if (sign === ATTRIBUTE) at = behindBracket(text, start, to)
      else if (sign !== ANY) return NOW
      // The rest of a part that cannot match is skipped.
      if (at >= 0 && concern.isLost) at = endOfPart(text, at, to)
      if (at < 0) return NOW
    }
  }
  return Math.max(found, concern.holds)
}

const firstLine = /^::?first-line$/i

const SPACE = 0x20
const TAB = 0x09
const CARRIAGE_RETURN = 0x0d
const ID = 0x23
const ANY = 0x2a
const ADJACENT = 0x2b
const COMMA = 0x2c
const CLASS = 0x2e
const COLON = 0x3a
const CHILD = 0x3e
const ATTRIBUTE = 0x5b
const ESCAPE = 0x5c
const NAMESPACE = 0x7c
const SIBLING = 0x7e
const FIRST_FOREIGN = 0x80

const isSpace = (code: number): boolean =>
  code === SPACE || code >= TAB && code <= CARRIAGE_RETURN || code >= FIRST_FOREIGN && isWide(code)

const isWide = (code: number): boolean => /\s/.test(String.fromCharCode(code))

const isNameCode = (code: number): boolean =>
  code >= 0x61 && code <= 0x7a || code >= 0x30 && code <= 0x39 || code === 0x2d || code === 0x5f ||
  code >= 0x41 && code <= 0x5a || code >= FIRST_FOREIGN && !isWide(code)

const isContinued = (text: string, at: number, to: number): boolean => {
  const sign = at < to ? text.charCodeAt(at) : SPACE
  return sign === ESCAPE || sign === NAMESPACE
}

const behindName = (text: string, at: number, to: number): number => {
  let end = at
  while (end < to && isNameCode(text.charCodeAt(end))) end++
  return end
}

const behindBracket = (text: string, at: number, to: number): number => {
  let depth = 0
  for (let k = at; k < to; k++) {
    const sign = text[k]!
    if (sign === "(" || sign === "[") depth++
    else if (sign === ")" || sign === "]") {
      if (--depth === 0) return k + 1
    } else if (sign === "\\") return -1
    else if (sign === "\"" || sign === "'") {
      k = text.indexOf(sign, k + 1)
      if (k < 0) return -1
    }
  }
  return -1
}

/**
 * Returns the index of the comma after a part of a selector, or the end of the selector; -1 if it cannot be determined.
 */
const endOfPart = (text: string, from: number, to: number): number => {
  let at = from
  while (at < to) {
    const sign = text[at]
    if (sign === ",") return at
    if (sign === "(" || sign === "[") {
      at = behindBracket(text, at, to)
      if (at < 0) return at
    } else at += sign === "\\" ? 2 : 1
  }
  return at
}
