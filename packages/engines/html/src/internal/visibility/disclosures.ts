/**
 * Finds parts that open below a control: answers below their questions, accordions, terms with their definitions.
 *
 * Each kind needs a visible text directly before the part. Names and roles are not enough: a script, a control, or a
 * declared question and answer must show that the part opens.
 *
 * @since 0.3.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, attrName, nameOf, type Tape } from "../tape/tape.ts"
import type { Cascade } from "./cascade.ts"
import { isDisclosureButton, parted } from "./controls.ts"
import { DeclaredAnswers } from "./declaredAnswers.ts"
import type { Scripts } from "./scripts.ts"

/** Maximum number of nested boxes that start with a part. The part's heading precedes the outermost one. */
const MAX_BOXES_TO_HEADING = 2
/** Number of ancestors of a part that may be named as a list of questions. */
const MAX_BOXES_TO_NAME = 4
/** Minimum number of similar pairs, each a heading and a hidden part. */
const MIN_PAIRS = 2
/** Number of children of a box among which pairs of a heading and a hidden part are searched. */
const MAX_CHILDREN_WITH_PAIRS = 400
/** Number of nodes of a heading in which a control is searched. */
const MAX_NODES_TO_CONTROL = 12
/** Work units that are charged for reading a heading. */
const LOOKS_OF_HEADING = 4

/** Elements that scripts select by name as headings of expandable parts. */
const headings: ReadonlySet<string> = new Set("dt h1 h2 h3 h4 h5 h6 summary button th".split(" "))

const questions =
  /(?:^|[\s_-])(?:faqs?|questions?|accordions?|collapsibles?|toggles?|disclosures?|expander)(?=$|[\s_-])/i

const asking = /[?\uff1f\u061f\u037e]\s*$/

const pressed = /^on(?:click|mousedown|pointerdown|keydown|keypress|touchstart)$/

interface Pair {
  readonly part: number
  readonly heading: number
}

export class Disclosures {
  private readonly tape: Tape
  private readonly cascade: Cascade
  private readonly candidates: Int32Array
  private readonly scripts: Scripts
  private answers: DeclaredAnswers | undefined
  private buttons: ReadonlyMap<string, number> | undefined

  constructor(tape: Tape, cascade: Cascade, candidates: Int32Array) {
    this.tape = tape
    this.cascade = cascade
    this.candidates = candidates
    this.scripts = cascade.scripts
  }

  open(part: number): boolean {
    const heading = this.headingOf(part)
    return kinds.some(({ needsHeading, needsScript, test }) =>
      (!needsScript || this.scripts.exist) && (!needsHeading || heading >= 0) && test(this, { part, heading })
    )
  }

  isOpenedByScript({ heading }: Pair): boolean {
    if (!this.scripts.openFollowing) return false
    const { tape } = this
    for (let k = tape.attrsAt[heading]!; k < tape.attrsAt[heading + 1]!; k++) {
      if (pressed.test(attrName(tape, k))) return true
    }
    const name = nameOf(tape, heading)
    if (headings.has(name) && this.scripts.haveWord(name)) return true
    const words = `${attr(tape, heading, "class") ?? ""} ${attr(tape, heading, "id") ?? ""}`.split(/\s+/)
    return words.some((word) => this.scripts.haveWord(word))
  }

  /**
   * Returns whether the element before a part, or one inside that element, has `aria-expanded` and is not a menu
   * button (`aria-haspopup`).
   */
  isBelowControl({ heading }: Pair): boolean {
    const { tape } = this
    const stop = Math.min(tape.end[heading]!, heading + MAX_NODES_TO_CONTROL)
    for (let k = heading; k < stop; k++) {
      if (tape.tag[k] === Tags.TEXT || attr(tape, k, "aria-haspopup") !== undefined) continue
      if (attr(tape, k, "aria-expanded") !== undefined) return true
    }
    return false
  }

  isBelowButton({ heading }: Pair): boolean {
    const { end, tag } = this.tape
    const stop = Math.min(end[heading]!, heading + MAX_NODES_TO_CONTROL)
    for (let k = heading; k < stop; k++) {
      if (tag[k] !== Tags.TEXT && isDisclosureButton(this.tape, k)) return this.textOf(k) !== ""
    }
    return false
  }

  isLabelledByControl({ part }: Pair): boolean {
    const label = attr(this.tape, part, "aria-labelledby")
    if (label === undefined) return false
    const control = (this.buttons ??= this.controlsById()).get(label)
    return control !== undefined && this.candidates[control] === 0
  }

  isDeclaredAnswer({ heading, part }: Pair): boolean {
    this.answers ??= new DeclaredAnswers(this.tape, this.candidates)
    return this.answers.have(part, heading)
  }

