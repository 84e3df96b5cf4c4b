/**
 * Finds evidence that hidden content will be shown: controls, rules for other states, scripts.
 *
 * Tabs, expandable answers and streamed parts are text of the page, because readers can reach them. A name or role is
 * not enough evidence, because any page can write it.
 *
 * @since 0.2.0
 */
import { AttributeAction, isTraversal, type Selector, SelectorType } from "css-what"
import * as Tags from "../tape/tags.ts"
import { attr, attrName, attrValue, nameOf, type Tape } from "../tape/tape.ts"
import { listOf } from "./brackets.ts"
import type { Cascade } from "./cascade.ts"
import { Controls, parted } from "./controls.ts"
import { bitOf } from "./declarations.ts"
import { Disclosures } from "./disclosures.ts"
import { comingIn, fading, isFade } from "./fades.ts"
import { type Grounds, hides, isMoved, namesOfAnimation } from "./hiding.ts"
import type { PageNames } from "./pageNames.ts"
import { lastOf, type One } from "./ruleSelectors.ts"
import type { Scripts } from "./scripts.ts"
import type { Steps } from "./steps.ts"

/** Maximum number of rules for other states that are tested per page. */
const MAX_STATE_RULES = 600

/** Number of ancestors that a script may name instead of a text's element. */
const MAX_NAMED_ANCESTORS = 3

const turning: ReadonlySet<string> = new Set("div li section article figure".split(" "))

const lengthOf = ({ end, tag, text }: Tape, i: number): number => {
  let length = 0
  for (let k = i; k < end[i]! && k < i + FIRST_NODES; k++) if (tag[k] === Tags.TEXT) length += text[k]!.trim().length
  return length
}

/** Work units that are charged for reading the length and classes of a sibling element. */
const LOOKS_OF_LENGTH = 16

/** Number of nodes from which the length of an element is read. */
const FIRST_NODES = 300

/** States that a reader causes without a script, such as hovering. */
const byReader: ReadonlySet<string> = new Set("hover focus focus-within focus-visible active checked target".split(" "))

const moving: ReadonlySet<string> = new Set(["margin-left", "left", "transform", "translate"])

const sliding = /(?:^|[\s_-])(?:slides?|slideset|slider|sliding|carousel|swiper|track|strip|gallery|reel)(?=$|[\s_-])/i

const MIN_SLIDES = 3

const framework =
  /^(?:x-(?:show|cloak|collapse|transition|if|intersect)|v-(?:show|cloak|if)|ng-(?:show|hide|cloak|if)|data-(?:aos|animate|animation|reveal|scroll|collapse|accordion|tab|tabs|controller|state|show|toggle|w-id|sr|inview))/

export class Evidence {
  private readonly tape: Tape
  private readonly cascade: Cascade
  private readonly candidates: Int32Array
  private readonly scripts: Scripts
  private readonly controls: Controls
  private readonly disclosures: Disclosures
  private readonly states = new Map<string, ReadonlyArray<Steps>>()
  private askedNames: ReadonlySet<string> | undefined

  constructor(tape: Tape, cascade: Cascade, candidates: Int32Array) {
    this.tape = tape
    this.cascade = cascade
    this.candidates = candidates
    this.scripts = cascade.scripts
    this.controls = new Controls(tape, cascade)
    this.disclosures = new Disclosures(tape, cascade, candidates)
  }

  /** Whether the page has a script that runs. */
  get hasScript(): boolean {
    return this.scripts.exist
  }

  reveals(i: number, property: string): boolean {
    if (this.tape.tag[i] === Tags.DIALOG) return this.isReferred(i) || this.isCalled(i)
    return this.isReferred(i) || this.isLatePart(i) || this.isPanelOfTab(i) ||
      this.hasScript &&
        (this.isDriven(i) || this.isFadingIn(i, property) || this.controls.opens(i) || this.takesTurns(i) ||
          this.isStrip(i, property) ||
          this.isNamedInScript(i)) ||
      this.isAroundReferred(i) || this.disclosures.open(i) || this.hasState(i, property)
  }

  /**
   * Returns whether scripts open dialogs and contain a name of the dialog. The name alone is not enough evidence,
   * because scripts also use names for styling.
   */
  private isCalled(i: number): boolean {
    return this.scripts.openDialogs && this.isNamedInScript(i)
  }

  isAnimated(i: number): boolean {
    const names = this.cascade.value(i, "animation-name")
    if (names === undefined || names === "none" || /\bpaused\b/.test(names)) return false
    const { keyframes } = this.cascade.sheets
    return namesOfAnimation(names).some((name) => keyframes.has(name))
  }

