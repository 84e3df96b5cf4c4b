/** Divides a page into blocks in reading order. The typography of the document decides later what each block is. */
import { alignedTables } from "./aligned.ts"
import { type Block, toBlocks, wrap } from "./blocks.ts"
import { boundedTables } from "./bounded.ts"
import { MAX_RULES_OF_LAYOUT } from "./bounds.ts"
import { bylineOf } from "./byline.ts"
import { splitColumns } from "./columns.ts"
import { type Element, elementsOf, type Style } from "./elements.ts"
import type { Frame } from "./frame.ts"
import type { Line } from "./line.ts"
import { readingOrder } from "./order.ts"
import { joinPairs } from "./pairs.ts"
import { joinPanels, panelOf } from "./panels.ts"
import { ruledTables } from "./ruled.ts"
import { joinRules } from "./rules.ts"
import { elementsOfTree } from "./tagged.ts"

export interface Layout {
  readonly lines: ReadonlyArray<Line>
  readonly treeElements: ReadonlyArray<Element> | undefined
  readonly blocks: ReadonlyArray<Block>
}

const blocksOf = (frame: Frame, lines: ReadonlyArray<Line>): Array<Block> => {
  const ruled = ruledTables(lines === frame.lines ? frame : { ...frame, lines: [...lines] })
  const used = new Set<Line>()
  const byline = bylineOf(lines === frame.lines ? frame : { ...frame, lines: [...lines] })
  for (const part of byline?.parts ?? []) for (const line of part.lines) used.add(line)
  for (const table of ruled) for (const line of table.used) used.add(line)
  const rules = frame.horizontal.length > MAX_RULES_OF_LAYOUT ? [] : joinRules(frame.horizontal)
  const bounded = boundedTables(frame, lines.filter((line) => !used.has(line)), rules)
  for (const table of bounded) for (const line of table.used) used.add(line)
  const flow: Array<Block> = toBlocks([], [...ruled, ...bounded])
  if (byline !== undefined) flow.push(byline)
  for (const group of splitColumns(lines.filter((line) => !used.has(line)))) {
    const aligned = alignedTables(frame, group.lines, rules, bounded)
    const taken = new Set<Line>()
    for (const table of aligned) for (const line of table.used) taken.add(line)
    const blocks = joinPairs(toBlocks(group.lines.filter((line) => !taken.has(line)), aligned))
    if (group.box && blocks.length > 1) flow.push(panelOf(blocks) ?? wrap(readingOrder(blocks)))
    else flow.push(...blocks)
  }
  return readingOrder(joinPanels(flow, frame.height)).flatMap((block) => block.parts ?? [block])
}

export const layout = (frame: Frame, lines: ReadonlyArray<Line>, known: Layout | undefined): Layout => {
  // Headers and footers are known only after the last page, but on most pages they do not change.
  if (known !== undefined && known.lines.length === lines.length && known.lines.every((line, k) => line === lines[k])) {
    return known
  }
  const treeElements = frame.tree === undefined ? undefined : elementsOfTree(frame.tree, lines, frame.number === 1)
  return { lines, treeElements, blocks: treeElements === undefined ? blocksOf(frame, lines) : [] }
}

/** Returns the elements of a page as copies, because later steps change them in place. */
export const toElements = (frame: Frame, { blocks, treeElements }: Layout, style: Style): Array<Element> => {
  const elements = treeElements === undefined
    ? [...elementsOf(blocks, style, frame)]
    : treeElements.map((element) => ({ ...element }))
  for (const text of frame.turned) {
    elements.push({
      kind: "paragraph",
      markdown: text,
      text,
      caption: true,
      block: { x0: 0, x1: 0, y0: 0, y1: 0, lines: [], table: undefined, index: Infinity }
    })
  }
  return elements
}
