/**
 * Markdown straight from the tape, in one pass, without an intermediate tree.
 *
 * Depth is bounded by the tape's own budget, lists and quotes by `maxNesting`, so that no page can make the output or
 * the stack grow faster than its own size.
 *
 * @since 0.1.0
 */
import * as Tags from "../tape/tags.ts"
import { attr, type Tape, textOf } from "../tape/tape.ts"
import { isDelayed } from "../tape/urls.ts"
import { boxes, isDivider, parted } from "./boxes.ts"
import { alertClass, alertNames, calloutClass, labelled } from "./callouts.ts"
import { codeBlock, codeOfCells, isGutter, isLineCell } from "./code.ts"
import * as Emitter from "./emitter.ts"
import { type Cell, isDataTable, layout, tableMarkdown, type TableRow, type TableShape } from "./grids.ts"
import { listWriter } from "./lists.ts"
import { isPermalink } from "./permalink.ts"
import { toHtml } from "./serialize.ts"
import { type Tabs, tabsOf } from "./tabs.ts"
import { wordsWriter } from "./words.ts"

export type { MarkdownOptions } from "./emitter.ts"

export interface MarkdownResult {
  readonly markdown: string
  readonly truncated: boolean
}

/** Writes the chosen subtrees of a page. */
export const toMarkdown = (tape: Tape, options: Emitter.MarkdownOptions): MarkdownResult => {
  const emitter = Emitter.make(tape, options)
  const { holdsBlock, isBlock, kept, link, paragraph, release, writer } = emitter
  const { attrsAt, end, parent, tag, text } = tape
  const { faithful, keep, resolve } = options
  const words = wordsWriter(emitter)

  /** Writes what is inside a container: paragraphs of loose words and the blocks between them. */
  const flow = (i: number, from = i + 1): void => {
    const run = emitter.run()
    const stop = end[i]!
    let apart: boolean | undefined
    let previous = -1
    for (let c = from; c < stop; c = end[c]!) {
      const id = tag[c]!
      if (!faithful && previous >= 0 && !run.isEmpty && !isBlock(c)) {
        apart ??= boxes(tape, i, kept)
        if (apart && parted(tape, i, previous, c)) run.gap()
      }
      if (!isDivider(tape, c)) previous = c
      if (id === Tags.TEXT || !kept(c)) {
        if (id === Tags.TEXT && link.isOpen && /\S/.test(text[c]!)) {
          link.words(run, c, () => words.inline(c, run, false))
        } else words.inline(c, run, false)
        continue
      }
      if (isBlock(c)) {
        paragraph(run)
        if (id === Tags.LI) {
          let last = c
          let next = end[c]!
          while (next < stop && (tag[next] === Tags.LI || (tag[next] === Tags.TEXT && !/\S/.test(text[next]!)))) {
            if (tag[next] === Tags.LI) last = next
            next = end[next]!
          }
          lists.items(c, end[last]!)
          c = last
        } else block(c)
      } else if (id === Tags.PRE) {
        paragraph(run)
        block(c)
      } else if (link.isOpen) link.words(run, c, () => words.inline(c, run, false))
      else words.inline(c, run, false)
    }
    paragraph(run)
    release(run)
  }

  // Where the last line across the page was written: a second one says nothing, and neither does one at the end.
  let ruled = -1

  const block = (i: number): void => {
    const id = tag[i]!
    if (writer.truncated) return
    if (Tags.is(id, Tags.HEADING)) {
      heading(i, id - Tags.H1 + 1)
      return
    }
    switch (id) {
      case Tags.HR:
        if (!faithful && (writer.size === 0 || ruled === writer.size)) return
        writer.write(writer.atMarker ? "___" : "---")
        ruled = writer.size
        return
      case Tags.PRE:
        code(i)
        return
      case Tags.BLOCKQUOTE:
        quote(i)
        return
      case Tags.UL:
      case Tags.OL:
      case Tags.MENU:
        if (faithful || attr(tape, i, "role") !== "tablist" || !tabs().lists.has(i)) lists.write(i)
        return
      case Tags.TABLE:
        table(i)
        return
      case Tags.DL:
      case Tags.DT:
        if (id === Tags.DT) term(i)
        else flow(i)
        return
      case Tags.SUMMARY:
        term(i)
        return
      case Tags.A: {
        if (link.isTaken) {
          flow(i)
          return
        }
        let target = -1
        for (let k = i + 1; k < end[i]! && target < 0; k++) if (Tags.is(tag[k]!, Tags.HEADING) && kept(k)) target = k
        link.around(words.address(i), target, () => flow(i))
        return
      }
      case Tags.CAPTION:
        return
      case Tags.DEL:
      case Tags.S:
      case Tags.STRIKE:
        if (faithful) {
          writer.write("<del>")
          flow(i)
          writer.write("</del>")
        } else emitter.deleted(() => flow(i))
        return
      default:
        break
    }
    if (attrsAt[i]! < attrsAt[i + 1]!) {
      const role = attr(tape, i, "role")
      if (role === "heading" && holdsBlock[i] === 0) {
        const level = Number(attr(tape, i, "aria-level") ?? 2)
        heading(i, level >= 1 && level <= 6 ? level : 2)
        return
      }
      if (role === "tabpanel" && !faithful) {
        const name = tabs().names.get(i)
        if (name !== undefined) strong(name)
      } else if (role === "tablist" && !faithful && tabs().lists.has(i)) return
      const name = attr(tape, i, "class")
      if (name !== undefined && name.length < 400 && id !== Tags.LI) {
        const kind = calloutClass.test(name) ? alertClass.exec(name)?.[1]!.toLowerCase() : undefined
        const alert = kind !== undefined ? alertNames[kind] : faithful ? undefined : labelled(name, () => labelOf(i))
        if (alert !== undefined) {
          quote(i, alert)
          return
        }
      }
    }
    if (!faithful && end[i] === i + 1 && isDelayed(tape, i)) single(i)
    else flow(i)
  }

  /**
   * Whether a heading stands over nothing but what was left out: reviews that are loaded later, a gallery, a form. The
   * page has words there, and none of them are written.
   */
  const isEmptied = (i: number, level: number): boolean => {
    if (keep === undefined || faithful || level === 1 || textOf(tape, i, 60).trim().length > 40) return false
    let dropped = 0
    for (let k = end[i]!; k < tape.n; k++) {
      const id = tag[k]!
      if (keep[k] === 1) {
        if (Tags.is(id, Tags.HEADING)) return dropped > 0 && id - Tags.H1 + 1 <= level
        if (id === Tags.TEXT ? /\S/.test(text[k]!) : id === Tags.IMG || Tags.is(id, Tags.EMBEDDED)) return false
      } else if (id === Tags.TEXT && /\S/.test(text[k]!) && !Tags.is(tag[parent[k]!] ?? 0, Tags.INVISIBLE)) dropped++
    }
    return dropped > 0
  }

  const heading = (i: number, level: number) => {
    if (isEmptied(i, level)) return
    const pictures = new Set(faithful ? [] : picturesBefore(i))
    for (const picture of pictures) single(picture)
    const run = emitter.run()
    link.words(run, i, () => {
      words.children(i, run, (c) => faithful || !isPermalink(tape, c) && !pictures.has(c))
    })
    if (run.isEmpty) {
      if (faithful) writer.write("#".repeat(level))
      return
    }
    const s = run.render({ cell: false, single: true })
    release(run)
    // Headings are bold by themselves.
    const plain = faithful ? s : s.replace(/^(\[?)\*\*([^*\]]+)\*\*(?=$|\]\([^\s)]*\)$)/, "$1$2")
    const closed = plain.replace(/(^|[ \t])(#+)$/, "$1\\$2")
    if (closed !== "") writer.write(`${"#".repeat(level)} ${closed}`)
  }

  /** The pictures at the top of a heading that has words too: they stand above it. */
  const picturesBefore = (i: number): ReadonlyArray<number> => {
    const out: Array<number> = []
    for (let c = i + 1; c < end[i]!; c = end[c]!) {
      let pictured = false
      for (let k = c; k < end[c]!; k++) {
        if (tag[k] === Tags.TEXT && /\S/.test(text[k]!)) return out
        pictured ||= tag[k] === Tags.IMG && kept(k)
      }
      if (pictured) out.push(c)
    }
    return []
  }

  const code = (i: number) => {
    const fenced = codeBlock(tape, i, kept, faithful)
    if (fenced !== undefined) writer.write(fenced)
  }

  let knownTabs: Tabs | undefined
  const tabs = (): Tabs => knownTabs ??= tabsOf(tape, kept)

  const strong = (name: string) => {
    const run = emitter.run()
    run.open("strong")
    run.text(name)
    run.close("strong")
    paragraph(run)
    release(run)
  }

  const term = (i: number) => {
    if (holdsBlock[i] === 1) {
      flow(i)
      return
    }
    const run = emitter.run()
    const opened = !isCode(i) && run.open("strong")
    words.children(i, run)
    if (opened) run.close("strong")
    paragraph(run)
    release(run)
  }

  /** Whether all words of an element are code, which stands out without being bold. */
  const isCode = (i: number): boolean => {
    let found = false
    for (let k = i + 1; k < end[i]!; k++) {
      if (tag[k] === Tags.TEXT && /\S/.test(text[k]!)) return false
      if (tag[k] === Tags.CODE || tag[k] === Tags.KBD || tag[k] === Tags.TT) {
        found = true
        k = end[k]! - 1
      }
    }
    return found
  }

  /** The first node in an element that is no white space; -1 when there is none. */
  const firstOf = (i: number): number => {
    for (let c = i + 1; c < end[i]!; c = end[c]!) if (tag[c] !== Tags.TEXT || /\S/.test(text[c]!)) return c
    return -1
  }

  const labelOf = (i: number): string => {
    const first = firstOf(i)
    return first < 0 || tag[first] === Tags.TEXT ? "" : textOf(tape, first, 60).trim()
  }

  /** Writes a callout that is laid out as two cells: its kind, or an icon, and its words. */
  const columnsOf = (i: number) => {
    const { rows } = layout(tape, i, kept)
    const cells = rows[0]?.cells ?? []
    if (rows.length === 1 && cells.length === 2 && textOf(tape, cells[0]!.node, 60).trim().length < 12) {
      flow(cells[1]!.node)
    } else block(i)
  }

  const quote = (i: number, alert?: string) => {
    const before = writer.size
    const container = { first: "> ", rest: "> ", used: false }
    if (alert !== undefined) {
      writer.inside(container, () => {
        writer.write(`[!${alert}]`)
        const first = firstOf(i)
        const label = labelOf(i).replace(/:$/, "")
        if (label.toUpperCase() === alert || alertClass.test(label) && label.length < 12) flow(i, end[first]!)
        else if (first >= 0 && tag[first] === Tags.TABLE) columnsOf(first)
        else flow(i)
      })
      return
    }
    if (!faithful && indents(i)) {
      flow(i)
      return
    }
    writer.inside(container, () => flow(i))
    if (faithful && writer.size === before) writer.inside(container, () => writer.write(""))
  }

  /** Whether a quote holds nothing but a box of lists, which is how some generators of documentation indent them. */
  const indents = (i: number): boolean => {
    const only = (at: number): number => {
      let found = -1
      for (let c = at + 1; c < end[at]!; c = end[c]!) {
        if (tag[c] === Tags.TEXT ? !/\S/.test(text[c]!) : !kept(c)) continue
        if (found >= 0) return -1
        found = c
      }
      return found
    }
    const box = only(i)
    const list = box >= 0 && tag[box] === Tags.DIV ? only(box) : -1
    return list >= 0 && (tag[list] === Tags.UL || tag[list] === Tags.OL)
  }

  const single = (c: number) => {
    if (tag[c] !== Tags.TEXT && kept(c) && isBlock(c) && !(end[c] === c + 1 && isDelayed(tape, c))) block(c)
    else {
      const run = emitter.run()
      words.inline(c, run, false)
      paragraph(run)
      release(run)
    }
  }

  const cell = (i: number): string => {
    if (!kept(i)) return ""
    const run = emitter.run()
    words.cell(i, run)
    const s = run.isEmpty ? "" : run.render({ cell: true, single: false })
    release(run)
    return s
  }

  const table = (i: number) => {
    const shape = layout(tape, i, kept)
    const gutter = shape.rows.some((row: TableRow) => row.cells.some((c: Cell) => isGutter(tape, c.node)))
    if (faithful && !gutter && shape.rows.length <= 1 && !isDataTable(tape, i, shape, kept)) {
      writer.write(toHtml(tape, { keep, roots: [i], resolve, budget: options.budget, exact: true }).html)
      return
    }
    const lines = gutter ? shape.rows.flatMap((row) => row.cells).filter((c) => !isGutter(tape, c.node)) : []
    if (lines.length > 0 && lines.every((c) => kept(c.node) && isLineCell(tape, c.node))) {
      writer.write(codeOfCells(tape, lines.map((c) => c.node)))
      return
    }
    if (gutter || !isDataTable(tape, i, shape, kept)) {
      for (const part of shape.parts) {
        if (tag[part] === Tags.TD || tag[part] === Tags.TH) {
          if (kept(part) && !isGutter(tape, part)) flow(part)
        } else if (tag[part] === Tags.CAPTION) {
          const run = emitter.run()
          words.children(part, run)
          paragraph(run)
        } else single(part)
      }
      return
    }
    if (shape.caption >= 0) {
      const run = emitter.run()
      words.children(shape.caption, run)
      paragraph(run)
    }
    const titled = !faithful && titleOf(shape)
    if (titled) flow(titled.node)
    writer.write(tableMarkdown(tape, titled ? { ...shape, rows: shape.rows.slice(1) } : shape, cell, faithful))
  }

  /** The one cell with words of a first row above a row of headers: the title of the table. */
  const titleOf = ({ rows }: TableShape): Cell | false => {
    const second = rows[1]
    if (rows.length < 3 || second === undefined || second.cells.length < 2) return false
    const written = rows[0]!.cells.filter((c) => kept(c.node) && /\S/.test(textOf(tape, c.node, 200)))
    const only = written[0]
    if (written.length !== 1 || only === undefined || only !== rows[0]!.cells[0]) return false
    if (rows[0]!.cells.length === 1 && only.columns < 2 || only.rows > 1) return false
    return second.cells.slice(1).every((c) => tag[c.node] === Tags.TH) && only
  }

  const lists = listWriter(emitter, words, { flow, block, single })
  const loose = emitter.run()
  for (const root of options.roots) {
    const id = tag[root]!
    if (id === Tags.TEXT || kept(root) && id !== Tags.PRE && !isBlock(root)) {
      words.inline(root, loose, false)
      continue
    }
    paragraph(loose)
    if (kept(root) || root === 0) single(root)
  }
  paragraph(loose)
  const markdown = writer.text()
  return {
    markdown: !faithful && ruled === writer.size ? markdown.replace(/\s*-{3}$/, "") : markdown,
    truncated: writer.truncated
  }
}
