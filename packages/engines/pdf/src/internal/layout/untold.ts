import { blockOf } from "./blocks.ts"
import type { Element } from "./elements.ts"
import { inline } from "./inline.ts"
import type { Line } from "./line.ts"

const hasLetters = ({ text }: Line): boolean => /[\p{L}\p{N}]/u.test(text)

const elementOf = (line: Line): Element => ({
  kind: "paragraph",
  markdown: inline([line]),
  text: line.text,
  block: blockOf([line]),
  // Caption paragraphs are never joined to other paragraphs.
  caption: true
})

export const withUntold = (
  elements: ReadonlyArray<Element>,
  lines: ReadonlyArray<Line>,
  isKnown: (mark: number) => boolean
): Array<Element> => {
  const all = [...elements]
  for (const line of lines) {
    if (!hasLetters(line) || line.pieces.some(({ mark }) => isKnown(mark))) continue
    const below = all.findIndex((element) =>
      "block" in element && element.block.lines.length > 0 && element.block.y0 > line.y
    )
    all.splice(below < 0 ? all.length : below, 0, elementOf(line))
  }
  return all
}