  /**
   * Returns whether a style fades in: it has a transition, or also moves or blurs the element. Any page can write
   * such a style, so a script must confirm it: a script on the page uses the property, an external script finds the
   * element by a name, or a known library names it.
   */
  private isFadingIn(i: number, property: string): boolean {
    if (!fading.has(property)) return false
    const { cascade } = this
    // An overlay is a menu, tooltip or dialogue. Scrolling does not show it.
    const position = cascade.value(i, "position")
    if (position === "absolute" || position === "fixed") return false
    if (this.scripts.areForeign && comingIn.test(parted(attr(this.tape, i, "class") ?? ""))) return true
    const value = (other: string) => cascade.value(i, other)
    const fades = isFade(value("transition-property") ?? "all", value("transition-duration") ?? "0s")
    const comesFromAway = property === "opacity" && isMoved(value)
    const isHinted = listOf(value("will-change") ?? "").some((hint) => fading.has(hint))
    if ((fades || comesFromAway || isHinted) && this.scripts.mentionProperty(property)) return true
    return this.scripts.areForeign && (comesFromAway || fades && this.isNamed(i))
  }

  private isNamed(i: number): boolean {
    const { attrsAt } = this.tape
    for (let k = attrsAt[i]!; k < attrsAt[i + 1]!; k++) {
      const name = attrName(this.tape, k)
      if (name.startsWith("data-") || (name === "class" || name === "id") && attrValue(this.tape, k).trim() !== "") {
        return true
      }
    }
    return false
  }

  private isReferred(i: number): boolean {
    const id = attr(this.tape, i, "id")
    if (id === undefined || id === "") return false
    const { byBrowser, byScript } = this.controls.references
    return byBrowser.has(id) || this.hasScript && byScript.has(id)
  }

  private isAroundReferred(i: number): boolean {
    const { parent } = this.tape
    let around = parent[i]!
    for (let k = 0; around >= 0 && k < MAX_NAMED_ANCESTORS; around = parent[around]!, k++) {
      if (!this.isReferred(around)) continue
      const length = lengthOf(this.tape, i)
      for (let p = parent[i]!; p >= around; p = parent[p]!) if (lengthOf(this.tape, p) > length) return false
      return true
    }
    return false
  }

  /** Returns whether a panel has tabs: one tab references the panel, or several tabs precede it. */
  private isPanelOfTab(i: number): boolean {
    if (attr(this.tape, i, "role") !== "tabpanel") return false
    const tab = attr(this.tape, i, "aria-labelledby")
    if (tab !== undefined && this.hasScript && this.cascade.matcher.names.byId(tab) !== undefined) return true
    const { parent } = this.tape
    for (let p = parent[i]!, k = 0; p >= 0 && k < MAX_NAMED_ANCESTORS; p = parent[p]!, k++) {
      if (this.controls.tabsWithin(p) > 1) return true
    }
    return false
  }

  /** Returns whether React streams a part at the end of the page, and has a placeholder at its position. */
  private isLatePart(i: number): boolean {
    const [, number] = /^S:([0-9a-f]+)$/i.exec(attr(this.tape, i, "id") ?? "") ?? []
    if (number === undefined) return false
    const { names } = this.cascade.matcher
    return names.byId(`B:${number}`) !== undefined || names.byId(`P:${number}`) !== undefined
  }

  /** Returns whether an element is one of several siblings of the same kind that a slideshow shows in turn. */
  private takesTurns(i: number): boolean {
    const { end, parent, tag } = this.tape
    if (!turning.has(nameOf(this.tape, i)) || parent[i]! < 0) return false
    const own = new Set((attr(this.tape, i, "class") ?? "").split(/\s+/).filter((name) => name !== ""))
    if (own.size === 0) return false
    for (let k = parent[i]! + 1; k < end[parent[i]!]! && !this.cascade.isExhausted; k = end[k]!) {
      this.cascade.looks.take(1)
      if (k === i || tag[k] !== tag[i] || this.candidates[k] !== 0) continue
      this.cascade.looks.take(LOOKS_OF_LENGTH)
      if (lengthOf(this.tape, k) === 0) continue
      if ((attr(this.tape, k, "class") ?? "").split(/\s+/).some((name) => own.has(name))) return true
    }
    return false
  }

  private isStrip(i: number, property: string): boolean {
    if (!moving.has(property) || !sliding.test(parted(attr(this.tape, i, "class") ?? ""))) return false
    const { end, tag } = this.tape
    let slides = 0
    for (let k = i + 1; k < end[i]! && slides < MIN_SLIDES && !this.cascade.isExhausted; k = end[k]!) {
      this.cascade.looks.take(1)
      if (tag[k] !== Tags.TEXT) slides++
    }
    return slides >= MIN_SLIDES
  }

