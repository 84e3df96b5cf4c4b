/**
 * An account of the letters of a page. Each letter ends in the text, or is an artifact by its tag. The layout lost all
 * other letters. Notes, running heads and margin numbers are taken out before.
 */
import { blockOf } from "../layout/blocks.ts"
import { isBullet } from "../layout/bullets.ts"
import type { Element } from "../layout/elements.ts"
import type { Frame } from "../layout/frame.ts"
import { escapeText, inline } from "../layout/inline.ts"
import type { Line } from "../layout/line.ts"

/** Part of the letters of a page that a layout may lose, and letters that it may lose of a page with few. */
const MOST_LOST_SHARE = 0.02
const MOST_LOST_LETTERS = 10

/** The mark of words that are no part of the text. */
const ARTIFACT = -2

/** Letters and digits, by their number. */
export type Letters = ReadonlyMap<string, number>

const isCounted = /[\p{L}\p{N}]/gu

const lettersOf = (texts: Iterable<string>): Letters => {
  const letters = new Map<string, number>()
  for (const text of texts) {
    for (const [letter] of text.normalize("NFKC").matchAll(isCounted)) {
      letters.set(letter, (letters.get(letter) ?? 0) + 1)
    }
  }
  return letters
}

const textsOf = (lines: Iterable<Line>): Array<string> => Array.from(lines, ({ text }) => text)

/** The tags that a layout writes. All other text in angle brackets is text of the page: `<name>` in a manual. */
const ownTags = /<\/?(?:table|tr|td|br|sup|sub)(?: (?:colspan|rowspan)="\d+")*>/g

/** The markdown of an element without tags and addresses of links, which hold no letters of the page. */
const printed = ({ kind, markdown }: Element): string =>
  kind === "code" ? markdown : markdown.replace(ownTags, "").replace(/\]\([^()\s]*\)/g, "")

export interface Ledger {
  /** Letters that are read. */
  readonly read: number
  /** Letters that are in no part of the account. */
  readonly lost: number
}

export interface Account {
  readonly frame: Frame
  /** Lines of the page that are neither notes nor furniture. */
  readonly kept: ReadonlyArray<Line>
  /** What the lines became. */
  readonly elements: ReadonlyArray<Element>
  /** The structure tree said what they are, which leaves artifacts out. */
  readonly isTagged: boolean
}

/** Compares what was read of a page with what became of it. */
export const balance = ({ elements, frame, isTagged, kept }: Account): Ledger => {
  const artifacts = isTagged
    ? kept.flatMap(({ pieces }) => pieces.filter(({ mark }) => mark === ARTIFACT).map(({ text }) => text))
    : []
  // a letter "o" may be a bullet
  const bullets = elements.flatMap((element) =>
    element.kind === "item" && isBullet(`${element.marker} `) ? [element.marker] : []
  )
  const found = lettersOf([...elements.map(printed), ...artifacts, ...bullets])
  let read = 0
  let lost = 0
  for (const [letter, count] of lettersOf([...textsOf(kept), ...frame.turned])) {
    read += count
    lost += Math.max(0, count - (found.get(letter) ?? 0))
  }
  return { read, lost }
}

/** Whether a layout lost more letters than its page can miss. */
export const isShort = ({ lost, read }: Ledger): boolean => lost > Math.max(MOST_LOST_LETTERS, read * MOST_LOST_SHARE)

/** The lines of a page from its top to its foot, without a layout. */
export const plain = (frame: Frame, lines: ReadonlyArray<Line>): Array<Element> => {
  const paragraph = (lines: ReadonlyArray<Line>, markdown: string, text: string): Element => ({
    kind: "paragraph",
    markdown,
    text,
    block: lines.length === 0
      ? { x0: 0, x1: 0, y0: 0, y1: 0, lines: [], table: undefined, index: Infinity }
      : blockOf(lines),
    // a caption is joined to no other paragraph
    caption: true
  })
  return [
    ...[...lines].sort((a, b) => a.y - b.y || a.x0 - b.x0).map((line) => paragraph([line], inline([line]), line.text)),
    ...frame.turned.map((text) => paragraph([], escapeText(text), text))
  ]
}
