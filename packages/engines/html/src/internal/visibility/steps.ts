/**
 * Converts selectors to steps: the requirements for an element, and its relation to the previous element.
 *
 * @since 0.2.0
 */
import { isTraversal, type Selector, SelectorType } from "css-what"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import type { Numbers } from "./classWords.ts"
import type { PageNames } from "./pageNames.ts"
import { nameIn, NAMES_PER_KIND } from "./ruleSelectors.ts"

export type Check = (i: number) => boolean

export type Combinator = " " | ">" | "+" | "~"

export interface Step {
  /** The id of the step's element name; -1 for any element. */
  readonly tag: number
  readonly unknown: string | undefined
  readonly classes: ReadonlyArray<Numbers>
  readonly ids: ReadonlyArray<Numbers>
  readonly checks: ReadonlyArray<Check>
  readonly after: Combinator | undefined
  /** For each parent whose children were searched, its first child that matches all steps up to this one. */
  first: Map<number, number> | undefined
}

export type Steps = ReadonlyArray<Step>

class Building implements Step {
  tag = -1
  unknown: string | undefined
  classes: Array<Numbers> = none
  ids: Array<Numbers> = none
  checks: Array<Check> = noChecks
  readonly after: Combinator | undefined
  first: Map<number, number> | undefined

  constructor(after: Combinator | undefined) {
    this.after = after
  }

  name(name: string, names: PageNames): boolean {
    if (name.startsWith(".")) return this.class(names.byClass(name.slice(1)))
    if (name.startsWith("#")) return this.id(names.byId(name.slice(1)))
    return this.element(name, names)
  }

  element(name: string, names: PageNames): boolean {
    this.tag = Tags.tagId(name)
    if (this.tag === Tags.UNKNOWN) this.unknown = name
    return names.elements.has(name)
  }

  class(numbers: Numbers | undefined): boolean {
    if (numbers === undefined) return false
    if (this.classes === none) this.classes = [numbers]
    else this.classes.push(numbers)
    return true
  }

  id(numbers: Numbers | undefined): boolean {
    if (numbers === undefined) return false
    if (this.ids === none) this.ids = [numbers]
    else this.ids.push(numbers)
    return true
  }

  check(check: Check): void {
    if (this.checks === noChecks) this.checks = [check]
    else this.checks.push(check)
  }
}

// Shared empty lists, because most steps have only one name. They must not be changed.
const none: Array<Numbers> = []
const noChecks: Array<Check> = []

const isNameCode = (code: number): boolean =>
  code >= 0x61 && code <= 0x7a || code === 0x2d || code >= 0x30 && code <= 0x39 || code === 0x5f ||
  code >= 0x41 && code <= 0x5a || code >= 0x80

const behindName = (text: string, from: number): number => {
  let at = from
  while (at < text.length && isNameCode(text.charCodeAt(at))) at++
  return at
}

/**
 * Returns the steps of a selector, up to the first sign that is not part of a name or combinator; `undefined` if it
 * cannot match on the page.
 */
export const stepsOfPlain = (text: string, names: PageNames): Steps | undefined => {
  const selector = text.trim()
  const steps: Array<Building> = []
  let after: Combinator | undefined
  let step: Building | undefined
  for (let at = 0; at < selector.length;) {
    const sign = selector[at]!
    if (sign === ">" || sign === "+" || sign === "~") {
      if (steps.length === 0) return undefined
      after = sign
      step = undefined
      at++
    } else if (space.test(sign)) {
      if (step !== undefined) after = " "
      step = undefined
      at++
    } else {
      const isMarked = sign === "." || sign === "#"
      const from = isMarked ? at + 1 : at
      at = behindName(selector, from)
      if (at === from) break
      if (step === undefined) steps.push(step = new Building(steps.length === 0 ? undefined : after ?? " "))
      after = undefined
      const name = selector.slice(from, at)
      const isThere = sign === "."
        ? step.class(names.byClass(name))
        : sign === "#"
        ? step.id(names.byId(name))
        : step.element(name.toLowerCase(), names)
      if (!isThere) return undefined
    }
  }
  return steps.length === 0 || after !== undefined ? undefined : steps
}

const space = /[\t-\r ]/

/** Returns the steps of any selector; `undefined` if it cannot match. `checkOf` tests the parts that are not names. */
export const stepsOfTokens = (
  tokens: ReadonlyArray<Selector>,
  names: PageNames,
  checkOf: (token: Selector) => Check
): Steps | undefined => {
  const steps: Array<Building> = []
  let after: Combinator | undefined
  let isNew = true
  for (const token of tokens) {
    if (isTraversal(token)) {
      after = combinators.get(token.type)
      if (isNew || after === undefined) return undefined
      isNew = true
      continue
    }
    if (isNew) steps.push(new Building(after))
    isNew = false
    const step = steps[steps.length - 1]!
    const name = nameIn(token)
    if (name !== undefined) {
      if (!step.name(name, names)) return undefined
    } else if (token.type !== SelectorType.Universal) step.check(checkOf(token))
  }
  return isNew ? undefined : steps
}

const combinators: ReadonlyMap<SelectorType, Combinator> = new Map([
  [SelectorType.Descendant, " "],
  [SelectorType.Child, ">"],
  [SelectorType.Adjacent, "+"],
  [SelectorType.Sibling, "~"]
])

export const isCalled = ({ classOf }: PageNames, tape: Tape, step: Step, i: number): boolean => {
  if (step.tag >= 0 && tape.tag[i] !== step.tag) return false
  if (step.unknown !== undefined && tape.unknown.get(i) !== step.unknown) return false
  for (const numbers of step.classes) if (!numbers.has(classOf[i]!)) return false
  for (const elements of step.ids) if (!elements.has(i)) return false
  return true
}

export const specificityOfSteps = (steps: Steps): number => {
  let sum = 0
  for (const { classes, ids, tag } of steps) {
    sum += ids.length * NAMES_PER_KIND * NAMES_PER_KIND + classes.length * NAMES_PER_KIND + (tag >= 0 ? 1 : 0)
  }
  return sum
}
