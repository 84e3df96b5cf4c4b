/**
 * Finds rules that may match an element by its id, classes, name or attributes. The result is shared by all elements
 * with equal names.
 *
 * @since 0.2.0
 */
import { AttributeAction, type Selector, SelectorType } from "css-what"
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import type { Numbers } from "./classWords.ts"
import { bitOf, VARIABLE } from "./declarations.ts"
import type { Looks } from "./looks.ts"
import type { PageNames } from "./pageNames.ts"
import { isClass, isId, lastOf } from "./ruleSelectors.ts"
import type { Matcher } from "./selectors.ts"
import type { Rule } from "./sheets.ts"
import { isCalled, specificityOfSteps, type Steps, stepsOfPlain } from "./steps.ts"

export interface Part {
  readonly rule: Rule
  readonly steps: Steps
  readonly specificity: number
  /** Whether the selector has only names, so that it matches all elements with these names. */
  readonly isByName: boolean
  readonly isShared: boolean
}

export interface Entry {
  readonly part: Part
  readonly value: string
  readonly important: boolean
}

export class Shape {
  readonly parts: ReadonlyArray<Part>
  readonly bits: number
  private readonly entries = new Map<string, ReadonlyArray<Entry>>()

  constructor(parts: ReadonlyArray<Part>) {
    this.parts = parts
    let bits = 0
    for (const { rule } of parts) bits |= rule.bits
    this.bits = bits
  }

  /**
   * Returns the declarations of a property, in descending precedence, up to the first that always applies to the shape.
   */
  of(property: string, looks: Looks): ReadonlyArray<Entry> {
    const bit = bitOf(property)
    if ((this.bits & bit) === 0) return noEntries
    let entries = this.entries.get(property)
    if (entries === undefined) this.entries.set(property, entries = entriesOf(this.parts, property, bit, looks))
    return entries
  }
}

const noEntries: ReadonlyArray<Entry> = []
const noParts = new Shape([])

const entriesOf = (
  parts: ReadonlyArray<Part>,
  property: string,
  bit: number,
  looks: Looks
): ReadonlyArray<Entry> => {
  const entries: Array<Entry> = []
  // Of equal declarations, the later one wins.
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]!
    if ((part.rule.bits & bit) === 0) continue
    const { declarations, variables } = part.rule
    looks.take(1 + (bit === VARIABLE ? 0 : declarations.length))
    if (looks.areGone) return noEntries
    const variable = bit === VARIABLE ? variables.get(property) : undefined
    if (variable !== undefined) entries.push({ part, value: variable.value, important: variable.important })
    for (let k = bit === VARIABLE ? -1 : declarations.length - 1; k >= 0; k--) {
      const { important, property: declared, value } = declarations[k]!
      if (declared === property) entries.push({ part, value, important })
    }
  }
  if (entries.length > 1) entries.sort(byStrength)
  const sure = entries.findIndex(({ part }) => part.isByName)
  if (sure >= 0) entries.length = sure + 1
  return entries
}

const byOrder = (a: Part, b: Part): number => a.rule.order - b.rule.order

/** Sorts by importance, then layer, then specificity, then order. */
const byStrength = (a: Entry, b: Entry): number => {
  if (a.important !== b.important) return a.important ? -1 : 1
  const layers = a.important ? a.part.rule.layer - b.part.rule.layer : b.part.rule.layer - a.part.rule.layer
  return layers || b.part.specificity - a.part.specificity || b.part.rule.order - a.part.rule.order
}

type Key = Numbers | number | string

export class Shapes {
  private readonly tape: Tape
  private readonly matcher: Matcher
  private readonly looks: Looks
  private readonly names: PageNames
  private readonly byKey = new Map<Key, Array<Part>>()
  private readonly rest: Array<Part> = []
  private readonly shapes = new Map<number | string, number>()
  private readonly list: Array<Shape> = [noParts, noParts]
  private readonly shapeAt: Int32Array
  /** For each class attribute, the classes that the last element of a selector requires. */
  private readonly called: KeyLists
  private readonly special: KeyLists
  private readonly classes = new Set<Numbers>()
  private readonly shared = new Set<Part>()

  constructor(tape: Tape, matcher: Matcher, rules: ReadonlyArray<Rule>, looks: Looks) {
    this.tape = tape
    this.looks = looks
    this.matcher = matcher
    this.names = matcher.names
    this.shapeAt = new Int32Array(tape.n)
    this.called = new KeyLists(this.names.numbered)
    this.special = new KeyLists(tape.n)
    for (const rule of rules) this.add(rule)
    for (const numbers of this.classes) for (const number of numbers.all()) this.called.add(number, numbers)
    this.noteSpecial()
  }

