/**
 * Accounts for all words of a page. Every readable text is in exactly one entry. The kept entries contain the words
 * of its Markdown.
 *
 * @since 0.3.0
 */
import { isGutter } from "../markdown/code.ts"
import { type MarkdownOptions, Written } from "../markdown/emitter.ts"
import { toMarkdown } from "../markdown/markdown.ts"
import { isPermalink } from "../markdown/permalink.ts"
import { Drop, type Selection, type Work } from "../survey/work.ts"
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import { concealed } from "../visibility/concealed.ts"
import { labelOf, wordsOfDrop } from "./labels.ts"

/**
 * What happened to words. `formula`: written as TeX. `hidden`: invisible to readers. `outside`: not in the main part.
 * `furniture`: in the main part, but dropped on evidence. `tool`: a part of a kept element without meaning, such as a
 * button label, a permalink or a line number.
 */
export type Fate = "kept" | "formula" | "hidden" | "outside" | "furniture" | "tool"

export interface Entry {
  readonly fate: Fate
  readonly text: string
  readonly words: number
  readonly element: string
  /** A CSS property, an attribute, a rule, `learned`, or the kind of tool. */
  readonly why?: string
  readonly at?: string
  readonly likely?: number
}

const MAX_CHARACTERS_OF_ENTRY = 300

const words = /[\p{L}\p{M}\p{N}]+/gu

export interface Decided {
  readonly work: Work
  /** The part that the rules chose; -1 for the whole page. */
  readonly root: number
  readonly top: Int32Array
  readonly likelyOf: (i: number) => number | undefined
}

interface Verdict {
  readonly fate: Fate
  readonly why?: string
  readonly at?: number
}

export const ledgerOf = (
  { likelyOf, root, top, work }: Decided,
  final: Selection,
  options: Omit<MarkdownOptions, "keep" | "roots" | "written">
): ReadonlyArray<Entry> => {
  const { tape, texts: { block } } = work
  const written = new Uint8Array(tape.n)
  toMarkdown(tape, { ...options, keep: final.keep, roots: final.roots, written })
  const hiddenBy = hidersOf(tape)
  const verdictOf = (i: number): Verdict => {
    if (written[i] === Written.Words) return { fate: "kept" }
    if (written[i] === Written.Formula) return { fate: "formula" }
    const hider = hiddenBy[i]!
    if (hider >= 0) return { fate: "hidden", why: concealed(tape).why.get(hider) ?? "noscript", at: hider }
    if (final.keep[i] === 1) return { fate: "tool", ...toolAround(tape, i) }
    const dropped = top[i]!
    const isHiddenByName = dropped >= 0 && work.drop[dropped] === Drop.Hidden
    if (isHiddenByName) return { fate: "hidden", why: "its name", at: dropped }
    if (root >= 0 && (i < root || i >= tape.end[root]!)) {
      return dropped < 0 ? { fate: "outside" } : { fate: "outside", why: wordsOfDrop(work.drop[dropped]!), at: dropped }
    }
    return dropped < 0
      ? { fate: "furniture", why: "learned" }
      : { fate: "furniture", why: wordsOfDrop(work.drop[dropped]!), at: dropped }
  }
  return entriesOf(tape, block, verdictOf, likelyOf)
}

const entriesOf = (
  tape: Tape,
  block: Int32Array,
  verdictOf: (i: number) => Verdict,
  likelyOf: (i: number) => number | undefined
): ReadonlyArray<Entry> => {
  const entries: Array<{ text: string; words: number } & Omit<Entry, "text" | "words">> = []
  let open = { block: -1, fate: "", why: "", at: -1 }
  eachText(tape, (i) => {
    const { at = -1, fate, why = "" } = verdictOf(i)
    const text = tape.text[i]!
    const isNext = open.block === block[i] && open.fate === fate && open.why === why && open.at === at
    if (!isNext) {
      open = { block: block[i]!, fate, why, at }
      const likely = fate === "furniture" || fate === "outside" ? likelyOf(i) : undefined
      entries.push({
        fate,
        text: "",
        words: 0,
        element: labelOf(tape, block[i]!),
        ...(why === "" ? {} : { why }),
        ...(at < 0 ? {} : { at: labelOf(tape, at) }),
        ...(likely === undefined ? {} : { likely })
      })
    }
    const entry = entries.at(-1)!
    if (entry.text.length < MAX_CHARACTERS_OF_ENTRY) entry.text += text
    entry.words += text.match(words)?.length ?? 0
  })
  return entries.map((entry) => ({
    ...entry,
    text: entry.text.replace(/\s+/g, " ").trim().slice(0, MAX_CHARACTERS_OF_ENTRY)
  }))
}

const isMute = (tape: Tape, i: number): boolean =>
  Tags.is(tape.tag[i]!, Tags.INVISIBLE) && tape.tag[i] !== Tags.NOSCRIPT &&
  tape.tag[i] !== Tags.HEAD

const eachText = (tape: Tape, read: (i: number) => void): void => {
  for (let i = 0; i < tape.n; i++) {
    if (tape.tag[i] === Tags.TEXT) {
      if (/[\p{L}\p{M}\p{N}]/u.test(tape.text[i]!)) read(i)
    } else if (isMute(tape, i)) i = tape.end[i]! - 1
  }
}

const hidersOf = (tape: Tape): Int32Array => {
  const { nodes } = concealed(tape)
  const hiders = new Int32Array(tape.n).fill(-1)
  for (let i = 0; i < tape.n; i++) {
    const around = tape.parent[i]!
    if (around >= 0 && hiders[around]! >= 0) hiders[i] = hiders[around]!
    else if (nodes[i] === 1 || tape.tag[i] === Tags.NOSCRIPT) hiders[i] = i
  }
  return hiders
}

const tools: ReadonlyArray<readonly [why: string, test: (tape: Tape, i: number) => boolean]> = [
  ["button", ({ tag }, i) => tag[i] === Tags.BUTTON],
  ["permalink", isPermalink],
  ["line number", isGutter],
  ["field", ({ tag }, i) => Tags.is(tag[i]!, Tags.EMBEDDED)],
  ["footnote mark", (tape, i) => tape.tag[i] === Tags.A && (attr(tape, i, "href") ?? "").includes("#")],
  ["name of a tab", (tape, i) => attr(tape, i, "role") === "tab"],
  ["drawing", ({ tag }, i) => tag[i] === Tags.SVG || tag[i] === Tags.RP],
  ["heading without text", ({ tag }, i) => Tags.is(tag[i]!, Tags.HEADING)]
]

const toolAround = (tape: Tape, i: number): Pick<Verdict, "why" | "at"> => {
  for (let p = tape.parent[i]!; p >= 0 && tape.tag[p] !== Tags.BODY; p = tape.parent[p]!) {
    const found = tools.find(([, test]) => test(tape, p))
    if (found !== undefined) return { why: found[0], at: p }
  }
  return { why: "label" }
}
