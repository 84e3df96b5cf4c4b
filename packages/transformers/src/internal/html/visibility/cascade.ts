/**
 * What the rules of a page say of its elements: the cascade of CSS for the few properties that hide.
 *
 * Rules that hide are applied first. Only for the elements they find, and for those around and in them where a property is
 * inherited, the other rules are asked: a page that hides nothing costs nothing.
 *
 * @since 0.2.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attrValue, type Tape } from "../tape/tape.ts"
import { type Color, colorOf, contrast } from "./colors.ts"
import { type Grounds, hides, inheritedProperties, isInherited, isOfText, LEAST_CONTRAST } from "./hiding.ts"
import { mayConcern, type One } from "./ruleSelectors.ts"
import { Finder } from "./selectors.ts"
import { type Declaration, type Rule, rulesOf, type Sheets } from "./sheets.ts"

interface Won {
  readonly value: string
  readonly rank: Rank
}

/** Important before others, then layers, then how specific, then the order. */
type Rank = readonly [important: number, layer: number, specificity: number, order: number]

const isAbove = (a: Rank, b: Rank): boolean => {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return a[k]! > b[k]!
  return true
}

/** What of a page has to do with how it looks. */
export interface Styles {
  /** The texts of its own sheets. */
  readonly sheets: ReadonlyArray<string>
  /** Elements with a `style` that may hide. */
  readonly styled: ReadonlyArray<number>
  /** Elements whose values will be asked for, whether or not a rule hides them. */
  readonly asked: ReadonlyArray<number>
  /** Whether there are sheets that are not known. */
  readonly hasForeignSheet: boolean
  /** Whether there is a text or a picture in an element: others hide nothing. */
  readonly isWritten: (i: number) => boolean
}

interface Ordered {
  readonly rule: Rule
  readonly order: number
}

/** Values within values that are followed. */
const DEEPEST_VARIABLE = 6

/** Colours of grounds that are kept of a page. */
const MOST_GROUNDS = 100

/** Elements whose other rules are asked for; beyond, only what hides is known of them. */
const MOST_ELEMENTS = 200_000

export class Cascade {
  readonly finder: Finder
  readonly sheets: Sheets
  readonly tape: Tape
  /** Elements that a rule or an attribute hides, unless another rule shows them. */
  readonly candidates: ReadonlySet<number>
  private readonly rules: ReadonlyArray<Ordered>
  private readonly won = new Map<number, Map<string, Won>>()
  /** Elements whose `style` was read. */
  private readonly inlined = new Set<number>()
  private readonly variables = new Set<string>()
  /** Variables whose values were asked for. */
  private readonly known = new Set<string>()

  constructor(tape: Tape, { asked, hasForeignSheet, isWritten, sheets, styled }: Styles) {
    this.tape = tape
    this.finder = new Finder(tape)
    this.sheets = rulesOf(sheets, (selector) => mayConcern(selector, this.finder.byName))
    const inline = styled.map((i) => [i, inlineOf(tape, i)] as const)
    const grounds: Grounds = {
      colors: groundsOf(withVariables(
        [
          ...this.sheets.grounds,
          ...inline.flatMap(([, own]) =>
            own.flatMap(({ property, value }) => property === "background-color" ? value : [])
          )
        ],
        this.sheets.rules
      )),
      isPlain: !hasForeignSheet,
      blends: new Map()
    }
    this.rules = this.sheets.rules.map((rule, order) => ({ rule, order }))
    const candidates = new Set<number>()
    const isOnPage = (name: string) => this.finder.byName.has(name)
    const inherited = new Set<number>()
    const note = (i: number, { property }: Declaration) => {
      if (!isWritten(i)) return
      candidates.add(i)
      if (isInherited(property)) inherited.add(i)
    }
    for (const [i, declarations] of inline) {
      this.setInline(i, declarations)
      for (const declaration of declarations) if (hides(declaration, grounds)) note(i, declaration)
    }
    for (const ordered of this.rules) {
      const hiding = ordered.rule.declarations.filter((declaration) => hides(declaration, grounds))
      if (hiding.length === 0) continue
      for (const one of ordered.rule.selector.about(isOnPage)) {
        for (const i of this.finder.find(one, { has: isWritten })) {
          for (const declaration of hiding) note(i, declaration)
        }
      }
    }
    this.candidates = candidates
    this.askFor(new Set([...candidates, ...asked]), isNoVariable)
    this.askForVariables()
    this.askFor(this.relativesOf(new Set([...inherited].filter((i) => this.stillHides(i, grounds)))), isOfText)
    this.askForVariables()
  }

  /** The value of a property that won on an element itself, with variables filled in; `undefined` when nothing sets it. */
  value(i: number, property: string): string | undefined {
    const found = this.won.get(i)?.get(property)?.value
    return found === undefined || !found.includes("var(") ? found : this.filled(i, found, 0)
  }

  private set(i: number, property: string, won: Won): void {
    let own = this.won.get(i)
    if (own === undefined) this.won.set(i, own = new Map())
    const before = own.get(property)
    if (before === undefined || isAbove(won.rank, before.rank)) own.set(property, won)
  }

