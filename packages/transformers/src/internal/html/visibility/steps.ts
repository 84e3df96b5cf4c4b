/**
 * Selectors as steps: what an element must be, and how it stands to the one before it.
 *
 * @since 0.2.0
 */
import { isTraversal, type Selector, SelectorType } from "css-what"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import type { Numbers, PageNames } from "./pageNames.ts"
import { MOST_OF_A_KIND, nameIn } from "./ruleSelectors.ts"

/** What is asked of an element beside its names. */
export type Check = (i: number) => boolean

/** How an element stands to the one before it in a selector. */
export type Combinator = " " | ">" | "+" | "~"

export interface Step {
  /** The id of its element name; -1 for any. */
  readonly tag: number
  /** Its name where the table of names does not have it. */
  readonly unknown: string | undefined
  readonly classes: ReadonlyArray<Numbers>
  readonly ids: ReadonlyArray<Numbers>
  readonly checks: ReadonlyArray<Check>
  /** `undefined` for the first. */
  readonly after: Combinator | undefined
  /** For parents whose children were gone through: the first child where all up to this step holds. */
  readonly first: Map<number, number>
}

/** A selector without commas, read for one page. */
export type Steps = ReadonlyArray<Step>

class Building implements Step {
  tag = -1
  unknown: string | undefined
  readonly classes: Array<Numbers> = []
  readonly ids: Array<Numbers> = []
  readonly checks: Array<Check> = []
  readonly after: Combinator | undefined
  readonly first = new Map<number, number>()

  constructor(after: Combinator | undefined) {
    this.after = after
  }

  /** Asks for a name; says whether anything on the page has it. */
  name(name: string, names: PageNames): boolean {
    if (name.startsWith(".")) return this.push(this.classes, names.byClass(name.slice(1)))
    if (name.startsWith("#")) return this.push(this.ids, names.byId(name.slice(1)))
    this.tag = Tags.tagId(name)
    if (this.tag === Tags.UNKNOWN) this.unknown = name
    return names.elements.has(name)
  }

  private push(list: Array<Numbers>, numbers: Numbers | undefined): boolean {
    if (numbers !== undefined) list.push(numbers)
    return numbers !== undefined
  }
}

/** A name, a combinator, or white space. */
const plainPart = /[.#]?[\w\u0080-\uffff-]+|[>+~]|\s+/gy

/** The steps of a selector of names and combinators alone; `undefined` when nothing on the page can be found by it. */
export const stepsOfPlain = (selector: string, names: PageNames): Steps | undefined => {
  const steps: Array<Building> = []
  let after: Combinator | undefined
  let isNew = true
  for (const [token] of selector.trim().matchAll(plainPart)) {
    if (token === ">" || token === "+" || token === "~") {
      if (steps.length === 0) return undefined
      after = token
      isNew = true
    } else if (token.trim() === "") {
      if (!isNew) after = " "
      isNew = true
    } else {
      if (isNew) steps.push(new Building(steps.length === 0 ? undefined : after ?? " "))
      isNew = false
      after = undefined
      const name = token.startsWith(".") || token.startsWith("#") ? token : token.toLowerCase()
      if (!steps[steps.length - 1]!.name(name, names)) return undefined
    }
  }
  return steps.length === 0 || after !== undefined ? undefined : steps
}

/** The steps of any selector, with `checkOf` for what is no name; `undefined` when nothing can be found by it. */
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
    } else if (token.type !== SelectorType.Universal) step.checks.push(checkOf(token))
  }
  return isNew ? undefined : steps
}

const combinators: ReadonlyMap<SelectorType, Combinator> = new Map([
  [SelectorType.Descendant, " "],
  [SelectorType.Child, ">"],
  [SelectorType.Adjacent, "+"],
  [SelectorType.Sibling, "~"]
])

/** Whether the names of a step are those of an element. */
export const isCalled = ({ classOf }: PageNames, tape: Tape, step: Step, i: number): boolean => {
  if (step.tag >= 0 && tape.tag[i] !== step.tag) return false
  if (step.unknown !== undefined && tape.unknown.get(i) !== step.unknown) return false
  for (const numbers of step.classes) if (!numbers.has(classOf[i]!)) return false
  for (const elements of step.ids) if (!elements.has(i)) return false
  return true
}

/** How specific a selector of steps with names alone is. */
export const specificityOfSteps = (steps: Steps): number => {
  let sum = 0
  for (const { classes, ids, tag } of steps) {
    sum += ids.length * MOST_OF_A_KIND * MOST_OF_A_KIND + classes.length * MOST_OF_A_KIND + (tag >= 0 ? 1 : 0)
  }
  return sum
}
