/**
 * Counts the letters of a page by class, such as text, note or page number. A letter without a class was lost by the
 * layout.
 */
import { blockOf } from "../layout/blocks.ts"
import { isBullet } from "../layout/bullets.ts"
import type { Element } from "../layout/elements.ts"
import type { Frame } from "../layout/frame.ts"
import { escapeText, inline } from "../layout/inline.ts"
import { Letters } from "../layout/letters.ts"
import type { Line } from "../layout/line.ts"

const MAX_LOST_SHARE = 0.02
const MAX_LOST_LETTERS = 10

/** Mark of words that the document declares as not part of the text. */
const ARTIFACT = -2

/** Sign that is written for a letter "o" that is a bullet. */
const DRAWN_O = "◦"

export type Fate =
  | "text"
  | "note"
  | "running-head"
  | "page-number"
  | "line-number"
  | "browser-print"
  | "artifact"
  /** `turned` counts the letters of lines in other directions with one or two letters, such as axis labels. */
  | "turned"
  | "lost"

export type Omitted = Extract<Fate, "browser-print" | "line-number" | "page-number" | "running-head">

export type Ledger = ReadonlyMap<Fate, number>

/**
 * Matches code, and syntax that the layout writes: tags, link URLs and entities. Escaped tags belong to the page,
 * such as `<br>` in a manual, and so do brackets in code, such as `["float"](NaN)`.
 */
const codeOrSyntax =
  /(?<!\\)`[^`\n]*`|(?<!\\)<\/?(?:table|tr|td|br|sup|sub)(?: (?:colspan|rowspan)="\d+")*>|(?<!\\)\]\([^()\s]*\)|&(?:amp|lt);/g

const withoutSyntax = (markdown: string): string =>
  markdown.replace(codeOrSyntax, (found) => found.startsWith("`") ? found : "")

const printed = ({ kind, markdown }: Element): string => kind === "code" ? markdown : withoutSyntax(markdown)

export interface Account {
  readonly frame: Frame
  readonly body: ReadonlyArray<Line>
  readonly elements: ReadonlyArray<Element>
  readonly omitted: ReadonlyMap<Line, Omitted>
  readonly notes: ReadonlyArray<string>
  readonly isTagged: boolean
}

export const balance = ({ elements, frame, isTagged, body, notes, omitted }: Account): Ledger => {
  const ledger = new Map<Fate, number>()
  const accounted = new Letters()
  const enter = (fate: Fate, texts: Iterable<string>) => {
    const before = accounted.total
    for (const text of texts) accounted.add(text)
    const letters = accounted.total - before
    if (letters > 0) ledger.set(fate, (ledger.get(fate) ?? 0) + letters)
  }
  for (const [line, reason] of omitted) enter(reason, [line.text])
  enter("turned", frame.specks)
  enter("note", notes.map(withoutSyntax))
  if (isTagged) {
    enter(
      "artifact",
      body.flatMap(({ pieces }) => pieces.filter(({ mark }) => mark === ARTIFACT).map(({ text }) => text))
    )
  }
  const others = accounted.total
  for (const element of elements) {
    accounted.add(printed(element))
    // A letter "o" that is a bullet is written as another sign.
    if (element.kind === "item" && isBullet(`${element.marker} `)) accounted.add(element.marker)
  }
  for (const { pieces } of body) for (const { text } of pieces) if (text === DRAWN_O) accounted.add("o")
  const lost = frame.letters.missingIn(accounted)
  const text = Math.max(0, frame.letters.total - others - lost)
  if (text > 0) ledger.set("text", text)
  if (lost > 0) ledger.set("lost", lost)
  return ledger
}

export const lostOf = (ledger: Ledger): number => ledger.get("lost") ?? 0

const readOf = (ledger: Ledger): number => [...ledger.values()].reduce((sum, letters) => sum + letters, 0)

export const isShort = (ledger: Ledger): boolean =>
  lostOf(ledger) > Math.max(MAX_LOST_LETTERS, readOf(ledger) * MAX_LOST_SHARE)

/** Writes the lines from top to bottom, without layout analysis. */
export const plain = (frame: Frame, lines: ReadonlyArray<Line>): Array<Element> => {
  const paragraph = (lines: ReadonlyArray<Line>, markdown: string, text: string): Element => ({
    kind: "paragraph",
    markdown,
    text,
    block: lines.length === 0
      ? { x0: 0, x1: 0, y0: 0, y1: 0, lines: [], table: undefined, index: Infinity }
      : blockOf(lines),
    // Caption paragraphs are never joined to other paragraphs.
    caption: true
  })
  return [
    ...[...lines].sort((a, b) => a.y - b.y || a.x0 - b.x0).map((line) => paragraph([line], inline([line]), line.text)),
    ...frame.turned.map((text) => paragraph([], escapeText(text), text))
  ]
}