  of(i: number): Shape {
    if (this.byKey.size === 0 && this.rest.length === 0) return noParts
    if (this.shapeAt[i] === 0) this.shapeAt[i] = this.find(i)
    return this.list[this.shapeAt[i]!]!
  }

  private find(i: number): number {
    const { tag, unknown } = this.tape
    const called = this.called.numberOf(this.names.classOf[i]!)
    const special = this.special.numberOf(i)
    const plain = called * SHAPES_OF_CLASS + tag[i]!
    const key = special === 0 && tag[i] !== Tags.UNKNOWN ? plain : `${plain} ${special} ${unknown.get(i) ?? ""}`
    let number = this.shapes.get(key)
    if (number === undefined) {
      number = this.numberOf(this.shapeOf(i))
      this.shapes.set(key, number)
    }
    return number
  }

  private numberOf(shape: Shape): number {
    return shape === noParts ? NOTHING : this.list.push(shape) - 1
  }

  private shapeOf(i: number): Shape {
    const { tag, unknown } = this.tape
    const found: Array<Part> = []
    this.shared.clear()
    this.collect(this.rest, i, found)
    this.collect(this.byKey.get(tag[i] === Tags.UNKNOWN ? unknown.get(i) ?? "" : tag[i]!), i, found)
    for (const key of this.called.of(this.names.classOf[i]!)) this.collect(this.byKey.get(key), i, found)
    for (const key of this.special.of(i)) this.collect(this.byKey.get(key), i, found)
    return found.length === 0 ? noParts : new Shape(found.length === 1 ? found : found.sort(byOrder))
  }

  private collect(parts: ReadonlyArray<Part> | undefined, i: number, found: Array<Part>): void {
    if (parts === undefined) return
    this.looks.take(parts.length)
    if (this.looks.areGone) return
    const { names, shared, tape } = this
    for (const part of parts) {
      if (!isCalled(names, tape, part.steps[part.steps.length - 1]!, i)) continue
      if (part.isShared) {
        if (shared.has(part)) continue
        shared.add(part)
      }
      found.push(part)
    }
  }

  private add(rule: Rule): void {
    for (const selector of rule.selectors.standing()) {
      if (typeof selector === "string") {
        const steps = stepsOfPlain(selector, this.names)
        if (steps === undefined) continue
        const specificity = specificityOfSteps(steps)
        const { classes, ids, tag, unknown } = steps[steps.length - 1]!
        const key = ids[0] ?? fewest(classes) ?? unknown ?? tag
        this.put([key], { rule, steps, specificity, isByName: steps.length === 1, isShared: false })
      } else {
        const { specificity, tokens } = selector
        const keys = this.keysOf(lastOf(tokens))
        const steps = keys?.length === 0 ? undefined : this.matcher.stepsOf(tokens)
        if (steps === undefined) continue
        const isByName = steps.length === 1 && steps[0]!.checks.length === 0
        this.put(keys, { rule, steps, specificity, isByName, isShared: (keys?.length ?? 0) > 1 })
      }
    }
  }

  private put(keys: ReadonlyArray<Key> | undefined, part: Part): void {
    for (const numbers of part.steps[part.steps.length - 1]!.classes) this.classes.add(numbers)
    if (keys === undefined) this.rest.push(part)
    for (const key of keys ?? []) {
      if (typeof key === "object" && !key.areElements) this.classes.add(key)
      const known = this.byKey.get(key)
      if (known === undefined) this.byKey.set(key, [part])
      else known.push(part)
    }
  }

  private keysOf(tokens: ReadonlyArray<Selector>): ReadonlyArray<Key> | undefined {
    let best: ReadonlyArray<Key> | undefined
    for (const token of tokens) {
      const keys = this.keysOfToken(token)
      if (keys === undefined) continue
      if (isId(token) || isClass(token) || keys.length === 0) return keys
      if (best === undefined || keys.length < best.length) best = keys
    }
    return best
  }

  private keysOfToken(token: Selector): ReadonlyArray<Key> | undefined {
    if (isId(token)) return listOf(this.names.byId((token as { value: string }).value))
    if (isClass(token)) return listOf(this.names.byClass((token as { value: string }).value))
    if (token.type === SelectorType.Tag) {
      const name = token.name.toLowerCase()
      const id = Tags.tagId(name)
      return this.names.elements.has(name) ? [id === Tags.UNKNOWN ? name : id] : []
    }
    if (token.type === SelectorType.Attribute && token.namespace === null) {
      const at = this.tape.names.indexOf(token.name.toLowerCase())
      if (token.action === AttributeAction.Not || at === Attributes.CLASS) return undefined
      return at < 0 ? [] : [FIRST_ATTRIBUTE + at]
    }
    if (token.type === SelectorType.Pseudo && token.name === "root" && token.data === null) return [ROOT]
    if (token.type === SelectorType.Pseudo && Array.isArray(token.data) && /^(?:is|where|matches)$/.test(token.name)) {
      const all = token.data.map((tokens) => this.keysOf(lastOf(tokens)))
      return all.every((keys) => keys !== undefined) ? all.flat() : undefined
    }
    return undefined
  }

