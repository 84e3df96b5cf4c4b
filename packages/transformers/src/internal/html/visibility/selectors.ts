/**
 * The selectors of rules on a page: which elements they find, how specific they are, and what they wait for.
 *
 * @since 0.2.0
 */
import { AttributeAction, isTraversal, parse, type Selector, SelectorType, stringify } from "css-what"
import { attributeTest } from "../selectors/attributeTests.ts"
import { matcher } from "../selectors/match.ts"
import { plan } from "../selectors/plan.ts"
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attrValue, nameOf, type Tape } from "../tape/tape.ts"

/** A selector without commas. */
export interface One {
  readonly tokens: ReadonlyArray<Selector>
  /** Ids, then classes, then elements, each with room for a thousand. */
  readonly specificity: number
}

/** Looks at nodes that selectors may take on one page: of 802 pages that nobody chose, the heaviest takes 2.8 million. */
const MOST_LOOKS = 5_000_000

const tooMuch = 1000

/** What tells that a selector is more than names and combinators. */
const isMore = /[\\[(:*&|]/

/**
 * The parts of a selector list whose last element may be called by the names that `isKnown`, read. Most rules of a sheet
 * are about other pages, and are not read at all.
 */
export const onesAbout = (selector: string, isKnown: (name: string) => boolean): ReadonlyArray<One> => {
  if (isMore.test(selector)) return ones(selector).filter(({ tokens }) => namesIn(lastOf(tokens)).every(isKnown))
  const wanted: Array<One> = []
  for (const part of selector.split(",")) {
    const last = lastWord(part)
    const names = last.split(/(?=[.#])/).map((name) => /^[.#]/.test(name) ? name : name.toLowerCase())
    if (last !== "" && names.every(isKnown)) wanted.push(...ones(part))
  }
  return wanted
}

/** What stands behind the last combinator. */
const lastWord = (part: string): string => {
  const text = part.trimEnd()
  let from = text.length
  while (from > 0 && !" \t\n\r\f>+~".includes(text[from - 1]!)) from--
  return text.slice(from)
}

/** The same for rules of other states: one name of the last element is enough, the others may be what is waited for. */
export const onesNear = (selector: string, isKnown: (name: string) => boolean): ReadonlyArray<One> => {
  const words = selector.match(/[.#]?[\w-]+/g) ?? []
  if (!selector.includes("\\") && !selector.includes("*") && !words.some(isKnown)) return []
  return ones(selector).filter(({ tokens }) => {
    const names = namesIn(lastOf(tokens))
    return names.length === 0 || names.some(isKnown)
  })
}

/** Selectors that were read of late: a rule is asked several times about one page. */
const lately = new Map<string, ReadonlyArray<One>>()

/** Selectors that are kept. */
const MOST_KEPT = 5000

/** A selector list as its parts; what is none has no parts. */
export const ones = (selector: string): ReadonlyArray<One> => {
  const known = lately.get(selector)
  if (known !== undefined) return known
  const read = partsOf(selector)
  if (lately.size >= MOST_KEPT) lately.clear()
  lately.set(selector, read)
  return read
}

const partsOf = (selector: string): ReadonlyArray<One> => {
  try {
    return parse(selector).map((tokens) => ({ tokens, specificity: specificityOf(tokens, 0) }))
  } catch {
    return []
  }
}

const specificityOf = (tokens: ReadonlyArray<Selector>, depth: number): number => {
  let sum = 0
  for (const token of tokens) {
    if (token.type === SelectorType.Attribute) sum += isId(token) ? tooMuch * tooMuch : tooMuch
    else if (token.type === SelectorType.Tag || token.type === SelectorType.PseudoElement) sum += 1
    else if (token.type === SelectorType.Pseudo && token.name !== "where") {
      if (!Array.isArray(token.data)) sum += tooMuch
      else if (depth < 8) sum += Math.max(0, ...token.data.map((inner) => specificityOf(inner, depth + 1)))
    }
  }
  return sum
}

const isId = (token: Selector): boolean =>
  token.type === SelectorType.Attribute && token.name === "id" && token.action === AttributeAction.Equals &&
  token.ignoreCase === "quirks"

const isClass = (token: Selector): boolean =>
  token.type === SelectorType.Attribute && token.name === "class" && token.action === AttributeAction.Element

/** What an element must be called to be found, as `#id`, `.class` or `name`; `undefined` when it may be any. */
const nameIn = (token: Selector): string | undefined =>
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
export const namesIn = (tokens: ReadonlyArray<Selector>): ReadonlyArray<string> =>
  tokens.flatMap((token) => nameIn(token) ?? [])

/** States of a page that somebody has touched, and parts of elements that are none. */
const untouched = /^(?:hover|active|visited|focus(?:-within|-visible)?|target|autofill|fullscreen|popover-open)$/

const isUntouched = (token: Selector): boolean =>
  token.type === SelectorType.PseudoElement || token.type === SelectorType.Pseudo && untouched.test(token.name)

/** Elements that count: a set of them, or what tells them. */
export type Some = Pick<ReadonlySet<number>, "has">

/** Finds elements by their names and by selectors; what was found once is known. */
export class Finder {
  readonly tape: Tape
  /** The elements of each `#id`, `.class` and element name. */
  readonly byName: ReadonlyMap<string, ReadonlyArray<number>>
  private readonly match: ReturnType<typeof matcher>
  private readonly sets = new Map<string, ReadonlySet<number>>()
  private readonly steps = new Map<ReadonlyArray<Selector>, ReadonlyArray<Step> | undefined>()
  private all: ReadonlyArray<number> | undefined
  private left = MOST_LOOKS

  constructor(tape: Tape) {
    this.tape = tape
    this.byName = namesOf(tape)
    this.match = matcher(tape)
  }

  /** Whether there was more to look at than is looked at: then not all is found. */
  get isExhausted(): boolean {
    return this.left < 0
  }

  /** Whether every name that the selector asks for is on the page. */
  mayFind({ tokens }: One): boolean {
    return tokens.every((token) => {
      const name = nameIn(token)
      return name === undefined || this.byName.has(name)
    })
  }

  /** The elements that a selector finds, as the page stands before anybody touched it; of some only, if so asked. */
  find(one: One, among?: Some): ReadonlyArray<number> {
    if (!this.mayFind(one)) return []
    return this.findTokens(one.tokens, among)
  }

  findTokens(tokens: ReadonlyArray<Selector>, among?: Some): ReadonlyArray<number> {
    if (tokens.some(isUntouched)) return []
    let steps = this.steps.get(tokens)
    if (steps === undefined && !this.steps.has(tokens)) {
      steps = this.stepsOf(tokens)
      this.steps.set(tokens, steps)
    }
    if (steps !== undefined) return this.findBySteps(steps, among)
    // a pass over the page is worth it only where something may be found
    const last = this.stepsOf(
      lastOf(tokens).filter((token) => this.checkOf(token) !== undefined || nameIn(token) !== undefined)
    )
    if (last !== undefined && this.findBySteps(last, among).length === 0) return []
    this.left -= this.tape.n * tokens.length
    if (this.left < 0) return []
    try {
      const set = this.match(plan(stringify([tokens as Array<Selector>])).list)
      const found: Array<number> = []
      for (let i = 0; i < set.length; i++) if (set[i] === 1 && (among === undefined || among.has(i))) found.push(i)
      return found
    } catch {
      // what a reader must do first, or a part of an element
      return []
    }
  }

  /** Finds what the elements themselves and those above decide on: from the last part up, one look at each above. */
  private findBySteps(steps: ReadonlyArray<Step>, among: Some | undefined): ReadonlyArray<number> {
    const last = steps[steps.length - 1]!
    const { names } = last
    const lists = names.map((name) => this.byName.get(name))
    if (lists.some((list) => list === undefined)) return []
    const smallest = lists.reduce(
      (least, list) => least === undefined || list!.length < least.length ? list : least,
      undefined
    )
    const listed = smallest ?? this.elements()
    const candidates = among === undefined
      ? listed
      : among instanceof Set && among.size < listed.length
      ? [...among as ReadonlySet<number>].filter((i) => this.tape.tag[i] !== Tags.TEXT)
      : listed.filter((i) => among.has(i))
    this.left -= candidates.length
    if (this.left < 0) return []
    const found = candidates.filter((i) => this.holds(i, last))
    if (steps.length === 1 || found.length === 0) return found
    return found.length * PATHS_WORTH_A_PASS < this.tape.n
      ? found.filter((i) => this.isBelow(i, steps))
      : this.inOnePass(found, steps)
  }

  /** The same as {@link isBelow} for many elements: every element of the page is read once. */
  private inOnePass(found: ReadonlyArray<number>, steps: ReadonlyArray<Step>): ReadonlyArray<number> {
    const { n, parent } = this.tape
    this.left -= n
    if (this.left < 0) return []
    const may = new Int32Array(n)
    for (let step = 0; step + 1 < steps.length; step++) {
      const { names } = steps[step]!
      const listed = names[0] === undefined ? this.elements() : this.byName.get(names[0]) ?? []
      for (const i of listed) if (this.holds(i, steps[step]!)) may[i]! |= 1 << step
    }
    const here = new Int32Array(n)
    const seen = new Int32Array(n)
    const children = steps.reduce((bits, { isChild }, step) => isChild ? bits | 1 << step : bits, 0)
    for (let i = 0; i < n; i++) {
      const p = parent[i]!
      const above = p < 0 ? 0 : here[p]!
      const before = p < 0 ? 0 : seen[p]!
      here[i] = may[i]! & (1 | above << 1 & children | before << 1 & ~children)
      seen[i] = before | here[i]!
    }
    const end = steps.length - 2
    const isChild = steps[steps.length - 1]!.isChild
    return found.filter((i) => parent[i]! >= 0 && ((isChild ? here : seen)[parent[i]!]! >> end & 1) === 1)
  }

  private elements(): ReadonlyArray<number> {
    if (this.all === undefined) {
      const all: Array<number> = []
      for (let i = 0; i < this.tape.n; i++) if (this.tape.tag[i] !== Tags.TEXT) all.push(i)
      this.all = all
    }
    return this.all
  }

  private holds(i: number, { checks, names }: Step): boolean {
    return names.every((name) => this.setOf(name).has(i)) && checks.every((check) => check(i))
  }

  /** A selector of spaces, `>` and what one look at an element answers, as its steps; `undefined` for any other. */
  private stepsOf(tokens: ReadonlyArray<Selector>): ReadonlyArray<Step> | undefined {
    const steps: Array<{ names: Array<string>; checks: Array<Check>; isChild: boolean }> = []
    let isChild = false
    let isNew = true
    for (const token of tokens) {
      if (token.type === SelectorType.Descendant || token.type === SelectorType.Child) {
        isChild = token.type === SelectorType.Child
        isNew = true
        continue
      }
      if (isNew) steps.push({ names: [], checks: [], isChild })
      isNew = false
      const step = steps[steps.length - 1]!
      const name = nameIn(token)
      if (name !== undefined) step.names.push(name)
      else if (token.type !== SelectorType.Universal) {
        const check = this.checkOf(token)
        if (check === undefined) return undefined
        step.checks.push(check)
      }
    }
    return steps.length === 0 || isNew || steps.length > MOST_STEPS ? undefined : steps
  }

  /** What one look at an element answers; `undefined` for what needs the page around it. */
  private checkOf(token: Selector): Check | undefined {
    if (token.type === SelectorType.Attribute && token.namespace === null) {
      const ignoreCase = token.ignoreCase === true
      const value = ignoreCase ? token.value.toLowerCase() : token.value
      return attributeTest(this.tape, {
        kind: "attribute",
        name: token.name.toLowerCase(),
        action: token.action,
        value,
        ignoreCase
      })
    }
    if (token.type !== SelectorType.Pseudo) return undefined
    if (token.name === "root" && token.data === null) return (i) => this.tape.parent[i]! < 0
    if (!Array.isArray(token.data) || !/^(?:not|is|where|matches)$/.test(token.name)) return undefined
    const inner: Array<Step> = []
    for (const tokens of token.data) {
      const steps = this.stepsOf(tokens)
      if (steps === undefined || steps.length > 1) return undefined
      inner.push(steps[0]!)
    }
    const wanted = token.name !== "not"
    return (i) => inner.some((step) => this.holds(i, step)) === wanted
  }

  private setOf(name: string): ReadonlySet<number> {
    let set = this.sets.get(name)
    if (set === undefined) this.sets.set(name, set = new Set(this.byName.get(name)))
    return set
  }

  /** Reads the elements from the root down to `i`, with the parts of the selector that hold so far as bits. */
  private isBelow(i: number, steps: ReadonlyArray<Step>): boolean {
    const { parent } = this.tape
    const path: Array<number> = []
    for (let p = i; p >= 0; p = parent[p]!) path.push(p)
    this.left -= path.length
    if (this.left < 0) return false
    let above = 0
    let seen = 0
    for (let k = path.length - 1; k >= 0; k--) {
      let here = 0
      for (let step = 0; step < steps.length; step++) {
        const before = step === 0 ? 1 : (steps[step]!.isChild ? above : seen) >> (step - 1) & 1
        if (before === 1 && this.holds(path[k]!, steps[step]!)) here |= 1 << step
      }
      above = here
      seen |= here
    }
    return (above >> (steps.length - 1) & 1) === 1
  }
}

interface Step {
  readonly names: ReadonlyArray<string>
  readonly checks: ReadonlyArray<Check>
  /** Directly below the one before. */
  readonly isChild: boolean
}

type Check = (i: number) => boolean

/** Elements on the way from the root to another, as a page has them: beyond, one pass over it costs less. */
const PATHS_WORTH_A_PASS = 30

/** Steps of a selector that fit into the bits of a number. */
const MOST_STEPS = 30

const namesOf = (tape: Tape): ReadonlyMap<string, ReadonlyArray<number>> => {
  const names = new Map<string, Array<number>>()
  const add = (name: string, i: number) => {
    const known = names.get(name)
    if (known === undefined) names.set(name, [i])
    else known.push(i)
  }
  const { attrs, attrsAt, n, tag } = tape
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.TEXT) continue
    add(nameOf(tape, i), i)
    for (let k = attrsAt[i]!; k < attrsAt[i + 1]!; k++) {
      if (attrs[Attributes.WIDTH * k] === Attributes.ID) add(`#${attrValue(tape, k)}`, i)
      else if (attrs[Attributes.WIDTH * k] === Attributes.CLASS) {
        for (const word of new Set(attrValue(tape, k).split(/[ \t\n\f\r]+/))) if (word !== "") add(`.${word}`, i)
      }
    }
  }
  return names
}