  private isNamedInScript(i: number): boolean {
    const id = attr(this.tape, i, "id")
    if (id !== undefined && this.scripts.haveWord(id)) return true
    const names = attr(this.tape, i, "class")
    // a single letter counts as a name only with its prefix
    return names !== undefined &&
      names.split(/\s+/).some((name) => this.scripts.haveWord(name.length === 1 ? `.${name}` : name))
  }

  private isDriven(i: number): boolean {
    const { attrsAt } = this.tape
    for (let k = attrsAt[i]!; k < attrsAt[i + 1]!; k++) {
      if (framework.test(attrName(this.tape, k))) return true
    }
    return false
  }

  private hasState(i: number, property: string): boolean {
    if (this.candidates[i] === 0) return false
    let states = this.states.get(property)
    if (states === undefined) this.states.set(property, states = this.statesOf(property))
    return states.some((steps) => this.cascade.matcher.finds(steps, i))
  }

  private statesOf(property: string): ReadonlyArray<Steps> {
    const { matcher, sheets: { rules } } = this.cascade
    const states: Array<Steps> = []
    if (rules.length === 0) return states
    const noGrounds: Grounds = { colors: [], isPlain: true, blends: new Map() }
    this.askedNames ??= namesAmong(matcher.names, this.tape, this.candidates)
    const isAsked = (name: string): boolean => this.askedNames!.has(matcher.names.fold(name))
    let tried = 0
    const bit = bitOf(property)
    for (const { bits, declarations, selectors } of rules) {
      if ((bits & bit) === 0) continue
      const shows = declarations.some((declaration) =>
        declaration.property === property && !hides(declaration, noGrounds)
      )
      if (!shows) continue
      for (const one of selectors.near(isAsked)) {
        for (const other of this.otherStates(one, property)) {
          if (++tried > MAX_STATE_RULES) return states
          const steps = matcher.stepsOf(other)
          if (steps !== undefined) states.push(steps)
        }
      }
    }
    return states
  }

  private otherStates({ tokens }: One, property: string): ReadonlyArray<ReadonlyArray<Selector>> {
    const last = lastOf(tokens)
    const states = tokens.filter((token) => token.type === SelectorType.Pseudo && byReader.has(token.name))
    if (states.length > 0) {
      // an element that is not displayed cannot be hovered or focused
      const ownStates = last.filter((token) => states.includes(token)).map((token) => "name" in token ? token.name : "")
      const isOutOfReach = property === "display" && ownStates.some((name) => name !== "target")
      const needsLink = ownStates.includes("target")
      const rest = tokens.filter((token) => !states.includes(token))
      if (isOutOfReach || needsLink && !this.hasFragments()) return []
      return [completed(rest)]
    }
    if (!this.hasScript) return []
    const { names } = this.cascade.matcher
    const others: Array<ReadonlyArray<Selector>> = []
    for (const [at, token] of tokens.entries()) {
      if (token.type !== SelectorType.Attribute || token.name === "id") continue
      const isClass = token.name === "class" && token.action === AttributeAction.Element
      // A class is a state only if a script adds it.
      if (isClass && !this.scripts.areForeign && !this.scripts.haveWord(token.value)) continue
      const rest = tokens.filter((_token, k) => k !== at)
      const isStillNamed = lastOf(rest).some((simple) => simple.type !== SelectorType.Pseudo)
      if (isStillNamed) others.push(completed(rest))
    }
    return others.filter((rest) =>
      rest.every((token) =>
        token.type !== SelectorType.Attribute || token.name !== "class" || names.byClass(token.value) !== undefined
      )
    )
  }

  private hasFragments(): boolean {
    return this.controls.references.byScript.size > 0
  }
}

const namesAmong = (names: PageNames, tape: Tape, candidates: Int32Array): ReadonlySet<string> => {
  const found = new Set<string>()
  for (let i = 0; i < candidates.length; i++) {
    if (candidates[i] === 0) continue
    found.add(nameOf(tape, i))
    for (const word of names.wordsOf(names.classOf[i]!)) found.add(`.${word}`)
    const id = attr(tape, i, "id")
    if (id !== undefined) found.add(`#${names.fold(id)}`)
  }
  return found
}

/** Adds a universal selector between combinators if a part was removed there. */
const completed = (tokens: ReadonlyArray<Selector>): ReadonlyArray<Selector> => {
  const out: Array<Selector> = []
  for (const token of tokens) {
    const before = out[out.length - 1]
    if (isTraversal(token) && (before === undefined || isTraversal(before))) out.push(any)
    out.push(token)
  }
  if (out.length === 0 || isTraversal(out[out.length - 1]!)) out.push(any)
  return out
}

const any: Selector = { type: SelectorType.Universal, namespace: null }
