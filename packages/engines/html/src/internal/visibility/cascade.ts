/**
 * Computes the CSS cascade, limited to properties that can hide elements.
 *
 * Rules that may hide an element are matched first, by element names. All other rules are read only if a value is
 * needed. So the cost depends on how much the page hides.
 *
 * @since 0.2.0
 */
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import { listOf } from "./brackets.ts"
import { type Color, colorOf, contrast } from "./colors.ts"
import { concernOf } from "./concerns.ts"
import { bitOf, bitsOf, type Declaration, VARIABLE } from "./declarations.ts"
import { recolored } from "./filters.ts"
import {
  endsSoon,
  type Grounds,
  hides,
  inheritedProperties,
  MAY_HIDE,
  MIN_CONTRAST,
  namesOfAnimation
} from "./hiding.ts"
import type { InlineStyles } from "./inlineStyles.ts"
import { Looks } from "./looks.ts"
import { Scripts } from "./scripts.ts"
import { Matcher } from "./selectors.ts"
import { Joined, type Shape, Shapes } from "./shapes.ts"
import { type Rule, rulesOf, type Sheets } from "./sheets.ts"

export interface Styles {
  readonly sheets: ReadonlyArray<string>
  readonly inline: InlineStyles
  readonly styled: ReadonlyArray<number>
  readonly hasForeignSheet: boolean
  /** Returns whether an element contains a text or a picture. Hiding other elements has no effect. */
  readonly isWritten: (i: number) => boolean
  readonly scripts?: Scripts | undefined
  readonly looks?: Looks | undefined
}

/** Maximum depth of variables that reference other variables. */
const DEEPEST_VARIABLE = 6

/** Maximum characters of a value after variable substitution. A longer value counts as unknown and hides nothing. */
const MAX_SUBSTITUTED_CHARACTERS = 2000

/** Work units that are charged for caching the value of a variable for an element. */
const LOOKS_OF_VARIABLE = 16

/** Number of characters of a value for which variable substitution costs one work unit. */
const CHARACTERS_PER_LOOK_AT_VARIABLES = 16

const variable = /var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)/g

/**
 * Returns the first `var()` in a value at or after an index. All calls share one regular expression, and substitution
 * is recursive, so each call sets `lastIndex`.
 */
const variableFrom = (value: string, from: number): RegExpExecArray | null => {
  variable.lastIndex = from
  return variable.exec(value)
}

/** Limit for stored background colours of a page. */
const MAX_BACKGROUNDS = 100

export class Cascade {
  readonly sheets: Sheets
  readonly tape: Tape
  readonly looks: Looks
  private readonly styles: Styles
  private readonly grounds: Grounds
  private candidateMatcher: Matcher | undefined
  private read: Scripts | undefined
  private all: Joined | Shapes | undefined
  private ruled: number | undefined
  private hiding: { readonly rules: ReadonlyMap<Rule, number>; readonly shapes: Shapes } | undefined
  private readonly variables = new Map<string, Map<number, string | undefined>>()
  /**
   * Values after variable substitution, by depth and by element that may set variables. `undefined` is an unknown
   * value.
   */
  private readonly fillings = new Map<number, Map<string, string | undefined>>()
  /**
   * For each node, the nearest element that may set variables, which is the node or an ancestor; -2 until it is
   * computed.
   */
  private setters: Int32Array | undefined

  constructor(tape: Tape, styles: Styles) {
    this.tape = tape
    this.styles = styles
    this.looks = styles.looks ?? new Looks()
    this.sheets = styles.sheets.length === 0
      ? { rules: [], keyframes: new Set(), leaving: new Map(), registered: new Map() }
      : rulesOf(styles.sheets, (text, from, to) => concernOf(text, from, to, this.matcher.names), tape.isPrivate)
    this.grounds = new LazyGrounds(!styles.hasForeignSheet, () => this.groundsAsWritten())
  }

