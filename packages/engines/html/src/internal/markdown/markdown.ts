/**
 * Writes Markdown directly from the tape, in one pass, without an intermediate tree. The tape's budget limits depth,
 * and the writer limits nested lists and quotes, so neither output nor stack grows faster than the page.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape } from "../tape/tape.ts"
import { isDelayed } from "../tape/urls.ts"
import { boxes, isDivider, parted } from "./boxes.ts"
import { codeBlock, isUnmarkedCode } from "./code.ts"
import * as Emitter from "./emitter.ts"
import { listWriter } from "./lists.ts"
import { texAttribute } from "./math.ts"
import { noteWriter } from "./noteWriter.ts"
import { alertOf, quoteWriter } from "./quotes.ts"
import { tableWriter } from "./tables.ts"
import { type Tabs, tabsOf } from "./tabs.ts"
import { titleWriter } from "./titles.ts"
import { type Words, wordsWriter } from "./words.ts"

export interface MarkdownResult {
  readonly markdown: string
  readonly truncated: boolean
}

const ruleWriter = ({ options: { faithful }, writer }: Emitter.Emitter) => {
  let end = -1
  return {
    write: (): void => {
      if (!faithful && (writer.size === 0 || end === writer.size)) return
      writer.write(writer.atMarker ? "___" : "---")
      end = writer.size
    },
    withoutLast: (markdown: string): string =>
      !faithful && end === writer.size ? markdown.replace(/\s*-{3}$/, "") : markdown
  }
}

/** Returns the level of a heading from `aria-level`; 2 if the value is not valid. */
const levelOf = (tape: Tape, i: number): number => {
  const level = Number(attr(tape, i, "aria-level") ?? 2)
  return level >= 1 && level <= Tags.H6 - Tags.H1 + 1 ? level : 2
}

const blockWriter = (emitter: Emitter.Emitter, words: Words, rule: () => void) => {
  const { holdsBlock, isBlock, isKept, link, options: { faithful }, paragraph, release, tape, writer } = emitter
  const { attrsAt, end, parent, tag } = tape
  const blocks: Emitter.Blocks = {
    flow: (i, from) => flow(i, from),
    block: (i) => block(i),
    single: (i) => single(i)
  }
  const lists = listWriter(emitter, words, blocks)
  const titles = titleWriter(emitter, words, blocks)
  const quotes = quoteWriter(emitter, blocks)
  const flow = flowWriter(emitter, words, (i) => block(i), lists.items)
  let knownTabs: Tabs | undefined
  const tabs = (): Tabs => knownTabs ??= tabsOf(tape, isKept)

  const list = (i: number): void => {
    if (faithful || attr(tape, i, "role") !== "tablist" || !tabs().lists.has(i)) lists.write(i)
  }

  const deleted = (i: number): void => {
    if (!faithful) {
      emitter.deleted(() => flow(i))
      return
    }
    writer.write("<del>")
    flow(i)
    writer.write("</del>")
  }

  /** Writes a link around blocks. Markdown has no such link, so it moves to the first heading or the first words. */
  const linked = (i: number): void => {
    if (link.isTaken) {
      flow(i)
      return
    }
    let target = -1
    for (let k = i + 1; k < end[i]! && target < 0; k++) if (Tags.is(tag[k]!, Tags.HEADING) && isKept(k)) target = k
    link.around(words.address(i), target, () => flow(i))
  }

  const code = (i: number): void => {
    const fenced = codeBlock(tape, i, isKept, faithful, emitter.options.written)
    if (fenced !== undefined) writer.write(fenced)
  }

  const byTag = Array.from<((i: number) => void) | undefined>({ length: Tags.UNKNOWN + 1 })
  for (let level = 1; level <= Tags.H6 - Tags.H1 + 1; level++) {
    byTag[Tags.H1 + level - 1] = (i) => titles.heading(i, level)
  }
  byTag[Tags.HR] = rule
  byTag[Tags.PRE] = code
  byTag[Tags.BLOCKQUOTE] = quotes.quote
  for (const id of [Tags.UL, Tags.OL, Tags.MENU]) byTag[id] = list
  byTag[Tags.TABLE] = tableWriter(emitter, words, blocks)
  byTag[Tags.DL] = (i) => flow(i)
  for (const id of [Tags.DT, Tags.SUMMARY]) byTag[id] = titles.term
  byTag[Tags.A] = linked
  // Browsers ignore a caption outside of its table.
  byTag[Tags.CAPTION] = (i) => {
    if (tag[parent[i]!] !== Tags.TABLE) flow(i)
  }
  for (const id of [Tags.DEL, Tags.S, Tags.STRIKE]) byTag[id] = deleted

  const byAttributes = (i: number): boolean => {
    const role = attr(tape, i, "role")
    if (role === "heading" && holdsBlock[i] === 0) {
      titles.heading(i, levelOf(tape, i))
      return true
    }
    if (role === "tablist" && !faithful && tabs().lists.has(i)) return true
    const name = role === "tabpanel" && !faithful ? tabs().names.get(i) : undefined
    if (name !== undefined) titles.strong(name)
    if (isUnmarkedCode(tape, i)) {
      code(i)
      return true
    }
    const formula = faithful ? undefined : texAttribute(tape, i)
    if (formula !== undefined) {
      emitter.formula(i)
      writer.write(formula)
      return true
    }
    const alert = alertOf(tape, i, faithful)
    if (alert !== undefined) quotes.callout(i, alert)
    return alert !== undefined
  }

  const notes = noteWriter(emitter, blocks)

  const block = (i: number): void => {
    if (writer.truncated || notes.write(i)) return
    const own = byTag[tag[i]!]
    if (own !== undefined) return own(i)
    if (attrsAt[i]! < attrsAt[i + 1]! && byAttributes(i)) return
    if (!faithful && end[i] === i + 1 && isDelayed(tape, i)) single(i)
    else flow(i)
  }

  const single = (c: number): void => {
    if (tag[c] !== Tags.TEXT && isKept(c) && isBlock(c) && !(end[c] === c + 1 && isDelayed(tape, c))) {
      block(c)
      return
    }
    const run = emitter.run()
    words.inline(c, run, false)
    paragraph(run)
    release(run)
  }

  return { blocks, sidenotes: notes.writeSidenotes }
}

