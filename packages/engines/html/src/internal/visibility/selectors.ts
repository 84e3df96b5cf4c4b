/**
 * Tests whether rule selectors match an element, one element at a time.
 *
 * @since 0.2.0
 */
import { AttributeAction, type Selector, SelectorType, stringify } from "css-what"
import { attributeTest } from "../selectors/attributeTests.ts"
import { matcher } from "../selectors/match.ts"
import { caseless, plan } from "../selectors/plan.ts"
import { previousElements } from "../selectors/relations.ts"
import { WIDTH } from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape } from "../tape/tape.ts"
import type { Looks } from "./looks.ts"
import { PageNames } from "./pageNames.ts"
import { ONE_LINE } from "./ruleSelectors.ts"
import { type Check, isCalled, type Step, type Steps, stepsOfTokens } from "./steps.ts"

/** Maximum letters of a text that fits one line of a usual column. */
const MAX_LETTERS_OF_LINE = 72

/** Logarithm to base two of the characters in attributes and selectors that one work unit covers. */
const CHARACTERS_PER_LOOK_POWER = 4

const untouched = /^(?:hover|active|visited|focus(?:-within|-visible)?|target|autofill|fullscreen|popover-open)$/

const isUntouched = (token: Selector): boolean =>
  token.type === SelectorType.PseudoElement || token.type === SelectorType.Pseudo && untouched.test(token.name)

/**
 * Results of matching the parts before an element. If a part fails for all ancestors, another match of a later part
 * cannot succeed. This limits the cost of a selector to its parts times the depth.
 */
const Found = 0
const FailsHere = 1
const FailsForSiblings = 2
const FailsForAll = 3

export class Matcher {
  private readonly tape: Tape
  private readonly match: ReturnType<typeof matcher>
  private readonly sets = new Map<string, Uint8Array>()
  private readonly known = new Map<string, boolean>()
  private named: PageNames | undefined
  private before: Int32Array | undefined
  private directions: Uint8Array | undefined
  private readonly looks: Looks
  private readonly hasScript: () => boolean

  constructor(tape: Tape, looks: Looks, hasScript: () => boolean) {
    this.tape = tape
    this.looks = looks
    this.hasScript = hasScript
    this.match = matcher(tape)
  }

  /**
   * The names of the page. They are read when they are first needed, because a page without style sheets needs no
   * names.
   */
  get names(): PageNames {
    return this.named ??= new PageNames(this.tape)
  }

  stepsOf(tokens: ReadonlyArray<Selector>): Steps | undefined {
    if (tokens.some(isUntouched)) return undefined
    if (tokens.some((token) => !this.isKnown(token))) return undefined
    return stepsOfTokens(tokens, this.names, (token) => this.checkOf(token))
  }

  private isKnown(token: Selector): boolean {
    if (token.type === SelectorType.Attribute) return token.namespace === null
    if (token.type !== SelectorType.Pseudo || isUntouched(token) || isFirst(token)) return true
    if (isDirection(token) || isDefinition(token) || isOneLine(token)) return true
    if (isAlternatives(token)) return token.data.every((tokens) => tokens.every((inner) => this.isKnown(inner)))
    const text = stringify([[token]])
    let known = this.known.get(text)
    if (known === undefined) this.known.set(text, known = isSelector(text))
    return known
  }

  finds(steps: Steps, i: number): boolean {
    return !this.looks.areGone && this.reach(i, steps, steps.length - 1) === Found
  }

  private reach(i: number, steps: Steps, at: number): number {
    this.looks.take(1)
    if (this.looks.areGone) return FailsForAll
    const step = steps[at]!
    this.looks.take((step.classes.length + step.checks.length) >> 2)
    if (!this.matchesStep(i, step)) return FailsHere
    switch (step.after) {
      case undefined:
        return Found
      case " ":
        for (let p = this.tape.parent[i]!; p >= 0; p = this.tape.parent[p]!) {
          const found = this.reach(p, steps, at - 1)
          if (found === Found || found === FailsForAll) return found
        }
        return FailsForAll
      case ">": {
        const p = this.tape.parent[i]!
        const found = p < 0 ? FailsForAll : this.reach(p, steps, at - 1)
        return found === Found || found === FailsForAll ? found : FailsForSiblings
      }
      case "+": {
        const before = this.previous(i)
        return before < 0 ? FailsHere : this.reach(before, steps, at - 1)
      }
      case "~":
        return this.firstChild(this.tape.parent[i]!, steps, at - 1) < i ? Found : FailsHere
    }
  }

  private firstChild(p: number, steps: Steps, at: number): number {
    const { end, n, tag } = this.tape
    const first = steps[at]!.first ??= new Map()
    const known = first.get(p)
    if (known !== undefined) return known
    let found = Infinity
    const stop = p < 0 ? n : end[p]!
    for (let k = p + 1; k < stop && found === Infinity; k = end[k]!) {
      if (tag[k] !== Tags.TEXT && this.reach(k, steps, at) === Found) found = k
    }
    first.set(p, found)
    return found
  }

  previous(i: number): number {
    this.before ??= previousElements(this.tape)
    return this.before[i]!
  }

  private matchesStep(i: number, step: Step): boolean {
    if (!isCalled(this.names, this.tape, step, i)) return false
    for (const check of step.checks) if (!check(i)) return false
    return true
  }