  /** Returns the background colours in rules and styles. For a variable, it returns all its possible values. */
  private groundsAsWritten(): ReadonlyArray<string> {
    const { sheets: { rules }, styles: { styled } } = this
    const all = [
      ...rules.filter(({ bits }) => (bits & GROUND) !== 0).map(({ declarations }) => declarations),
      ...new Set(styled.map((i) => this.inlineOf(i)))
    ].flatMap(groundsIn)
    const names = new Set(all.flatMap((value) => /^var\(\s*(--[\w-]+)/.exec(value)?.[1] ?? []))
    if (names.size === 0) return all
    for (const { variables } of rules) {
      for (const [name, { value }] of variables) if (names.has(name)) all.push(value.trim().toLowerCase())
    }
    return all
  }

  get scripts(): Scripts {
    return this.read ??= this.styles.scripts ?? new Scripts(this.tape)
  }

  get matcher(): Matcher {
    return this.candidateMatcher ??= new Matcher(this.tape, this.looks, () => this.scripts.exist)
  }

  get isExhausted(): boolean {
    return this.looks.areGone
  }

  /**
   * Returns, for each element, the bits of the properties with which a rule or attribute may hide it, if no other
   * rule shows it. Elements without bits need no further check.
   */
  candidates(): Int32Array {
    const { grounds, sheets: { rules }, styles: { isWritten, styled }, tape: { n, tag } } = this
    const found = new Int32Array(n)
    const inline = new Map<ReadonlyArray<Declaration>, number>()
    for (const i of styled) {
      const own = this.inlineOf(i)
      let bits = inline.get(own)
      if (bits === undefined) inline.set(own, bits = bitsOf(own.filter((declaration) => hides(declaration, grounds))))
      if (bits !== 0 && isWritten(i)) found[i] = bits
    }
    const hiding = new Map<Rule, number>()
    for (const rule of rules) {
      if (!rule.isNow || (rule.bits & MAY_HIDE) === 0) continue
      let bits = 0
      for (const declaration of rule.declarations) if (hides(declaration, grounds)) bits |= bitOf(declaration.property)
      if (bits !== 0) hiding.set(rule, bits)
    }
    if (hiding.size === 0) return found
    const shapes = new Shapes(this.tape, this.matcher, [...hiding.keys()], this.looks)
    this.hiding = { rules: hiding, shapes }
    for (let i = 0; i < n; i++) {
      if (tag[i] === Tags.TEXT) continue
      const { parts } = shapes.of(i)
      if (parts.length === 0 || !isWritten(i)) continue
      let bits = 0
      this.looks.take(parts.length >> 3)
      if (this.looks.areGone) return found
      for (const part of parts) {
        const more = hiding.get(part.rule)!
        if ((more & ~bits) !== 0 && (part.isByName || this.matcher.finds(part.steps, i))) bits |= more
      }
      found[i]! |= bits
    }
    return found
  }

  value(i: number, property: string): string | undefined {
    const found = this.won(i, property)
    return found === undefined || !found.includes("var(") ? found : this.filled(this.setterOf(i), found, 0) ?? ""
  }

  /** Returns whether a rule or the `style` of an element sets some properties, given as bits. */
  isAbout(i: number, bits: number): boolean {
    return this.inlineOf(i).length > 0 || ((this.shapeOf(i)?.bits ?? 0) & bits) !== 0
  }

  bitsAt(i: number): number {
    return bitsOf(this.inlineOf(i)) | (this.shapeOf(i)?.bits ?? 0)
  }

  /** Returns whether a property hides something inside an element. `bits` are the properties to check. */
  hidesWithin(i: number, bits: number): boolean {
    if ((bits & FILTER) !== 0 && recolored(this.value(i, "filter")) !== undefined) return true
    return inheritedProperties.some((property) => {
      const value = (bits & bitOf(property)) === 0 ? undefined : this.value(i, property)
      if (value === undefined || !hides({ property, value, important: false }, this.grounds)) return false
      if (!property.endsWith("color")) return true
      const ground = colorOf(this.value(i, "background-color") ?? "transparent")
      if (ground === undefined || ground[3] < 1) return true
      const letters = colorOf(value)
      return letters === undefined || contrast(letters, ground) < MIN_CONTRAST
    })
  }

  /**
   * Returns whether an animation hides an element permanently before a reader can read it. The animation must run by
   * time, not by scroll position, and no important declaration may override it.
   */
  leaves(i: number): boolean {
    const { leaving } = this.sheets
    if (leaving.size === 0) return false
    const properties = new Set(
      listOf(this.value(i, "animation-name") ?? "").filter(endsSoon).flatMap(namesOfAnimation).flatMap((name) => [
        ...leaving.get(name) ?? []
      ])
    )
    return properties.size > 0 && timing.every((property) => this.winner(i, property) === undefined) &&
      [...properties].some((property) => this.winner(i, property)?.important !== true)
  }

  private areAbout(property: string): boolean {
    if (this.ruled === undefined) {
      this.ruled = 0
      for (const { bits, isNow } of this.sheets.rules) if (isNow) this.ruled |= bits
    }
    return (this.ruled & bitOf(property)) !== 0
  }

  private shapeOf(i: number): Shape | undefined {
    if (this.sheets.rules.length === 0) return undefined
    return (this.all ??= this.allShapes()).of(i)
  }

  private allShapes(): Joined | Shapes {
    const { hiding, looks, matcher, sheets: { rules }, tape } = this
    const others = rules.filter((rule) => rule.isNow && hiding?.rules.has(rule) !== true)
    if (hiding === undefined) return new Shapes(tape, matcher, others, looks)
    return new Joined(hiding.shapes, new Shapes(tape, matcher, others, looks), tape.n)
  }

  private won(i: number, property: string): string | undefined {
    return this.winner(i, property)?.value
  }

  private winner(i: number, property: string): Pick<Declaration, "important" | "value"> | undefined {
    let own: Declaration | undefined
    for (const declaration of this.inlineOf(i)) {
      if (declaration.property === property && (declaration.important || own?.important !== true)) own = declaration
    }
    if (own?.important === true) return own
    if (!this.areAbout(property)) return own
    for (const rule of this.shapeOf(i)?.of(property, this.looks) ?? []) {
      if (own !== undefined && !rule.important) break
      if (rule.part.isByName || this.matcher.finds(rule.part.steps, i)) return rule
    }
    return own
  }

  private inlineOf(i: number): ReadonlyArray<Declaration> {
    return this.styles.inline.of(i)
  }

  /**
   * Returns a value after substitution of variables that an element sets or inherits; `undefined` if it becomes too
   * long, or if the work limit of the page is reached.
   */
  private filled(setter: number, value: string, depth: number): string | undefined {
    if (depth > DEEPEST_VARIABLE) return ""
    if (this.looks.areGone) return undefined
    let fillings = this.fillings.get(setter)
    if (fillings === undefined) this.fillings.set(setter, fillings = new Map())
    const key = `${depth}${value}`
    const before = fillings.get(key)
    if (before !== undefined || fillings.has(key)) return before
    this.looks.take(1 + Math.ceil(value.length / CHARACTERS_PER_LOOK_AT_VARIABLES))
    let filled = ""
    let from = 0
    for (let use = variableFrom(value, 0); use !== null; use = variableFrom(value, from)) {
      const { 0: all, 1: name, 2: instead, index } = use
      const text = this.variable(setter, name!) ?? this.sheets.registered.get(name!) ?? instead?.trim() ?? ""
      const inner = text.includes("var(") ? this.filled(setter, text, depth + 1) : text
      filled += value.slice(from, index) + (inner ?? "").trim().toLowerCase()
      from = index + all.length
      if (inner === undefined || filled.length > MAX_SUBSTITUTED_CHARACTERS || this.looks.areGone) {
        fillings.set(key, undefined)
        return undefined
      }
    }
    filled += value.slice(from)
    fillings.set(key, filled)
    return filled
  }

  private variable(setter: number, name: string): string | undefined {
    let known = this.variables.get(name)
    if (known === undefined) this.variables.set(name, known = new Map())
    let found: string | undefined
    let p = setter
    for (; p >= 0 && found === undefined; p = this.setterAround(p)) {
      if (known.has(p)) {
        found = known.get(p)
        break
      }
      this.looks.take(LOOKS_OF_VARIABLE)
      if (this.looks.areGone) return undefined
      found = this.won(p, name)
    }
    // the elements between the setter and its source inherit the value, so it is cached for them too
    for (let q = setter; q > p; q = this.setterAround(q)) known.set(q, found)
    return found
  }

  private setterAround(i: number): number {
    const around = this.tape.parent[i]!
    return around < 0 ? around : this.setterOf(around)
  }

  private setterOf(i: number): number {
    const setters = this.setters ??= new Int32Array(this.tape.n).fill(-2)
    let found = i
    while (found >= 0 && setters[found] === -2 && !this.setsVariables(found)) found = this.tape.parent[found]!
    if (found >= 0) found = setters[found] === -2 ? found : setters[found]!
    for (let p = i; p >= 0 && p >= found && setters[p] === -2; p = this.tape.parent[p]!) setters[p] = found
    return found
  }

  private setsVariables(i: number): boolean {
    return ((this.shapeOf(i)?.bits ?? 0) & VARIABLE) !== 0 || (bitsOf(this.inlineOf(i)) & VARIABLE) !== 0
  }
}

const timing = "timeline duration delay iteration-count direction play-state fill-mode composition".split(" ")
  .map((name) => `animation-${name}`)

const GROUND = bitOf("background-color")
const FILTER = bitOf("filter")

const groundsIn = (declarations: ReadonlyArray<Declaration>): ReadonlyArray<string> =>
  declarations.flatMap(({ property, value }) => {
    if (property !== "background-color") return []
    if (value !== "currentcolor") return [value]
    return declarations.flatMap((other) => other.property === "color" ? other.value : [])
  })

class LazyGrounds implements Grounds {
  readonly isPlain: boolean
  readonly blends = new Map<string, boolean>()
  private readonly read: () => ReadonlyArray<string>
  private known: ReadonlyArray<Color> | undefined

  constructor(isPlain: boolean, read: () => ReadonlyArray<string>) {
    this.isPlain = isPlain
    this.read = read
  }

  get colors(): ReadonlyArray<Color> {
    return this.known ??= groundsOf(this.read())
  }
}

const groundsOf = (values: ReadonlyArray<string>): ReadonlyArray<Color> => {
  const grounds = new Map<string, Color>()
  for (const value of new Set(values)) {
    const color = grounds.size < MAX_BACKGROUNDS ? colorOf(value) : undefined
    if (color !== undefined && color[3] > 0) grounds.set(color.join(), color)
  }
  return [...grounds.values()]
}
