/** Joins paragraphs, code and titles that a column, page, blank line or line break splits. */
import type { Block } from "../layout/blocks.ts"
import { code, type Element } from "../layout/elements.ts"
import { junction } from "../layout/inline.ts"
import type { Line } from "../layout/line.ts"
import { SAME_SIZE_POINTS, SMALLER_TO_BODY_SIZE_RATIO, TEXT_LEAD } from "../layout/measures.ts"
import { median } from "../page/geometry.ts"

export const runsOn = (before: Element | undefined, after: Element | undefined): boolean =>
  before !== undefined && after !== undefined &&
  (before.kind === "paragraph" && !before.caption || before.kind === "item") &&
  after.kind === "paragraph" && !after.caption && before.block !== after.block &&
  /[\p{Ll},;\-\u00ad]$/u.test(before.text) &&
  /^\p{Ll}/u.test(after.text)

const joinCode = (elements: ReadonlyArray<Element>): Array<Element> => {
  const joined: Array<Element> = []
  for (let from = 0; from < elements.length;) {
    let to = from
    const lines: Array<Line> = []
    for (let part = elements[to]; part?.kind === "code"; part = elements[++to]) {
      for (const line of part.lines) lines.push(line)
    }
    joined.push(to > from + 1 ? code(lines) : elements[from]!)
    from = Math.max(to, from + 1)
  }
  return joined
}

const sizeOf = (element: Element | undefined): number =>
  element?.kind === "paragraph" ? median(element.block.lines.map((line) => line.size)) : 0

const MAX_ELEMENTS_BETWEEN_HALVES = 6

const WORDS_BETWEEN = 3

const HALF_TITLE = 60

/**
 * Returns whether an element may interrupt a paragraph: a table, or text smaller than the body. A formula may not,
 * because it is part of its sentence.
 */
const standsBetween = (element: Element, size: number): boolean =>
  element.kind === "table" ||
  sizeOf(element) > 0 && sizeOf(element) < size * SMALLER_TO_BODY_SIZE_RATIO &&
    (element.text.match(/\p{L}{3}/gu)?.length ?? 0) > WORDS_BETWEEN

/** Moves figures, small print and tables that interrupt a paragraph after it. */
const closeGaps = (elements: ReadonlyArray<Element>): ReadonlyArray<Element> => {
  const order = [...elements]
  for (let k = 0; k < order.length - 2; k++) {
    const half = order[k]!
    if (half.kind !== "paragraph" || !/[\p{Ll},-]$/u.test(half.text)) continue
    const size = sizeOf(half)
    let next = k + 1
    while (next < order.length && next - k <= MAX_ELEMENTS_BETWEEN_HALVES && standsBetween(order[next]!, size)) next++
    if (next === k + 1 || Math.abs(sizeOf(order[next]) - size) > SAME_SIZE_POINTS || !runsOn(half, order[next])) {
      continue
    }
    const other = order[next]!
    order.copyWithin(k + 2, k + 1, next)
    order[k + 1] = other
  }
  return order
}

const MIN_TITLES = 3

type Heading = Extract<Element, { kind: "heading" }>

const titleNumber = /^(\d{1,2})[.)]?\s/

const numberOf = (element: Element | undefined): number | undefined => {
  const number = element?.kind === "heading" && element.block !== undefined && element.depth === 1
    ? titleNumber.exec(element.text)?.[1]
    : undefined
  return number === undefined ? undefined : Number(number)
}

const toItem = ({ block, markdown, text }: Heading & { readonly block: Block }): Element => ({
  kind: "item",
  markdown,
  text,
  marker: `${titleNumber.exec(text)![1]}.`,
  x: block.x0,
  block
})

/** Converts consecutive numbered titles without text between them to a list, such as contents or steps. */
const listTitles = (elements: ReadonlyArray<Element>): ReadonlyArray<Element> => {
  const listed = [...elements]
  for (let from = 0; from < listed.length;) {
    let to = from + 1
    while (to < listed.length && numberOf(listed[to]) === (numberOf(listed[to - 1]) ?? NaN) + 1) to++
    if (to - from >= MIN_TITLES) {
      for (let k = from; k < to; k++) listed[k] = toItem(listed[k] as Heading & { readonly block: Block })
    }
    from = to
  }
  return listed
}

/** Matches a title of several words, unlike a name in code such as "maxAge". */
const severalWords = /^\p{Ll}+\s\S+\s\S/u

const areClose = (title: Heading, next: Heading): boolean => {
  if (title.block === undefined || next.block === undefined) return true
  const down = next.block.lines[0]!.y - title.block.lines.at(-1)!.y
  return down > 0 && down < title.size * TEXT_LEAD
}

export const join = (elements: ReadonlyArray<Element>): Array<Element> => {
  const joined: Array<Element> = []
  for (const element of closeGaps(joinCode(listTitles(elements)))) {
    const before = joined.at(-1)
    if (before !== undefined && before.kind === "paragraph" && runsOn(before, element)) {
      const { cut, space } = junction(before.text, element.text)
      const glue = space ? " " : ""
      before.markdown = (cut > 0 ? before.markdown.slice(0, -cut) : before.markdown) + glue + element.markdown
      before.text = (cut > 0 ? before.text.slice(0, -cut) : before.text) + glue + element.text
      continue
    }
    if (
      before?.kind === "heading" && element.kind === "heading" && before.prominence === element.prominence &&
      before.text.length < HALF_TITLE && /^\p{Ll}/u.test(element.text) &&
      (areClose(before, element) || severalWords.test(element.text))
    ) {
      before.text += ` ${element.text}`
      before.markdown += ` ${element.markdown}`
      continue
    }
    joined.push(element)
  }
  return joined
}
