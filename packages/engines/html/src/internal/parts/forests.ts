/**
 * Finds the elements that the styles of shadow trees hide. A page's style sheets do not apply to its shadow trees, or
 * vice versa, so these are read separately. Trees with equal style sheets are read together.
 *
 * @since 0.3.0
 */
import * as Attributes from "../tape/attributes.ts"
import * as Tags from "../tape/tags.ts"
import { attr, nameOf, type Tape } from "../tape/tape.ts"
import { type Concealed, concealedIn, type Part } from "../visibility/concealed.ts"
import { Looks } from "../visibility/looks.ts"
import { Scripts } from "../visibility/scripts.ts"
import { slotNameOf } from "../visibility/shadowTrees.ts"

/** Limit for style sheets of shadow trees. Design systems have one per kind of element. */
const MAX_SHEETS_OF_TREES = 500

const bracket = "\\(((?:[^()]|\\([^()]*\\))*)\\)"
const hostWithin = new RegExp(`:host-context${bracket}`, "g")
const hostLike = new RegExp(`:host${bracket}`, "g")

const rooted = (sheet: string): string =>
  sheet.includes(":host")
    ? sheet.replace(hostWithin, ":not(*)").replace(hostLike, ":root:is($1)").replaceAll(":host", ":root")
    : sheet

const comments = /\/\*[^]*?\*\//g
const slottedLike = new RegExp(`::slotted${bracket}`, "g")
const slotSelector = new RegExp(`(^|[\\s>+~])${slottedLike.source}`, "g")

/** Converts selectors of slotted elements: `b, .a ::slotted(p)` becomes `.a slot>:is(p)`. */
const ofSlotted = (selectors: string): string =>
  selectors.split(/,(?![^(]*\))/).map((selector) => selector.trim()).filter((selector) =>
    selector.includes("::slotted(")
  )
    .map((selector) => selector.replace(slotSelector, "$1slot>:is($2)").replace(slottedLike, ">:is($1)")).join()

/** Returns the rules of a tree's style sheet for slotted elements. No other rule applies to children of the host. */
const slottedRules = (sheet: string): string =>
  sheet.replace(comments, "").replace(
    /([^{};]*)\{([^{}]*)\}/g,
    (_, selectors: string, declarations: string) =>
      selectors.includes("::slotted(") ? `${ofSlotted(selectors)}{${declarations}}` : ""
  )

/** Reasons for hiding a slotted element that come from the page, not from the tree. */
const reasonsOfPage = new Set(["hidden", "fallback"])
/** Reasons that depend on the background, which the page may set. */
const reasonsOfColor = new Set(["color", "-webkit-text-fill-color"])

const setsColors = /(?<![\w-])(?:background|color|-webkit-text-fill-color)/i

/**
 * Returns whether a page sets colours outside of its shadow trees. Then the colours of slotted elements are unknown.
 */
const mayColor = (page: Tape): boolean => {
  for (let i = 0; i < page.n; i++) {
    const id = page.tag[i]!
    if (id === Tags.TEMPLATE) i = page.end[i]! - 1
    else if (id === Tags.STYLE) {
      if (page.end[i]! > i + 1 && setsColors.test(page.text[i + 1]!)) return true
    } else if (id === Tags.LINK && /stylesheet/i.test(attr(page, i, "rel") ?? "")) return true
    else if (setsColors.test(attr(page, i, "style") ?? "") || attr(page, i, "bgcolor") !== undefined) return true
  }
  return false
}

const partLike = /::part\(\s*([\w-]+)\s*\)/g

const partRules = (sheet: string): string => {
  let rules = ""
  for (const [, selectors = "", declarations = ""] of sheet.replace(comments, "").matchAll(/([^{};]*)\{([^{}]*)\}/g)) {
    for (const [, name] of selectors.matchAll(partLike)) {
      const part = `[part~=${name}]`
      // The selector is repeated, so that it takes precedence over the tree's selectors.
      rules += `${part}${part}${part}${part}{${declarations}}`
    }
  }
  return rules
}

const sheetOfParts = ({ end, n, tag, text }: Tape): number => {
  for (let i = 0; i < n; i++) {
    if (tag[i] === Tags.TEMPLATE) i = end[i]! - 1
    else if (tag[i] === Tags.STYLE && end[i]! > i + 1 && text[i + 1]!.includes("::part(")) return i
  }
  return -1
}

/**
 * Hosts are siblings, each with its shadow tree. For the rules of `::slotted`, each slot gets a copy of its slotted
 * elements, each with one text.
 */
