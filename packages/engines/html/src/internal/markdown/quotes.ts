/**
 * Writes quotes, and callouts, which GitHub writes as quotes with a label.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { alertClass, alertNames, calloutClass, labelled } from "./callouts.ts"
import type { Blocks, Emitter } from "./emitter.ts"
import { layout } from "./grids.ts"

const READ_OF_LABEL_IN_CHARACTERS = 60

/** Maximum characters of a callout's label, and of an icon's text. A longer text is neither. */
const LONGER_THAN_A_LABEL_IN_CHARACTERS = 12

/** Maximum characters of a class attribute that may name a callout. Longer ones list utility classes. */
const CLASSES_IN_CHARACTERS = 400

export interface Quotes {
  readonly quote: (i: number) => void
  readonly callout: (i: number, alert: string) => void
}

const firstOf = ({ end, tag, text }: Tape, i: number): number => {
  for (let c = i + 1; c < end[i]!; c = end[c]!) if (tag[c] !== Tags.TEXT || /\S/.test(text[c]!)) return c
  return -1
}

const labelOf = (tape: Tape, i: number): string => {
  const first = firstOf(tape, i)
  return first < 0 || tape.tag[first] === Tags.TEXT ? "" : textOf(tape, first, READ_OF_LABEL_IN_CHARACTERS).trim()
}

export const alertOf = (tape: Tape, i: number, faithful: boolean): string | undefined => {
  const name = attr(tape, i, "class")
  if (name === undefined || name.length >= CLASSES_IN_CHARACTERS || tape.tag[i] === Tags.LI) return undefined
  const kind = calloutClass.test(name) ? alertClass.exec(name)?.[1]!.toLowerCase() : undefined
  if (kind !== undefined) return alertNames[kind]
  return faithful ? undefined : labelled(name, () => labelOf(tape, i))
}

const onlyChild = ({ isKept, tape: { end, tag, text } }: Emitter, i: number): number => {
  let found = -1
  for (let c = i + 1; c < end[i]!; c = end[c]!) {
    if (tag[c] === Tags.TEXT ? !/\S/.test(text[c]!) : !isKept(c)) continue
    if (found >= 0) return -1
    found = c
  }
  return found
}

/** Returns whether a quote only indents a list, as some documentation generators write it. */
const indents = (emitter: Emitter, i: number): boolean => {
  const { tag } = emitter.tape
  const box = onlyChild(emitter, i)
  const list = box >= 0 && tag[box] === Tags.DIV ? onlyChild(emitter, box) : -1
  return list >= 0 && (tag[list] === Tags.UL || tag[list] === Tags.OL)
}

const container = () => ({ first: "> ", rest: "> ", used: false })

export const quoteWriter = (emitter: Emitter, blocks: Blocks): Quotes => {
  const { isKept, options: { faithful }, tape, writer } = emitter

  /** Writes a callout that is laid out as two cells: its kind or icon, and its words. */
  const columnsOf = (i: number): void => {
    const { rows } = layout(tape, i, isKept)
    const cells = rows.at(0)?.cells ?? []
    const isLabelled = rows.length === 1 && cells.length === 2 &&
      textOf(tape, cells[0]!.node, READ_OF_LABEL_IN_CHARACTERS).trim().length < LONGER_THAN_A_LABEL_IN_CHARACTERS
    if (isLabelled) blocks.flow(cells[1]!.node)
    else blocks.block(i)
  }

  const callout = (i: number, alert: string): void => {
    writer.inside(container(), () => {
      writer.write(`[!${alert}]`)
      const first = firstOf(tape, i)
      const label = labelOf(tape, i).replace(/:$/, "")
      const repeats = label.toUpperCase() === alert ||
        alertClass.test(label) && label.length < LONGER_THAN_A_LABEL_IN_CHARACTERS
      if (repeats) blocks.flow(i, tape.end[first]!)
      else if (first >= 0 && tape.tag[first] === Tags.TABLE) columnsOf(first)
      else blocks.flow(i)
    })
  }

  const quote = (i: number): void => {
    if (!faithful && indents(emitter, i)) {
      blocks.flow(i)
      return
    }
    const before = writer.size
    const around = container()
    writer.inside(around, () => blocks.flow(i))
    if (faithful && writer.size === before) writer.inside(around, () => writer.write(""))
  }

  return { quote, callout }
}
