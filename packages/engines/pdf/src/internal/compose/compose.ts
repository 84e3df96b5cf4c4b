/**
 * Converts pages to markdown. Removes headers and footers, joins paragraphs across page breaks, and sets heading
 * levels.
 */
import { code, type Element, leftOf, type Style } from "../layout/elements.ts"
import type { Frame } from "../layout/frame.ts"
import * as Hyphens from "../layout/hyphens.ts"
import { junction } from "../layout/inline.ts"
import { type Layout, layout, toElements } from "../layout/layout.ts"
import * as Furniture from "./furniture.ts"
import { setLevels } from "./headings.ts"
import { join, runsOn } from "./joining.ts"
import * as Ledger from "./ledger.ts"
import * as Notes from "./notes.ts"
import { fence, type Placed, printAll } from "./printing.ts"
import { count, empty, sameStyle, styleOf } from "./statistics.ts"

export interface ComposedPage {
  readonly number: number
  readonly markdown: string
  readonly placed?: ReadonlyArray<Placed>
  readonly notes: string
  /** A space if a sentence continues from the previous page; otherwise empty. */
  readonly glue: string
  /** Characters to remove from the end of the previous page, such as the hyphen of a broken word. */
  readonly cut: number
  /** Characters to omit at the start of this page, because they repeat the header of a table. */
  readonly skip: number
  readonly letters?: ReadonlyArray<readonly [fate: Ledger.Fate, letters: number]>
  /** Letters that the layout lost, if there are too many. The page is then written line by line. */
  readonly lost?: number
}

/**
 * Returns how a table continues on the next page. Its repeated header is omitted, but a different first row stays a
 * row.
 */
const continuation = (before: string, after: string): { readonly glue: string; readonly skip: number } | undefined => {
  if (!before.startsWith("|") || !after.startsWith("|")) return undefined
  const [head, separator] = before.split("\n", 2)
  const [first, second] = after.split("\n", 2)
  if (separator !== second || first === undefined || second === undefined) return undefined
  const skip = Math.min(after.length, first.length + second.length + 2)
  const rest = skip < after.length ? "\n" : ""
  return head === first ? { glue: rest, skip } : { glue: `\n${first}${rest}`, skip }
}

export interface Draft {
  readonly sheet: Furniture.Sheet
  readonly notes: Array<Notes.Note>
  layout: Layout | undefined
  composed: { readonly layout: Layout; readonly style: Style; readonly elements: ReadonlyArray<Element> } | undefined
  /** Number of letters per class. If the page is written line by line, it includes the letters that the layout lost. */
  ledger: Ledger.Ledger
  lost: number
}

export interface Composer {
  readonly add: (frame: Frame) => Draft
  readonly draft: (draft: Draft) => ComposedPage
  readonly settle: (
    drafts: ReadonlyArray<Draft>,
    before: Element | undefined
  ) => { readonly pages: Array<ComposedPage>; readonly last: Element | undefined }
}

export const make = (outline: ReadonlyMap<string, number>): Composer => {
  const statistics = empty(outline)
  const furniture = Furniture.make()
  const label = Notes.labels()
  const elementsOf = (drafts: ReadonlyArray<Draft>, settled: boolean): Array<Array<Element>> => {
    const style = styleOf(statistics)
    const elements = drafts.map((draft) => {
      const { frame } = draft.sheet
      const { body, omitted } = furniture.strip(draft.sheet)
      const known = draft.layout = layout(frame, body, draft.layout)
      if (draft.composed?.layout !== known || !sameStyle(draft.composed.style, style)) {
        const laidOut = join(toElements(frame, known, style))
        const account = { frame, body: known.lines, omitted, notes: draft.notes.map(Notes.print) }
        const isTagged = known.treeElements !== undefined
        draft.ledger = Ledger.balance({ ...account, elements: laidOut, isTagged })
        draft.lost = Ledger.isShort(draft.ledger) ? Ledger.lostOf(draft.ledger) : 0
        const elements = draft.lost === 0 ? laidOut : Ledger.plain(frame, known.lines)
        if (draft.lost > 0) draft.ledger = Ledger.balance({ ...account, elements, isTagged: false })
        draft.composed = { layout: known, style, elements }
      }
      // Levels and table headers are written into the elements, so the elements are copied.
      return draft.composed.elements.map((element) => ({ ...element }))
    })
    setLevels(elements, statistics, settled)
    return elements
  }
  return {
    add: (frame) => {
      count(statistics, frame)
      Hyphens.collect(frame.lines, statistics.hyphenated)
      Hyphens.keep(frame.lines, statistics.hyphenated)
      const { lines, notes } = Notes.takeNotes(frame, label)
      return {
        sheet: furniture.see(frame, lines),
        notes,
        layout: undefined,
        composed: undefined,
        ledger: new Map(),
        lost: 0
      }
    },
    draft: (draft) => connect([draft], elementsOf([draft], false), undefined).pages[0]!,
    settle: (drafts, before) => {
      const elements = elementsOf(drafts, true)
      return tieEndnotes(drafts, elements, label)
        ? connect(drafts, elementsOf(drafts, true).map(withoutEndnotes), before)
        : connect(drafts, elements, before)
    }
  }
}