  isOneOfQuestions({ heading, part }: Pair): boolean {
    const { parent } = this.tape
    if (parent[part] !== parent[heading]) return false
    if (!asking.test(this.textOf(heading)) && !this.isInNamedBox(part)) return false
    const box = parent[part]!
    return this.pairsIn(box, part, heading) >= MIN_PAIRS ||
      box >= 0 && parent[box]! >= 0 && this.pairsBeside(box, part, heading) >= MIN_PAIRS
  }

  /**
   * Returns the visible element with words that precedes a part, or precedes the box that starts with the part; -1 if
   * none exists.
   */
  private headingOf(part: number): number {
    const { parent } = this.tape
    for (let p = part, up = 0; p >= 0 && up <= MAX_BOXES_TO_HEADING; p = parent[p]!, up++) {
      const before = this.cascade.matcher.previous(p)
      if (before < 0) continue
      return this.candidates[before] === 0 && this.textOf(before) !== "" ? before : -1
    }
    return -1
  }

  private textOf(i: number): string {
    this.cascade.looks.take(LOOKS_OF_HEADING)
    const { end, tag, text } = this.tape
    let found = ""
    for (let k = i; k < end[i]! && k < i + MAX_NODES_TO_CONTROL; k++) if (tag[k] === Tags.TEXT) found += text[k]!
    return found.trim()
  }

  private isInNamedBox(i: number): boolean {
    const { parent } = this.tape
    for (let p = parent[i]!, up = 0; p >= 0 && up < MAX_BOXES_TO_NAME; p = parent[p]!, up++) {
      if (questions.test(parted(`${attr(this.tape, p, "class") ?? ""} ${attr(this.tape, p, "id") ?? ""}`))) return true
    }
    return false
  }

  private pairsIn(box: number, part: number, heading: number): number {
    const { end, n, tag } = this.tape
    let before = -1
    let pairs = 0
    let read = 0
    const stop = box < 0 ? n : end[box]!
    for (let k = box + 1; k < stop && read < MAX_CHILDREN_WITH_PAIRS && !this.cascade.isExhausted; k = end[k]!) {
      if (tag[k] === Tags.TEXT) continue
      read++
      this.cascade.looks.take(1)
      if (before >= 0 && this.candidates[k] !== 0 && this.isLike(k, part) && this.isLike(before, heading)) pairs++
      before = k
    }
    return pairs
  }

  private pairsBeside(box: number, part: number, heading: number): number {
    const { end, parent, tag } = this.tape
    const around = parent[box]!
    let boxes = 0
    let read = 0
    for (let k = around + 1; k < end[around]! && read < MAX_CHILDREN_WITH_PAIRS; k = end[k]!) {
      if (tag[k] === Tags.TEXT || !this.isLike(k, box)) continue
      read++
      if (this.pairsIn(k, part, heading) > 0 && ++boxes >= MIN_PAIRS) break
    }
    return boxes
  }

  private isLike(one: number, other: number): boolean {
    const { tape } = this
    return tape.tag[one] === tape.tag[other] && nameOf(tape, one) === nameOf(tape, other) &&
      (attr(tape, one, "class") ?? "") === (attr(tape, other, "class") ?? "")
  }

  private controlsById(): ReadonlyMap<string, number> {
    const found = new Map<string, number>()
    for (let i = 0; i < this.tape.n; i++) {
      if (this.tape.tag[i] === Tags.TEXT) continue
      if (attr(this.tape, i, "aria-expanded") === undefined || attr(this.tape, i, "aria-haspopup") !== undefined) {
        continue
      }
      const id = attr(this.tape, i, "id")
      if (id !== undefined && id !== "" && this.textOf(i) !== "") found.set(id, i)
    }
    return found
  }
}

/** Kinds of evidence that a part can be opened, the cheapest first. */
const kinds: ReadonlyArray<{
  readonly needsScript: boolean
  readonly needsHeading: boolean
  readonly test: (page: Disclosures, pair: Pair) => boolean
}> = [
  // A `<button aria-expanded=false>` precedes the part. Only a script can open it.
  { needsScript: true, needsHeading: true, test: (page, pair) => page.isBelowControl(pair) },
  // The button is `<button aria-expanded=false>Question</button>` before `<div hidden>`, on a page saved without its
  // scripts.
  { needsScript: false, needsHeading: true, test: (page, pair) => page.isBelowButton(pair) },
  // The part is `<div role=region aria-labelledby=button1 hidden>`, on a page saved without its scripts.
  { needsScript: false, needsHeading: false, test: (page, pair) => page.isLabelledByControl(pair) },
  // `$("dt").click(function () { $(this).next().slideToggle() })`
  { needsScript: true, needsHeading: true, test: (page, pair) => page.isOpenedByScript(pair) },
  // FAQPage in JSON-LD or microdata
  { needsScript: false, needsHeading: true, test: (page, pair) => page.isDeclaredAnswer(pair) },
  // `<dl class=faq>` with an external script.
  { needsScript: true, needsHeading: true, test: (page, pair) => page.isOneOfQuestions(pair) }
]