class Forest {
  private readonly page: Tape
  private readonly letters: Int32Array
  private readonly roots: ReadonlySet<number>
  private readonly hasSheets: boolean
  private readonly asksForHosts: boolean
  private readonly isOfSlotted: boolean
  /** Whether neither the page nor the tree sets backgrounds. */
  private readonly hasKnownColors: boolean
  private readonly parent: Array<number> = []
  private readonly text: Array<string> = []
  private readonly attrs: Array<number> = []
  private readonly attrsAt: Array<number> = [0]
  private readonly lettersBefore: Array<number> = [0]
  private readonly unknown = new Map<number, string>()
  private readonly at: Array<number> = []
  private readonly copies = new Set<number>()

  constructor(
    page: Tape,
    letters: Int32Array,
    roots: ReadonlySet<number>,
    sheets: string | undefined,
    isOfSlotted = false
  ) {
    this.page = page
    this.letters = letters
    this.roots = roots
    this.hasSheets = sheets !== undefined
    this.isOfSlotted = isOfSlotted
    this.asksForHosts = sheets?.includes(":host(") === true
    this.hasKnownColors = isOfSlotted && !/background/i.test(sheets ?? "") && !mayColor(page)
  }

  add(root: number): void {
    const { letters, page, page: { end, parent, tag, text } } = this
    // The style sheets of the first tree apply to all trees.
    const isFirst = this.at.length === 0
    const made = new Map<number, number>([[root, this.push(parent[root]!, -1, "", 0)]])
    const slotted = this.lettersBySlot(root)
    let silent = 0
    const parts = isFirst && !this.isOfSlotted ? sheetOfParts(page) : -1
    for (let i = root + 1; i < end[root]!; i++) {
      const around = made.get(parent[i]!)!
      if (tag[i] === Tags.TEXT) {
        const isSheet = tag[parent[i]!] === Tags.STYLE
        this.push(i, around, isSheet ? this.sheet(text[i]!) : text[i]!, i < silent ? 0 : letters[i + 1]! - letters[i]!)
        continue
      }
      const isApart = tag[i] === Tags.TEMPLATE
      const slot = nameOf(page, i) === "slot" ? attr(page, i, "name") ?? "" : undefined
      const elsewhere = isApart && this.roots.has(i)
        ? letters[end[i]!]! - letters[i]!
        : slot === undefined
        ? 0
        : this.isOfSlotted
        ? 0
        : slotted.get(slot) ?? 0
      const own = this.push(i, around, "", elsewhere)
      made.set(i, own)
      // The first slot with a name gets the children assigned to that name.
      if (slot !== undefined && slotted.delete(slot) && this.isOfSlotted) this.copySlotted(root, slot, own)
      if (isApart || tag[i] === Tags.STYLE && !(isFirst && this.hasSheets)) i = end[i]! - 1
      else if (Tags.is(tag[i]!, Tags.INVISIBLE)) silent = Math.max(silent, end[i]!)
    }
    if (parts < 0) return
    const sheet = this.push(parts, made.get(root)!, "", 0)
    this.push(parts + 1, sheet, partRules(text[parts + 1]!), 0)
  }

  private sheet(text: string): string {
    return this.isOfSlotted ? slottedRules(rooted(text)) : rooted(text)
  }

  private copySlotted(root: number, slot: string, parent: number): void {
    const { letters, page } = this
    const host = page.parent[root]!
    for (let i = host + 1; i < page.end[host]!; i = page.end[i]!) {
      if (i === root || page.tag[i] === Tags.TEXT || slotNameOf(page, i) !== slot) continue
      const own = this.push(i, parent, "", 0, true)
      this.copies.add(own)
      let k = i + 1
      while (k < page.end[i]! && !(page.tag[k] === Tags.TEXT && letters[k + 1]! > letters[k]!)) k++
      if (k < page.end[i]!) this.push(k, own, page.text[k]!, letters[page.end[i]!]! - letters[i]!)
    }
  }

  private lettersBySlot(root: number): Map<string, number> {
    const { letters, page } = this
    const host = page.parent[root]!
    const bySlot = new Map<string, number>()
    for (let i = host + 1; i < page.end[host]!; i = page.end[i]!) {
      if (i === root) continue
      const name = slotNameOf(page, i)
      bySlot.set(name, (bySlot.get(name) ?? 0) + letters[page.end[i]!]! - letters[i]!)
    }
    return bySlot
  }

