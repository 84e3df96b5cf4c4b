/**
 * Which elements of a page the selectors of rules find.
 *
 * @since 0.2.0
 */
import { isTraversal, type Selector, SelectorType, stringify } from "css-what"
import { attributeTest } from "../selectors/attributeTests.ts"
import { matcher } from "../selectors/match.ts"
import { plan } from "../selectors/plan.ts"
import { previousElements } from "../selectors/relations.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { type Name, namesOf, type PageNames } from "./pageNames.ts"
import { nameIn, type One } from "./ruleSelectors.ts"

/** Looks at nodes that selectors may take on one page: of 802 pages that nobody chose, the heaviest takes 2.8 million. */
const MOST_LOOKS = 5_000_000

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
  readonly byName: ReadonlyMap<string, Name>
  private readonly own: PageNames["own"]
  private readonly match: ReturnType<typeof matcher>
  private readonly steps = new Map<ReadonlyArray<Selector>, ReadonlyArray<Step> | undefined>()
  /** For each token that asks more than one look, where it holds. */
  private readonly sets = new Map<string, Uint8Array>()
  /** For each place in a selector, what is known of nodes in the search that goes on: its number twice, and the answer. */
  private readonly known: Array<Int32Array> = []
  private search = 0
  private previous: Int32Array | undefined
  private all: ReadonlyArray<number> | undefined
  private left = MOST_LOOKS

  constructor(tape: Tape) {
    this.tape = tape
    const { byName, own } = namesOf(tape)
    this.byName = byName
    this.own = own
    this.match = matcher(tape)
  }

  /** Whether there was more to look at than is looked at: then not all is found. */
  get isExhausted(): boolean {
    return this.left < 0
  }

  /** The elements that a selector finds, as the page stands before anybody touched it; of some only, if so asked. */
  find({ names, tokens }: One, among?: Some): ReadonlyArray<number> {
    return names.every((name) => this.byName.has(name)) ? this.findTokens(tokens, among) : []
  }

  findTokens(tokens: ReadonlyArray<Selector>, among?: Some): ReadonlyArray<number> {
    let steps = this.steps.get(tokens)
    if (steps === undefined && !this.steps.has(tokens)) {
      steps = tokens.some(isUntouched) ? undefined : this.stepsOf(tokens)
      this.steps.set(tokens, steps)
    }
    if (steps === undefined) return []
    try {
      return this.findBySteps(steps, among)
    } catch {
      // what a reader must do first, or a part of an element
      return []
    }
  }

  /** From the last part up and back, at most one look at each node for each part. */
  private findBySteps(steps: ReadonlyArray<Step>, among: Some | undefined): ReadonlyArray<number> {
    const end = steps.length - 1
    const last = steps[end]!
    const listed = last.least ?? this.elements()
    const few = among instanceof Set && among.size < listed.length ? among as ReadonlySet<number> : undefined
    this.left -= few?.size ?? listed.length
    if (this.left < 0) return []
    this.search++
    const found: Array<number> = []
    for (const i of few ?? listed) {
      if (few === undefined ? among !== undefined && !among.has(i) : this.tape.tag[i] === Tags.TEXT) continue
      if (this.holds(i, last) && (end === 0 || this.isReached(i, steps, end))) found.push(i)
    }
    return this.left < 0 ? [] : found
  }

  /** Whether what stands before a part holds around an element where that part does. */
  private isReached(i: number, steps: ReadonlyArray<Step>, at: number): boolean {
    const { parent } = this.tape
    switch (steps[at]!.after) {
      case SelectorType.Child:
        return this.isThere(parent[i]!, steps, at - 1)
      case SelectorType.Adjacent:
        return this.isThere(this.before(i), steps, at - 1)
      case SelectorType.Sibling:
        return this.isAlong(i, steps, at - 1, this.previous ??= previousElements(this.tape))
      default:
        return this.isAlong(i, steps, at - 1, parent)
    }
  }

  private before(i: number): number {
    this.previous ??= previousElements(this.tape)
    return this.previous[i]!
  }

  private isThere(i: number, steps: ReadonlyArray<Step>, at: number): boolean {
    this.left--
    return i >= 0 && this.left >= 0 && this.holds(i, steps[at]!) && (at === 0 || this.isReached(i, steps, at))
  }

  /** Whether a part with all before it holds at one of those that `way` leads to: answers are kept for all on the way. */
  private isAlong(i: number, steps: ReadonlyArray<Step>, at: number, way: Int32Array): boolean {
    const known = this.knownAt(at)
    const here = this.search * 2
    let answer = 0
    let p = i
    for (; p >= 0; p = way[p]!) {
      if (known[p]! >> 1 === this.search) {
        answer = known[p]! & 1
        break
      }
      if (this.isThere(way[p]!, steps, at)) {
        answer = 1
        break
      }
    }
    for (let q = i; q >= 0; q = way[q]!) {
      known[q] = here + answer
      if (q === p) break
    }
    return answer === 1
  }

  private knownAt(at: number): Int32Array {
    let known = this.known[at]
    if (known === undefined) {
      this.left -= this.tape.n
      this.known[at] = known = new Int32Array(this.left < 0 ? 0 : this.tape.n)
    }
    return known
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
    if (names.length > 0) {
      const own = this.own[i]
      if (own === undefined) return false
      for (const name of names) if (!own.includes(name)) return false
    }
    for (const check of checks) if (!check(i)) return false
    return true
  }

  /** A selector as its steps; `undefined` when it finds nothing here, or has a combinator that CSS has not. */
  private stepsOf(tokens: ReadonlyArray<Selector>): ReadonlyArray<Step> | undefined {
    const steps: Array<Building> = []
    let after: SelectorType | undefined
    let isNew = true
    for (const token of tokens) {
      if (isTraversal(token)) {
        if (isNew || !combinators.has(token.type)) return undefined
        after = token.type
        isNew = true
        continue
      }
      if (isNew) steps.push({ names: [], checks: [], after, least: undefined })
      isNew = false
      if (!this.add(steps[steps.length - 1]!, token)) return undefined
    }
    return steps.length === 0 || isNew ? undefined : steps
  }

  /** Adds what one token asks for; `false` where nothing on the page has it. */
  private add(step: Building, token: Selector): boolean {
    const name = nameIn(token)
    if (name !== undefined) {
      const list = this.byName.get(name)
      if (list === undefined) return false
      if (step.least === undefined || list.length < step.least.length) step.least = list
      if (name.startsWith(".") || name.startsWith("#")) step.names.push(list)
      else step.checks.push(this.called(name))
    } else if (token.type !== SelectorType.Universal) step.checks.push(this.checkOf(token))
    return true
  }

  private called(name: string): Check {
    const { tag, unknown } = this.tape
    const id = Tags.tagId(name)
    return id === Tags.UNKNOWN ? (i) => tag[i] === id && unknown.get(i) === name : (i) => tag[i] === id
  }

  /** What one look at an element answers, or one pass over the page where that is not enough. */
  private checkOf(token: Selector): Check {
    if (token.type === SelectorType.Attribute && token.namespace === null) {
      const ignoreCase = token.ignoreCase === true
      const value = ignoreCase ? token.value.toLowerCase() : token.value
      const name = token.name.toLowerCase()
      return attributeTest(this.tape, { kind: "attribute", name, action: token.action, value, ignoreCase })
    }
    if (token.type === SelectorType.Pseudo) {
      if (token.name === "root" && token.data === null) return (i) => this.tape.parent[i]! < 0
      if (Array.isArray(token.data) && /^(?:not|is|where|matches)$/.test(token.name)) {
        const inner = this.innerSteps(token.data)
        const wanted = token.name !== "not"
        if (inner !== undefined) return (i) => inner.some((step) => this.holds(i, step)) === wanted
      }
    }
    let set: Uint8Array | undefined
    return (i) => (set ??= this.setOf(token))[i] === 1
  }

  /** Selectors of one part each, those that find nothing here left out. */
  private innerSteps(lists: ReadonlyArray<ReadonlyArray<Selector>>): ReadonlyArray<Step> | undefined {
    const inner: Array<Step> = []
    for (const tokens of lists) {
      if (tokens.some((token) => this.isMissing(token))) continue
      if (!tokens.every(isOneLook)) return undefined
      const steps = this.stepsOf(tokens)
      if (steps !== undefined) inner.push(...steps)
    }
    return inner
  }

  /** Whether a token asks for a name that is not on the page. */
  private isMissing(token: Selector): boolean {
    const name = nameIn(token)
    return name !== undefined && !this.byName.has(name)
  }

  private setOf(token: Selector): Uint8Array {
    const text = stringify([[token]])
    let set = this.sets.get(text)
    if (set === undefined) {
      this.left -= this.tape.n
      set = this.left < 0 ? nothing : this.match(plan(text).list)
      this.sets.set(text, set)
    }
    return set
  }
}

const nothing = new Uint8Array(0)

const combinators: ReadonlySet<SelectorType> = new Set([
  SelectorType.Descendant,
  SelectorType.Child,
  SelectorType.Adjacent,
  SelectorType.Sibling
])

/** Whether a token within `:not()` or `:is()` is answered by the element alone. */
const isOneLook = (token: Selector): boolean =>
  token.type === SelectorType.Universal || nameIn(token) !== undefined ||
  token.type === SelectorType.Attribute && token.namespace === null ||
  token.type === SelectorType.Pseudo && (
      token.name === "root" && token.data === null ||
      Array.isArray(token.data) && /^(?:not|is|where|matches)$/.test(token.name) &&
        token.data.every((tokens) => tokens.every(isOneLook))
    )

interface Step {
  /** Its ids and classes, as the lists of those that have them. */
  readonly names: ReadonlyArray<Name>
  readonly checks: ReadonlyArray<Check>
  /** How it stands to the one before. */
  readonly after: SelectorType | undefined
  /** The shortest list of elements with one of its names. */
  readonly least: Name | undefined
}

interface Building extends Step {
  readonly names: Array<Name>
  readonly checks: Array<Check>
  least: Name | undefined
}

type Check = (i: number) => boolean