  private noteSpecial(): void {
    const { attrs, attrsAt, end, n, names } = this.tape
    if (this.byKey.has(ROOT)) { for (let i = 0; i < n; i = end[i]!) this.special.add(i, ROOT) }
    const wanted = new Uint8Array(names.length)
    let isAny = false
    for (const key of this.byKey.keys()) {
      if (typeof key === "object") {
        if (key.areElements) { for (const i of key.all()) this.special.add(i, key) }
      } else if (typeof key === "number" && key >= FIRST_ATTRIBUTE) {
        wanted[key - FIRST_ATTRIBUTE] = 1
        isAny = true
      }
    }
    if (!isAny) return
    for (let i = 0; i < n; i++) {
      const stop = attrsAt[i + 1]!
      for (let k = attrsAt[i]!; k < stop; k++) {
        const name = attrs[Attributes.WIDTH * k]!
        if (wanted[name] === 1) this.special.add(i, FIRST_ATTRIBUTE + name)
      }
    }
  }
}

/** Lists of keys, one per element or class attribute. Equal lists are stored once. */
class KeyLists {
  private readonly keys: Array<Key> = [ROOT]
  private readonly befores: Array<number> = [0]
  private readonly longer = new Map<Key, Map<number, number>>()
  private readonly nodes: number
  private numbers: Int32Array | undefined

  constructor(nodes: number) {
    this.nodes = nodes
  }

  add(i: number, key: Key): void {
    const numbers = this.numbers ??= new Int32Array(this.nodes)
    const before = numbers[i]!
    let longer = this.longer.get(key)
    if (longer === undefined) this.longer.set(key, longer = new Map())
    let number = longer.get(before)
    if (number === undefined) {
      number = this.keys.push(key) - 1
      this.befores.push(before)
      longer.set(before, number)
    }
    numbers[i] = number
  }

  numberOf(i: number): number {
    return this.numbers === undefined ? 0 : this.numbers[i]!
  }

  of(i: number): ReadonlyArray<Key> {
    const list: Array<Key> = []
    for (let number = this.numberOf(i); number !== 0; number = this.befores[number]!) list.push(this.keys[number]!)
    return list.reverse()
  }
}

/** Combines the shapes of two sets of rules. */
export class Joined {
  private readonly first: Shapes
  private readonly second: Shapes
  private readonly numbers = new Map<Shape, Map<Shape, number>>()
  private readonly list: Array<Shape> = [noParts]
  private readonly shapeAt: Int32Array

  constructor(first: Shapes, second: Shapes, nodes: number) {
    this.first = first
    this.second = second
    this.shapeAt = new Int32Array(nodes)
  }

  of(i: number): Shape {
    if (this.shapeAt[i] === 0) this.shapeAt[i] = this.find(this.first.of(i), this.second.of(i))
    return this.list[this.shapeAt[i]!]!
  }

  private find(one: Shape, other: Shape): number {
    let numbers = this.numbers.get(one)
    if (numbers === undefined) this.numbers.set(one, numbers = new Map())
    let number = numbers.get(other)
    if (number === undefined) numbers.set(other, number = this.list.push(joined(one, other)) - 1)
    return number
  }
}

const joined = (one: Shape, other: Shape): Shape => {
  if (other.parts.length === 0) return one
  return one.parts.length === 0 ? other : new Shape([...one.parts, ...other.parts].sort(byOrder))
}

/** The number of the shape without rules. */
const NOTHING = 1

/** Range of shape numbers for each list of classes. It exceeds the number of element names. */
const SHAPES_OF_CLASS = 1024

/** The first key for attributes. Keys below it are for element names. */
const FIRST_ATTRIBUTE = 1024

const ROOT = ":root"

const listOf = (numbers: Numbers | undefined): ReadonlyArray<Key> => numbers === undefined ? [] : [numbers]

const fewest = (lists: ReadonlyArray<Numbers>): Numbers | undefined => {
  let least: Numbers | undefined
  for (const list of lists) if (least === undefined || list.size < least.size) least = list
  return least
}