/** Returns whether an element is an endnote of a web page: it ends with a link back to its mark. */
const isEndnote = (element: Element): element is Extract<Element, { kind: "item" }> =>
  element.kind === "item" && /^\d{1,3}\.$/.test(element.marker) && /\u21a9\ufe0e?$/.test(element.text)

const withoutEndnotes = (elements: ReadonlyArray<Element>): Array<Element> =>
  elements.filter((element) => !isEndnote(element))

/** Ties the notes at the end to their marks. Returns false unless the text references each note. */
const tieEndnotes = (
  drafts: ReadonlyArray<Draft>,
  elements: ReadonlyArray<ReadonlyArray<Element>>,
  label: Notes.Label
): boolean => {
  const known = new Map<string, { readonly draft: Draft; readonly markdown: string }>()
  elements.forEach((parts, k) => {
    for (const element of parts) {
      if (!isEndnote(element)) continue
      const markdown = element.markdown.replace(/^\d+\.\s*/, "").replace(/\s*\u21a9\ufe0e?/, "")
      known.set(element.marker.slice(0, -1), { draft: drafts[k]!, markdown })
    }
  })
  if (known.size === 0) return false
  const references = drafts.flatMap(({ sheet }) => [...Notes.raised(sheet.lines).keys()])
  const wanted = new Set(references.flatMap((piece) => piece.text.split(",")))
  if (![...known.keys()].every((mark) => wanted.has(mark))) return false
  const name = (mark: string) => label(mark, known.get(mark)!.draft.sheet.frame.number)
  for (const piece of references) Notes.tie(piece, known, name, new Set())
  for (const [mark, { draft, markdown }] of known) draft.notes.push({ label: name(mark), markdown })
  // The layout of the drafts is computed again, because the notes are now known.
  for (const draft of drafts) draft.layout = undefined
  return true
}

const continueCode = (before: Element | undefined, parts: ReadonlyArray<Element>): ReadonlyArray<Element> => {
  const [first] = parts
  if (before?.kind !== "code" || first?.kind !== "code") return parts
  return [code(first.lines, Math.min(leftOf(before.lines), leftOf(first.lines))), ...parts.slice(1)]
}

const connect = (
  drafts: ReadonlyArray<Draft>,
  elements: ReadonlyArray<ReadonlyArray<Element>>,
  before: Element | undefined
) => {
  let last = before
  const pages = elements.map((found, k): ComposedPage => {
    const parts = continueCode(last, found)
    const { markdown, placed } = printAll(parts)
    let glue = "\n\n"
    let cut = 0
    let skip = 0
    const first = parts[0]
    if (last !== undefined && first !== undefined) {
      if (runsOn(last, first)) {
        const joint = junction("text" in last ? last.text : "", first.text)
        cut = joint.cut
        glue = joint.space ? " " : ""
      } else if (last.kind === "item" && first.kind === "item") glue = "\n"
      else if (last.kind === "code" && first.kind === "code" && fence(last.markdown) === fence(first.markdown)) {
        glue = "\n"
        cut = skip = fence(first.markdown).length + 1
      } else if (last.kind === "table" && first.kind === "table") {
        const head = continuation(last.head ?? last.markdown, first.markdown)
        if (head !== undefined) {
          glue = head.glue
          skip = head.skip
          if (parts.length === 1) first.head = last.head ?? last.markdown
        }
      }
    }
    last = parts.at(-1) ?? last
    const notes = drafts[k]!.notes.map(Notes.print).join("\n")
    const { ledger, lost, sheet } = drafts[k]!
    const letters = [...ledger]
    return {
      number: sheet.frame.number,
      markdown,
      placed,
      notes,
      glue,
      cut,
      skip,
      letters,
      ...(lost === 0 ? {} : { lost })
    }
  })
  return { pages, last }
}
