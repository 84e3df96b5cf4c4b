/**
 * Holds the state that the writers of blocks, lists, tables and words share for one page.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import type { Tape } from "../tape/tape.ts"
import type { Resolve } from "../tape/urls.ts"
import * as Footnotes from "./footnotes.ts"
import { Inline } from "./marks.ts"
import { isTexScript, rendered } from "./math.ts"
import { PendingLink } from "./pendingLink.ts"
import { typedItem, typedLists } from "./typedLists.ts"
import { Writer } from "./writer.ts"

export interface MarkdownOptions {
  readonly keep: Uint8Array | undefined
  readonly roots: ReadonlyArray<number>
  readonly resolve: Resolve
  readonly url?: string | undefined
  readonly removeBase64Images: boolean
  /** Whether to keep empty elements, nested equal marks, outer spaces of code, and titles that repeat the text. */
  readonly faithful: boolean
  /** The output is truncated after this many characters. */
  readonly budget: number
  readonly written?: Uint8Array | undefined
}

export const Written = { Not: 0, Words: 1, Formula: 2 } as const

export interface Blocks {
  readonly flow: (i: number, from?: number) => void
  readonly block: (i: number) => void
  readonly single: (i: number) => void
}

export interface Emitter {
  readonly tape: Tape
  readonly options: MarkdownOptions
  readonly writer: Writer
  readonly footnotes: Footnotes.Footnotes
  readonly link: PendingLink
  readonly isKept: (i: number) => boolean
  /** Returns whether an inline element contains a block. Such an element is a container, not a mark. */
  readonly isBlock: (i: number) => boolean
  readonly holdsBlock: Uint8Array
  readonly run: () => Inline
  readonly release: (run: Inline) => void
  readonly deleted: (body: () => void) => void
  readonly paragraph: (run: Inline) => void
  readonly formula: (i: number) => void
}

/** Returns rendered formulas next to a script with the same formula as TeX. They are omitted as repetitions. */
const repeatsOf = (tape: Tape, roots: ReadonlyArray<number>): ReadonlySet<number> => {
  const { end, tag } = tape
  const repeats = new Set<number>()
  for (const root of roots) {
    for (let i = root; i < end[root]!; i++) {
      if (tag[i] === Tags.SCRIPT && isTexScript(tape, i)) { for (const k of rendered(tape, i)) repeats.add(k) }
    }
  }
  return repeats
}

const holdersOfBlocks = (tape: Tape, roots: ReadonlyArray<number>, kept: (i: number) => boolean): Uint8Array => {
  const { end, n, parent, tag } = tape
  const holdsBlock = new Uint8Array(n)
  for (const root of roots) {
    for (let i = end[root]! - 1; i > root; i--) {
      const id = tag[i]!
      if (id === Tags.TEXT || !kept(i)) continue
      const p = parent[i]!
      if (Tags.is(id, Tags.BLOCK) && id !== Tags.OPTION || holdsBlock[i] === 1) { if (p >= 0) holdsBlock[p] = 1 }
    }
  }
  return holdsBlock
}

/** Maximum number of word runs that are kept for reuse. Lists are rarely nested deeper. */
const MAX_RUNS = 32

export const make = (tape: Tape, options: MarkdownOptions): Emitter => {
  const { tag } = tape
  const { faithful, keep, roots, written } = options
  const repeats = faithful ? new Set<number>() : repeatsOf(tape, roots)
  const isKept = (i: number) =>
    (keep === undefined ? !Tags.is(tag[i]!, Tags.INVISIBLE) : keep[i] === 1) && (repeats.size === 0 || !repeats.has(i))
  const holdsBlock = holdersOfBlocks(tape, roots, isKept)
  const writer = new Writer(options.budget)
  const runs: Array<Inline> = []
  let struck = 0
  return {
    tape,
    options,
    writer,
    footnotes: faithful ? Footnotes.none : Footnotes.find(tape, roots, isKept),
    link: new PendingLink(),
    isKept,
    isBlock: (i) => Tags.is(tag[i]!, Tags.BLOCK) || holdsBlock[i] === 1,
    holdsBlock,
    run: () => runs.pop() ?? new Inline(faithful),
    release: (run) => {
      if (run.isEmpty && runs.length < MAX_RUNS) runs.push(run)
    },
    deleted: (body) => {
      struck++
      body()
      struck--
    },
    formula: (i) => written?.fill(Written.Formula, i, tape.end[i]!),
    paragraph: (run) => {
      if (run.isEmpty) return
      if (struck > 0) run.enclose("del")
      const s = run.render({ cell: false, single: false })
      const blocks = faithful || struck > 0 ? undefined : typedLists(s)
      const item = faithful || struck > 0 ? undefined : typedItem(s)
      if (item !== undefined) writer.writeTyped(item)
      else if (blocks !== undefined) { for (const block of blocks) writer.write(block) }
      else if (s !== "") writer.write(s)
    }
  }
}