  private push(i: number, parent: number, text: string, letters: number, isCopy = false): number {
    const { attrs, attrsAt, unknown } = this.page
    const made = this.at.push(i) - 1
    const isHost = parent < 0
    this.parent.push(parent)
    this.text.push(text)
    const stop = isHost && !this.asksForHosts ? 0 : attrsAt[i + 1]!
    for (let k = attrsAt[i]!; k < stop; k++) {
      // The `style` attributes of a host and its children belong to the page, not to the tree.
      if ((isHost || isCopy) && attrs[Attributes.WIDTH * k] === Attributes.STYLE) continue
      for (let j = 0; j < Attributes.WIDTH; j++) this.attrs.push(attrs[Attributes.WIDTH * k + j]!)
    }
    this.attrsAt.push(this.attrs.length / Attributes.WIDTH)
    if (isHost) this.unknown.set(made, "")
    else if (unknown.has(i)) this.unknown.set(made, unknown.get(i)!)
    this.lettersBefore.push(this.lettersBefore[made]! + letters)
    return made
  }

  read(part: Part, { opened, revealed, why }: FoundInTrees): void {
    const { at, page, parent } = this
    const n = at.length
    const end = new Int32Array(n)
    for (let i = n - 1; i >= 0; i--) {
      end[i] = Math.max(end[i]!, i + 1)
      if (parent[i]! >= 0) end[parent[i]!] = Math.max(end[parent[i]!]!, end[i]!)
    }
    const tape: Tape = {
      n,
      tag: Uint16Array.from(at, (i, k) => parent[k]! < 0 ? Tags.UNKNOWN : page.tag[i]!),
      parent: Int32Array.from(parent),
      end,
      text: this.text,
      textAt: new Int32Array(n).fill(-1),
      attrsAt: Int32Array.from(this.attrsAt),
      attrs: Int32Array.from(this.attrs),
      names: page.names,
      source: page.source,
      unknown: this.unknown,
      truncated: false
    }
    const found: Concealed = concealedIn(tape, { ...part, letters: Int32Array.from(this.lettersBefore) })
    if (this.isOfSlotted) {
      for (const i of this.copies) {
        const reason = found.why.get(i) ?? (parent[i + 1] === i ? found.why.get(i + 1) : undefined)
        if (reason === undefined || reasonsOfPage.has(reason)) continue
        if (this.hasKnownColors || !reasonsOfColor.has(reason)) why.set(at[i]!, reason)
      }
      return
    }
    for (const [i, reason] of found.why) why.set(at[i]!, reason)
    for (const i of found.opened) opened.add(at[i]!)
    for (const i of found.revealed) revealed.add(at[i]!)
  }
}

const sheetsOf = ({ end, tag, text }: Tape, root: number): string => {
  let sheets = ""
  for (let i = root + 1; i < end[root]!; i++) {
    if (tag[i] === Tags.TEMPLATE) i = end[i]! - 1
    else if (tag[i] === Tags.STYLE && end[i]! > i + 1) sheets += `${text[i + 1]}\n`
  }
  return sheets
}

interface FoundInTrees {
  readonly why: Map<number, string>
  readonly opened: Set<number>
  readonly revealed: Set<number>
}

export const concealedInTrees = (
  page: Tape,
  roots: ReadonlyArray<number>,
  letters: Int32Array
): FoundInTrees => {
  const forests = new Map<string | undefined, Forest>()
  const all = new Set(roots)
  for (const root of roots) {
    const sheets = sheetsOf(page, root)
    // If too many trees have style sheets, further style sheets are ignored. Then only elements themselves can hide
    // text.
    const key = forests.has(sheets) || forests.size < MAX_SHEETS_OF_TREES ? sheets : undefined
    let forest = forests.get(key)
    if (forest === undefined) forests.set(key, forest = new Forest(page, letters, all, key))
    forest.add(root)
    if (key?.includes("::slotted(") !== true) continue
    let ofSlotted = forests.get(`${key}::slotted`)
    if (ofSlotted === undefined) forests.set(`${key}::slotted`, ofSlotted = new Forest(page, letters, all, key, true))
    ofSlotted.add(root)
  }
  const found: FoundInTrees = { why: new Map(), opened: new Set(), revealed: new Set() }
  const part: Part = { total: letters[page.n]!, scripts: new Scripts(page), looks: new Looks() }
  for (const forest of forests.values()) forest.read(part, found)
  return found
}
