/**
 * Finds controls that reveal content: tabs, headings of answers, links to a part of the page. Also finds the parts that
 * they reference.
 *
 * @since 0.2.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attr, attrValue, nameOf, type Tape } from "../tape/tape.ts"
import type { Cascade } from "./cascade.ts"

/** Maximum number of elements between a part and its control before it. */
const MAX_ELEMENTS_BEFORE_CONTROL = 3

const opening =
  /(?:^|[\s_-])(?:tabs?|tabpanel|pane|panel|accordion|collaps\w*|content|body|faq|answer|toggle\w*|drawer|more|expand\w*|slides?|slider|carousel|step|testimonial|details|spoiler|dropdown|submenu|hidden-text|read-?more)(?=$|[\s_-])/i

const control =
  /(?:^|[\s_-])(?:title|head(?:er|ing)?|toggle\w*|trigger|question|button|btn|tab|label|handle|more|expand\w*|switch|opener)(?=$|[\s_-])/i

const MAX_REFERENCE_CHARACTERS = 200

export const parted = (names: string): string => names.replace(/([a-z])([A-Z])/g, "$1-$2")

/** Ids that controls reference. */
interface References {
  /** Ids of parts that only a script can open. */
  readonly byScript: ReadonlySet<string>
  /** Ids of elements that a browser opens natively, and ids referenced by a button (ARIA disclosure pattern). */
  readonly byBrowser: ReadonlySet<string>
}

export class Controls {
  private readonly tape: Tape
  private readonly cascade: Cascade
  private foundReferences: References | undefined
  private foundTabs: ReadonlyArray<number> | undefined

  constructor(tape: Tape, cascade: Cascade) {
    this.tape = tape
    this.cascade = cascade
  }

  get references(): References {
    return this.foundReferences ??= referencesOf(this.tape)
  }

  tabsWithin(i: number): number {
    const stop = this.tape.end[i]!
    return (this.foundTabs ??= tabsOf(this.tape)).filter((one) => one > i && one < stop).length
  }

  opens(i: number): boolean {
    const { parent } = this.tape
    if (!opening.test(parted(`${attr(this.tape, i, "class") ?? ""} ${attr(this.tape, i, "id") ?? ""}`))) return false
    if (this.followsControl(i)) return true
    const around = parent[i]!
    return around >= 0 && this.followsControl(around)
  }

  private followsControl(i: number): boolean {
    const { end, parent, tag } = this.tape
    const around = parent[i]!
    let seen = 0
    const before: Array<number> = []
    for (let k = around < 0 ? 0 : around + 1; k < i && !this.cascade.isExhausted; k = end[k]!) {
      this.cascade.looks.take(1)
      if (tag[k] !== Tags.TEXT) before.push(k)
    }
    for (let at = before.length - 1; at >= 0 && seen < MAX_ELEMENTS_BEFORE_CONTROL; at--, seen++) {
      if (this.isControl(before[at]!)) return true
    }
    return false
  }

  private isControl(i: number): boolean {
    const { tape } = this
    const stop = Math.min(tape.end[i]!, i + 12)
    for (let k = i; k < stop; k++) {
      switch (tape.tag[k]) {
        case Tags.TEXT:
          continue
        case Tags.BUTTON:
        case Tags.SUMMARY:
        case Tags.LABEL:
          return true
        case Tags.A:
          if (/^(?:$|#|javascript:)/i.test(attr(tape, k, "href") ?? "")) return true
          break
        default:
          break
      }
      if (
        attr(tape, k, "aria-expanded") !== undefined || attr(tape, k, "tabindex") === "0" ||
        /^(?:button|tab)$/.test(attr(tape, k, "role") ?? "")
      ) {
        return true
      }
    }
    return control.test(parted(attr(tape, i, "class") ?? ""))
  }
}

const tabsOf = (tape: Tape): ReadonlyArray<number> => {
  const tabs: Array<number> = []
  for (let i = 0; i < tape.n; i++) if (tape.tag[i] !== Tags.TEXT && attr(tape, i, "role") === "tab") tabs.push(i)
  return tabs
}

/** Attributes with which the button of an accordion names its part. */
const disclosing: ReadonlySet<string> = new Set(["aria-controls", "data-target", "data-bs-target"])

export const isDisclosureButton = (tape: Tape, i: number): boolean =>
  (tape.tag[i] === Tags.BUTTON || attr(tape, i, "role") === "button") &&
  attr(tape, i, "aria-expanded") !== undefined && attr(tape, i, "aria-haspopup") === undefined

const referencesOf = (tape: Tape): References => {
  const byScript = new Set<string>()
  const byBrowser = new Set<string>()
  const { attrs, attrsAt, n, names } = tape
  const refers = names.map((name) =>
    /^(?:href|popovertarget|commandfor|aria-controls)$|^data-/.test(name) ? name : undefined
  )
  for (let i = 0; i < n; i++) {
    for (let k = attrsAt[i]!; k < attrsAt[i + 1]!; k++) {
      const name = refers[attrs[Attributes.WIDTH * k]!]
      if (name === undefined) continue
      if (name === "href" && isElsewhere(tape, k)) continue
      if (name === "popovertarget" || name === "commandfor") byBrowser.add(attrValue(tape, k))
      else {
        const value = attrValue(tape, k)
        if (value.length > MAX_REFERENCE_CHARACTERS || name === "href" && !value.startsWith("#") || !hasText(tape, i)) {
          continue
        }
        // A page that was saved without its scripts still has its questions and their buttons.
        const isDisclosure = disclosing.has(name) && isDisclosureButton(tape, i)
        for (const word of value.split(/\s+/)) {
          if (isDisclosure) byBrowser.add(word.startsWith("#") ? word.slice(1) : word)
          if (word.startsWith("#")) byScript.add(word.slice(1))
          else if (name === "aria-controls" || /target|toggle|tab|panel|for|id$/.test(name)) byScript.add(word)
        }
      }
    }
  }
  byScript.delete("")
  byBrowser.delete("")
  return { byScript, byBrowser }
}

/** Returns whether a URL leads to another page, as nearly all do. The entities of the URL are not decoded. */
const isElsewhere = ({ attrs, source }: Tape, k: number): boolean => {
  const code = source.charCodeAt(attrs[Attributes.WIDTH * k + 1]!)
  return code !== HASH && code !== AMPERSAND
}

const HASH = 0x23
const AMPERSAND = 0x26

const hasText = (tape: Tape, i: number): boolean => {
  if (attr(tape, i, "aria-label") !== undefined || nameOf(tape, i) === "input") return true
  for (let k = i + 1; k < tape.end[i]! && k < i + 20; k++) {
    if (tape.tag[k] === Tags.TEXT && tape.text[k]!.trim() !== "" || tape.tag[k] === Tags.IMG) return true
  }
  return false
}