/** Maximum number of events of a paragraph. A longer one is split. */
const MAX_PIECES = 100_000

const flowWriter = (
  emitter: Emitter.Emitter,
  words: Words,
  block: (i: number) => void,
  items: (from: number, to: number) => void
) => {
  const { isBlock, isKept, link, options: { faithful }, paragraph, release, tape } = emitter
  const { end, tag, text } = tape

  const looseItems = (first: number, stop: number): number => {
    let last = first
    let next = end[first]!
    while (next < stop && (tag[next] === Tags.LI || (tag[next] === Tags.TEXT && !/\S/.test(text[next]!)))) {
      if (tag[next] === Tags.LI) last = next
      next = end[next]!
    }
    items(first, end[last]!)
    return last
  }

  return (i: number, from = i + 1): void => {
    const run = emitter.run()
    const stop = end[i]!
    let apart: boolean | undefined
    let previous = -1
    for (let c = from; c < stop; c = end[c]!) {
      const id = tag[c]!
      if (!faithful && previous >= 0 && !run.isEmpty && !isBlock(c)) {
        apart ??= boxes(tape, i, isKept)
        if (apart && parted(tape, i, previous, c)) run.gap()
      }
      if (!isDivider(tape, c)) previous = c
      const isElement = id !== Tags.TEXT && isKept(c)
      if (isElement && (isBlock(c) || id === Tags.PRE)) {
        paragraph(run)
        if (id === Tags.LI) c = looseItems(c, stop)
        else block(c)
      } else if (link.isOpen && (isElement || id === Tags.TEXT && /\S/.test(text[c]!))) {
        link.words(run, c, () => words.inline(c, run, false))
      } else words.inline(c, run, false)
      if (run.size > MAX_PIECES) paragraph(run)
    }
    paragraph(run)
    release(run)
  }
}

export const toMarkdown = (tape: Tape, options: Emitter.MarkdownOptions): MarkdownResult => {
  const emitter = Emitter.make(tape, options)
  const { isBlock, isKept, paragraph, writer } = emitter
  const words = wordsWriter(emitter)
  const rules = ruleWriter(emitter)
  const { blocks, sidenotes } = blockWriter(emitter, words, rules.write)
  const loose = emitter.run()
  for (const root of options.roots) {
    const id = tape.tag[root]!
    if (id === Tags.TEXT || isKept(root) && id !== Tags.PRE && !isBlock(root)) {
      words.inline(root, loose, false)
      if (loose.size > MAX_PIECES) paragraph(loose)
      continue
    }
    paragraph(loose)
    if (isKept(root) || root === 0) blocks.single(root)
  }
  paragraph(loose)
  sidenotes()
  return { markdown: rules.withoutLast(writer.text()), truncated: writer.truncated }
}