  private checkOf(token: Selector): Check {
    if (token.type === SelectorType.Attribute && token.namespace === null) {
      const name = token.name.toLowerCase()
      const ignoreCase = token.ignoreCase === null ? caseless.has(name) : token.ignoreCase === true
      const value = ignoreCase ? token.value.toLowerCase() : token.value
      const test = attributeTest(this.tape, { kind: "attribute", name, action: token.action, value, ignoreCase })
      const { attrs, attrsAt, tag } = this.tape
      // Readers can open a closed `details`, so selectors for its open state match.
      const isState = name === "open" && token.action === AttributeAction.Exists
      return (i) => {
        if (isState && tag[i] === DETAILS) return true
        const from = attrsAt[i]!
        const stop = attrsAt[i + 1]!
        // Charges the range from the first value to the last one, because a test may read the whole range.
        const length = from === stop ? 0 : attrs[WIDTH * (stop - 1) + 2]! - attrs[WIDTH * from + 1]!
        this.looks.take(Math.max(0, length) >> CHARACTERS_PER_LOOK_POWER)
        return !this.looks.areGone && test(i)
      }
    }
    if (token.type === SelectorType.Pseudo) {
      if (isFirst(token)) return token.name === "root" ? (i) => this.tape.parent[i]! < 0 : (i) => this.previous(i) < 0
      if (isDefinition(token)) return (i) => this.isDefined(i)
      if (isOneLine(token)) return (i) => this.fitsOneLine(i)
      if (isDirection(token)) {
        const wanted = token.data.trim().toLowerCase() === "rtl" ? RIGHT_TO_LEFT : LEFT_TO_RIGHT
        return (i) => (this.directions ??= directionsOf(this.tape))[i] === wanted
      }
      if (isAlternatives(token)) {
        const inner = token.data.flatMap((tokens) => {
          const steps = this.stepsOf(tokens)
          return steps === undefined ? [] : [steps]
        })
        const wanted = token.name !== "not"
        return (i) => inner.some((steps) => this.reach(i, steps, steps.length - 1) === Found) === wanted
      }
    }
    let set: Uint8Array | undefined
    return (i) => (set ??= this.setOf(token))[i] === 1
  }

  /**
   * Returns whether a custom element is defined. Any script of the page may define it. Without scripts it stays
   * undefined.
   */
  private isDefined(i: number): boolean {
    if (this.tape.tag[i] !== Tags.UNKNOWN || !nameOf(this.tape, i).includes("-")) return true
    return this.hasScript()
  }

  private fitsOneLine(i: number): boolean {
    const { end, tag, text } = this.tape
    let letters = 0
    for (let k = i + 1; k < end[i]! && letters <= MAX_LETTERS_OF_LINE; k++) {
      this.looks.take(1)
      if (tag[k] === Tags.TEXT) letters += text[k]!.trim().length
    }
    return letters > 0 && letters <= MAX_LETTERS_OF_LINE
  }

  private setOf(token: Selector): Uint8Array {
    const text = stringify([[token]])
    let set = this.sets.get(text)
    if (set === undefined) {
      this.looks.take(this.tape.n * (1 + (text.length >> CHARACTERS_PER_LOOK_POWER)))
      set = this.looks.areGone ? nothing : this.match(plan(text).list)
      this.sets.set(text, set)
    }
    return set
  }
}

const nothing = new Uint8Array(0)

const DETAILS = Tags.tagId("details")

const LEFT_TO_RIGHT = 0
const RIGHT_TO_LEFT = 1
/** The direction of an element that depends on its letters, which are not read. */
const UNTOLD = 2

const directionsOf = (tape: Tape): Uint8Array => {
  const { n, parent } = tape
  const directions = new Uint8Array(n)
  for (let i = 0; i < n; i++) {
    const own = tape.tag[i] === Tags.TEXT ? undefined : attr(tape, i, "dir")?.trim().toLowerCase()
    if (own === "rtl") directions[i] = RIGHT_TO_LEFT
    else if (own === "auto" || own === undefined && nameOf(tape, i) === "bdi") directions[i] = UNTOLD
    else if (own !== "ltr" && parent[i]! >= 0) directions[i] = directions[parent[i]!]!
  }
  return directions
}

const isSelector = (text: string): boolean => {
  try {
    plan(text)
    return true
  } catch {
    // Other states need user action, or browsers do not support them.
    return false
  }
}

const isFirst = (token: Selector): boolean =>
  token.type === SelectorType.Pseudo && token.data === null && (token.name === "root" || token.name === "first-child")

const isDefinition = (token: Selector): boolean =>
  token.type === SelectorType.Pseudo && token.name === "defined" && token.data === null

const isOneLine = (token: Selector): boolean =>
  token.type === SelectorType.Pseudo && token.name === ONE_LINE && token.data === null

const isDirection = (token: Selector): token is Selector & { readonly data: string } =>
  token.type === SelectorType.Pseudo && token.name === "dir" && typeof token.data === "string" &&
  /^\s*(?:ltr|rtl)\s*$/i.test(token.data)

const isAlternatives = (
  token: Selector
): token is Selector & { readonly name: string; readonly data: ReadonlyArray<ReadonlyArray<Selector>> } =>
  token.type === SelectorType.Pseudo && Array.isArray(token.data) && /^(?:not|is|where|matches)$/.test(token.name)