  private noteVariables(value: string): void {
    if (value.includes("var(")) {
      for (const [, name = ""] of value.matchAll(/var\(\s*(--[\w-]+)/g)) this.variables.add(name)
    }
  }

  /** Whether what is inherited from an element hides, as far as its own values tell. */
  private stillHides(i: number, grounds: Grounds): boolean {
    const ground = colorOf(this.value(i, "background-color") ?? "transparent")
    return inheritedProperties.some((property) => {
      const value = this.value(i, property)
      if (value === undefined || !hides({ property, value, important: false }, grounds)) return false
      if (!property.endsWith("color") || ground === undefined || ground[3] < 1) return true
      const letters = colorOf(value)
      return letters === undefined || contrast(letters, ground) < LEAST_CONTRAST
    })
  }

  /** What decides on texts whose colour, size or visibility is inherited: all in it, and all around it. */
  private relativesOf(inherited: ReadonlySet<number>): ReadonlySet<number> {
    const { end, parent, tag } = this.tape
    const all = new Set(inherited)
    let stop = 0
    for (const i of [...inherited].sort((a, b) => a - b)) {
      for (let p = parent[i]!; p >= 0 && !all.has(p); p = parent[p]!) all.add(p)
      if (i < stop) continue
      stop = end[i]!
      for (let k = i + 1; k < stop && all.size < MOST_ELEMENTS; k++) if (tag[k] !== Tags.TEXT) all.add(k)
    }
    return all
  }

  /** Asks the rules with properties that count for what they say of some elements. */
  private askFor(elements: ReadonlySet<number>, counts: (property: string) => boolean): void {
    if (elements.size === 0) return
    for (const i of elements) if (!this.inlined.has(i)) this.setInline(i, inlineOf(this.tape, i))
    const known = new Map<string, boolean>()
    const isKnown = (name: string): boolean => {
      let answer = known.get(name)
      if (answer === undefined) {
        answer = this.finder.byName.get(name)?.some((i) => elements.has(i)) ?? false
        known.set(name, answer)
      }
      return answer
    }
    for (const { order, rule } of this.rules) {
      const wanted = rule.selector.about(isKnown)
      if (wanted.length === 0) continue
      const declarations = rule.declarations.filter(({ property }) => counts(property))
      if (declarations.length === 0) continue
      for (const one of wanted) {
        this.apply(this.finder.find(one, elements), declarations, rule, one, order)
      }
    }
  }

  private setInline(i: number, declarations: ReadonlyArray<Declaration>): void {
    this.inlined.add(i)
    for (const { important, property, value } of declarations) {
      this.noteVariables(value)
      this.set(i, property, { value, rank: [important ? 1 : 0, Infinity, 0, 0] })
    }
  }

  private apply(
    found: ReadonlyArray<number>,
    declarations: ReadonlyArray<Declaration>,
    { layer }: Rule,
    { specificity }: One,
    order: number
  ): void {
    if (found.length === 0) return
    for (const { important, property, value } of declarations) {
      const rank: Rank = [important ? 1 : 0, important ? -layer : layer, specificity, order]
      this.noteVariables(value)
      const won = { value, rank }
      for (const i of found) this.set(i, property, won)
    }
  }

  private askForVariables(): void {
    const { known } = this
    for (let depth = 0; depth < DEEPEST_VARIABLE && known.size < this.variables.size; depth++) {
      const wanted = new Set([...this.variables].filter((name) => !known.has(name)))
      for (const name of wanted) known.add(name)
      for (const ordered of this.rules) {
        const { order, rule } = ordered
        const set = rule.declarations.filter(({ property }) => wanted.has(property))
        if (set.length === 0) continue
        for (const one of rule.selector.all()) {
          this.apply(this.finder.find(one), set, rule, one, order)
        }
      }
    }
  }

  private filled(i: number, value: string, depth: number): string {
    if (depth > DEEPEST_VARIABLE) return ""
    return value.replace(
      /var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)/g,
      (_all, name: string, instead: string | undefined) => {
        const found = this.variable(i, name)
        const text = found ?? instead?.trim() ?? ""
        return (text.includes("var(") ? this.filled(i, text, depth + 1) : text).trim().toLowerCase()
      }
    )
  }

  /** A variable is inherited. */
  private variable(i: number, name: string): string | undefined {
    for (let p = i; p >= 0; p = this.tape.parent[p]!) {
      const found = this.won.get(p)?.get(name)
      if (found !== undefined) return found.value
    }
    return undefined
  }
}

/** Variables are asked for by name, where a value has one. */
const isNoVariable = (property: string): boolean => !property.startsWith("--")

/** Values, and what may stand for the variables in them. */
const withVariables = (values: ReadonlyArray<string>, rules: ReadonlyArray<Rule>): ReadonlyArray<string> => {
  const names = new Set(values.flatMap((value) => /^var\(\s*(--[\w-]+)/.exec(value)?.[1] ?? []))
  if (names.size === 0) return values
  return [
    ...values,
    ...rules.flatMap(({ declarations }) =>
      declarations.flatMap(({ property, value }) => names.has(property) ? value.trim().toLowerCase() : [])
    )
  ]
}

/** Colours that anything on the page stands on, each once. */
const groundsOf = (values: ReadonlyArray<string>): ReadonlyArray<Color> => {
  const grounds = new Map<string, Color>()
  for (const value of new Set(values)) {
    const color = grounds.size < MOST_GROUNDS ? colorOf(value) : undefined
    if (color !== undefined && color[3] > 0) grounds.set(color.join(), color)
  }
  return [...grounds.values()]
}

/** What the `style` of an element says. */
export const inlineOf = (tape: Tape, i: number): ReadonlyArray<Declaration> => {
  for (let k = tape.attrsAt[i]!; k < tape.attrsAt[i + 1]!; k++) {
    if (tape.attrs[Attributes.WIDTH * k] !== Attributes.STYLE) continue
    // a brace in a style ends nothing there
    const [rule] = rulesOf([`x{${attrValue(tape, k).replace(/[{}]/g, " ")}}`], () => true).rules
    return rule?.declarations ?? []
  }
  return []
}
