/** Writes elements as markdown, and records where each one is. */
import { blockOf } from "../layout/blocks.ts"
import { isBullet, withoutBullet } from "../layout/bullets.ts"
import type { Element } from "../layout/elements.ts"
import { escapeStart } from "../layout/inline.ts"
import { DEEPEST_HEADING_LEVEL } from "./headings.ts"

export interface Placed {
  readonly kind: Element["kind"]
  readonly from: number
  readonly to: number
  readonly box?: readonly [number, number, number, number]
  /** The signs of a heading; absent for other blocks, and if the structure tree declares the heading. */
  readonly signs?: ReadonlyArray<{ readonly name: string; readonly weight: number }>
}

const NEXT_COLUMN = 110
const NEXT_LEVEL = 7

const DEEPEST_INDENT = 24

export const fence = (code: string): string => code.includes("```") ? "~~~~" : "```"

const print = (element: Element): string => {
  switch (element.kind) {
    case "heading":
      return `${"#".repeat(Math.max(1, Math.min(DEEPEST_HEADING_LEVEL, element.level)))} ${element.markdown}`
    case "code":
      return `${fence(element.markdown)}\n${element.markdown}\n${fence(element.markdown)}`
    case "table":
      return element.markdown
    case "item":
      return printItem(element)
    case "paragraph":
      return element.quoted === true ? `> ${element.markdown}` : escapeStart(element.markdown)
  }
}

const printItem = (item: Extract<Element, { kind: "item" }>): string => {
  if (isBullet(`${item.marker} `)) return `- ${withoutBullet(item.markdown)}`
  return /^\d{1,3}[.)]$/.test(item.marker) ? item.markdown : `- ${item.markdown}`
}

/** Returns the indents of list items. An item further right than the previous one is its child. */
const indents = (elements: ReadonlyArray<Element>): ReadonlyArray<string> => {
  let open: Array<{ readonly x: number; readonly top: number; readonly inner: string }> = []
  return elements.map((element) => {
    if (element.kind !== "item") {
      open = []
      return ""
    }
    const last = open.at(-1)
    // An item in the next column is not nested deeper.
    if (last !== undefined && (element.x > last.x + NEXT_COLUMN || element.block.y1 < last.top)) open = []
    while (open.length > 0 && element.x < open.at(-1)!.x + NEXT_LEVEL) open.pop()
    const indent = open.at(-1)?.inner ?? ""
    const inner = indent + (/^\d/.test(element.marker) ? " ".repeat(element.marker.length + 1) : "  ")
    open.push({ x: element.x, top: element.block.y0, inner })
    return indent.length > DEEPEST_INDENT ? "" : indent
  })
}

const isQuoted = (element: Element): boolean => element.kind === "paragraph" && element.quoted === true

const gap = (before: Element, after: Element): string => {
  if (before.kind === "item" && after.kind === "item") return "\n"
  return isQuoted(before) && isQuoted(after) ? "\n>\n" : "\n\n"
}

const boxOf = (element: Element): Placed["box"] => {
  const block = element.kind === "code" ? blockOf(element.lines) : element.block
  return block === undefined || block.index === Infinity ? undefined : [block.x0, block.y0, block.x1, block.y1]
}

export const printAll = (elements: ReadonlyArray<Element>) => {
  let markdown = ""
  const indent = indents(elements)
  const placed = elements.map((element, k): Placed => {
    const before = elements[k - 1]
    if (before !== undefined) markdown += gap(before, element)
    const from = markdown.length + indent[k]!.length
    markdown += indent[k]! + print(element)
    const box = boxOf(element)
    const signs = element.kind === "heading" ? element.signs : undefined
    return {
      kind: element.kind,
      from,
      to: markdown.length,
      ...(box === undefined ? {} : { box }),
      // The signs cross a process boundary, so they are plain data.
      ...(signs === undefined ? {} : { signs: signs.map(({ name, weight }) => ({ name, weight })) })
    }
  })
  return { markdown, placed }
}
