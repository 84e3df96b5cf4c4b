/**
 * Markdown straight from the tape, in one pass, without an intermediate tree.
 *
 * Depth is bounded by the tape's own budget, lists and quotes by `maxNesting`, so that no page can make the output or
 * the stack grow faster than its own size.
 *
 * @since 0.1.0
 */
import { alertClass, alertNames, calloutClass } from "./callouts.ts"
import { codeBlock, codeSpan, isGutter, preformattedText } from "./code.ts"
import { destination, title } from "./escape.ts"
import * as Footnotes from "./footnotes.ts"
import { imageWriter } from "./images.ts"
import { Inline, type Mark } from "./inline.ts"
import { isFormulaPicture, tex, texPicture, texScript } from "./math.ts"
import { toHtml } from "./serialize.ts"
import { type Cell, isDataTable, layout, tableMarkdown, type TableRow } from "./table.ts"
import * as Tags from "./tags.ts"
import { attr, type Tape, textOf } from "./tape.ts"
import type { Resolve } from "./urls.ts"
import { type Container, Writer } from "./writer.ts"

export interface MarkdownOptions {
  /** 1 for every node that is written; `undefined` for all that can be seen. */
  readonly keep: Uint8Array | undefined
  /** The subtrees to write, in order. */
  readonly roots: ReadonlyArray<number>
  readonly resolve: Resolve
  /** Replaces the address of inlined images by a placeholder. */
  readonly removeBase64Images: boolean
  /** Keeps what says nothing: empty elements, a mark inside the same mark, the spaces of code, titles that repeat. */
  readonly faithful: boolean
  /** Characters after which the output is cut. */
  readonly budget: number
}

export interface MarkdownResult {
  readonly markdown: string
  readonly truncated: boolean
}

const marks: ReadonlyArray<Mark | undefined> = (() => {
  const out: Array<Mark | undefined> = []
  out[Tags.B] = "strong"
  out[Tags.STRONG] = "strong"
  out[Tags.I] = "em"
  out[Tags.EM] = "em"
  out[Tags.DEL] = "del"
  out[Tags.S] = "del"
  out[Tags.STRIKE] = "del"
  return out
})()
/** Writes the chosen subtrees of a page. */
export const toMarkdown = (tape: Tape, options: MarkdownOptions): MarkdownResult => {
  const { attrs, end, n, parent, tag, text } = tape
  const { faithful, keep, resolve } = options
  const kept = (i: number) => keep === undefined ? !Tags.is(tag[i]!, Tags.INVISIBLE) : keep[i] === 1

  // Inline elements that hold blocks are containers, not marks.
  const holdsBlock = new Uint8Array(n)
  for (const root of options.roots) {
    for (let i = end[root]! - 1; i > root; i--) {
      const id = tag[i]!
      if (id === Tags.TEXT || !kept(i)) continue
      const p = parent[i]!
      if (Tags.is(id, Tags.BLOCK) && id !== Tags.OPTION || holdsBlock[i] === 1) { if (p >= 0) holdsBlock[p] = 1 }
    }
  }

  const footnotes = faithful ? Footnotes.none : Footnotes.find(tape, options.roots, kept)

  const writer = new Writer(options.budget)
  const write = (s: string) => writer.write(s)
  const inside = (container: Container, body: () => void) => writer.inside(container, body)
  let link: { readonly href: string; target: number } | null = null

  const paragraph = (run: Inline) => {
    if (run.isEmpty) return
    const s = run.render({ cell: false, single: false })
    if (s !== "") write(s)
  }

  const image = imageWriter(tape, options)

  /** Adds a node and what is below it to a run of words; blocks inside are set apart by `breaks`. */
  const inline = (i: number, run: Inline, breaks: boolean): void => {
    const id = tag[i]!
    if (id === Tags.TEXT) {
      run.text(text[i]!)
      return
    }
    if (!kept(i)) {
      if (id === Tags.SCRIPT) {
        const formula = texScript(tape, i)
        if (formula !== undefined) run.raw(formula)
      }
      return
    }
    switch (id) {
      case Tags.BR:
        run.break()
        return
      case Tags.WBR:
        return
      case Tags.A: {
        if (footnotes.backlinks.has(i)) return
        const label = footnotes.marks.get(i)
        if (label === undefined) break
        run.raw(`[^${label}]`)
        return
      }
      case Tags.IMG: {
        const s = !faithful && isFormulaPicture(tape, i) ? texPicture(tape, i) : image(i)
        if (s !== undefined) run.raw(s)
        return
      }
      case Tags.CODE:
      case Tags.KBD:
      case Tags.SAMP:
      case Tags.TT: {
        const raw = preformattedText(tape, i, kept)
        const s = codeSpan(raw, faithful)
        if (s === undefined) {
          if (raw !== "") run.gap()
          return
        }
        if (!faithful && /^\s/.test(raw)) run.gap()
        run.raw(s)
        if (!faithful && /\s$/.test(raw)) run.gap()
        return
      }
      case Tags.MATH: {
        const formula = tex(tape, i)
        // GFM knows no formulas: to come back exactly, one is text like any other.
        if (formula === undefined) return
        if (faithful) run.text(formula)
        else run.raw(formula)
        return
      }
      case Tags.SVG:
      case Tags.BUTTON:
      case Tags.SELECT:
      case Tags.TEXTAREA:
      case Tags.RP:
        return
      case Tags.INPUT: {
        if (attr(tape, i, "type") === "checkbox" && tag[parent[i]!] !== Tags.LABEL || keep === undefined) {
          if (attr(tape, i, "type") === "checkbox") {
            run.raw(attr(tape, i, "checked") === undefined ? "[ ]" : "[x]")
            run.gap()
          }
        }
        return
      }
      case Tags.IFRAME: {
        const src = resolve(attr(tape, i, "src") ?? attr(tape, i, "data-src"))
        if (src === undefined || !/^https?:/.test(src)) return
        run.raw(
          `[${(attr(tape, i, "title") ?? "Embedded content").replace(/[[\]\\]/g, "").trim() || "Embedded content"}](${
            destination(src)
          })`
        )
        return
      }
      case Tags.VIDEO:
      case Tags.AUDIO: {
        let src = attr(tape, i, "src")
        for (let k = i + 1; src === undefined && k < end[i]!; k++) {
          if (tag[k] === Tags.SOURCE) src = attr(tape, k, "src")
        }
        const absolute = resolve(src)
        if (absolute !== undefined && /^https?:/.test(absolute)) {
          run.raw(`[${id === Tags.VIDEO ? "Video" : "Audio"}](${destination(absolute)})`)
        }
        return
      }
      default:
        break
    }
    if (breaks && Tags.is(id, Tags.BLOCK) && !run.isEmpty) {
      if (id === Tags.TD || id === Tags.TH) run.gap()
      else run.break()
    } else if (Tags.is(id, Tags.BLOCK)) run.gap()
    const mark = marks[id]
    let opened = false
    let linked = false
    if (mark !== undefined) opened = run.open(mark, faithful)
    else if (id === Tags.SUP || id === Tags.SUB) opened = script(i) && run.open(id === Tags.SUP ? "sup" : "sub")
    else if (id === Tags.A) {
      const href = address(i)
      if (href !== undefined) linked = run.openLink(href)
    } else if (id === Tags.Q) run.text("\u201c")
    for (let c = i + 1; c < end[i]!; c = end[c]!) inline(c, run, breaks)
    if (opened) run.close(mark ?? (id === Tags.SUP ? "sup" : "sub"))
    if (linked) run.closeLink(faithful)
    if (id === Tags.Q) run.text("\u201d")
    if (breaks && Tags.is(id, Tags.BLOCK)) run.gap()
  }

  /** Whether a sub- or superscript means something: footnote marks and ordinals stay plain text. */
  const script = (i: number): boolean => {
    const s = textOf(tape, i, 40).trim()
    if (s === "" || s.length > 30) return false
    for (let k = i + 1; k < end[i]!; k++) if (tag[k] === Tags.A || tag[k] === Tags.IMG) return false
    return !/^(?:st|nd|rd|th|TM|SM|\u00ae|\u2122|\(?[\u24c7\u00a9]\)?|er|e|o|a)$/i.test(s)
  }

  const address = (i: number): string | undefined => {
    const raw = attr(tape, i, "href")
    if (raw === undefined) return undefined
    const href = resolve(raw)
    if (href === undefined || /^(?:data|file|filesystem):/i.test(href)) return undefined
    const name = attr(tape, i, "title")
    // Titles of links repeat what the text or the address says; nobody would type them.
    const label = faithful && name !== undefined && name.length <= 300 ? title(name, true) : ""
    return destination(href) + label
  }

  const children = (i: number, run: Inline) => {
    for (let c = i + 1; c < end[i]!; c = end[c]!) inline(c, run, false)
  }

  const leaf = (run: Inline, at: number, body: () => void): void => {
    if (link !== null && (link.target < 0 || link.target === at)) {
      const { href } = link
      const opened = run.openLink(href)
      body()
      if (opened) run.closeLink()
      if (!run.isEmpty) link = null
    } else body()
  }

  /** Writes what is inside a container: paragraphs of loose words and the blocks between them. */
  const flow = (i: number): void => {
    let run = new Inline(faithful)
    const stop = end[i]!
    const flush = () => {
      if (!run.isEmpty) paragraph(run)
      run = new Inline(faithful)
    }
    for (let c = i + 1; c < stop; c = end[c]!) {
      const id = tag[c]!
      if (id === Tags.TEXT || !kept(c)) {
        if (id === Tags.TEXT && link !== null && link.target < 0 && /\S/.test(text[c]!)) {
          leaf(run, c, () => inline(c, run, false))
        } else inline(c, run, false)
        continue
      }
      if (Tags.is(id, Tags.BLOCK) || holdsBlock[c] === 1) {
        flush()
        if (id === Tags.LI) {
          let last = c
          let next = end[c]!
          while (next < stop && (tag[next] === Tags.LI || (tag[next] === Tags.TEXT && !/\S/.test(text[next]!)))) {
            if (tag[next] === Tags.LI) last = next
            next = end[next]!
          }
          list(c, end[last]!, false, 1)
          c = last
        } else block(c)
      } else if (id === Tags.PRE) {
        flush()
        block(c)
      } else if (link !== null && link.target < 0) leaf(run, c, () => inline(c, run, false))
      else inline(c, run, false)
    }
    flush()
  }

  const block = (i: number): void => {
    const id = tag[i]!
    if (writer.truncated) return
    if (Tags.is(id, Tags.HEADING)) {
      heading(i, id - Tags.H1 + 1)
      return
    }
    switch (id) {
      case Tags.HR:
        write(writer.atMarker ? "___" : "---")
        return
      case Tags.PRE:
        write(codeBlock(tape, i, kept, faithful))
        return
      case Tags.BLOCKQUOTE:
        quote(i)
        return
      case Tags.UL:
      case Tags.OL:
      case Tags.MENU:
        if (isLoose(i)) flow(i)
        else list(i + 1, end[i]!, id === Tags.OL, startOf(i))
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
        const before: typeof link = link
        const href = link === null ? address(i) : undefined
        if (href !== undefined) {
          let target = -1
          for (let k = i + 1; k < end[i]! && target < 0; k++) if (Tags.is(tag[k]!, Tags.HEADING) && kept(k)) target = k
          link = { href, target }
          flow(i)
          link = before
        } else flow(i)
        return
      }
      case Tags.CAPTION:
        return
      default:
        break
    }
    const attributes = attrs[i]
    if (attributes !== null && attributes !== undefined && attributes.length > 0) {
      const role = attr(tape, i, "role")
      if (role === "heading" && holdsBlock[i] === 0) {
        const level = Number(attr(tape, i, "aria-level") ?? 2)
        heading(i, level >= 1 && level <= 6 ? level : 2)
        return
      }
      const name = attr(tape, i, "class")
      if (name !== undefined && name.length < 400 && id !== Tags.LI && calloutClass.test(name)) {
        const kind = alertClass.exec(name)
        if (kind !== null) {
          quote(i, alertNames[kind[1]!.toLowerCase()])
          return
        }
      }
    }
    flow(i)
  }

  const heading = (i: number, level: number) => {
    const run = new Inline(faithful)
    leaf(run, i, () => {
      for (let c = i + 1; c < end[i]!; c = end[c]!) if (faithful || !isPermalink(c)) inline(c, run, false)
    })
    if (run.isEmpty) {
      if (faithful) write("#".repeat(level))
      return
    }
    const s = run.render({ cell: false, single: true })
    const closed = s.replace(/(^|[ \t])(#+)$/, "$1\\$2")
    if (closed !== "") write(`${"#".repeat(level)} ${closed}`)
  }

  /** The little `#` or pilcrow beside a heading that links to it. */
  const isPermalink = (i: number): boolean => {
    if (tag[i] !== Tags.A) return false
    const href = attr(tape, i, "href")
    if (href === undefined || !href.includes("#")) return false
    const s = textOf(tape, i, 40).trim()
    return /^(?:[#\u00b6\u00a7\u{1f517}\ue000-\uf8ff]|link|permalink|anchor|direct link to.*)?$/iu.test(s) &&
      !hasImage(i)
  }
  const hasImage = (i: number): boolean => {
    for (let k = i + 1; k < end[i]!; k++) if (tag[k] === Tags.IMG) return true
    return false
  }

  const term = (i: number) => {
    if (holdsBlock[i] === 1) {
      flow(i)
      return
    }
    const run = new Inline(faithful)
    const opened = !isCode(i) && run.open("strong")
    for (let c = i + 1; c < end[i]!; c = end[c]!) inline(c, run, false)
    if (opened) run.close("strong")
    paragraph(run)
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

  const quote = (i: number, alert?: string) => {
    const before = writer.size
    const container = { first: "> ", rest: "> ", used: false }
    if (alert !== undefined) {
      inside(container, () => {
        write(`[!${alert}]`)
        const first = i + 1
        const label = first < end[i]! ? textOf(tape, first, 60).trim().replace(/:$/, "") : ""
        if (label.toUpperCase() === alert || alertClass.test(label) && label.length < 12) {
          for (let c = end[first]!; c < end[i]!; c = end[c]!) single(c)
        } else flow(i)
      })
      return
    }
    inside(container, () => flow(i))
    if (faithful && writer.size === before) inside(container, () => write(""))
  }

  const single = (c: number) => {
    if (tag[c] !== Tags.TEXT && kept(c) && (Tags.is(tag[c]!, Tags.BLOCK) || holdsBlock[c] === 1)) block(c)
    else {
      const run = new Inline(faithful)
      inline(c, run, false)
      paragraph(run)
    }
  }

  /** A list without items, in which text stands: indentation, as pages of old wrote it. */
  const isLoose = (i: number): boolean => {
    let words = false
    for (let c = i + 1; c < end[i]!; c = end[c]!) {
      if (tag[c] === Tags.LI) return false
      words ||= tag[c] === Tags.TEXT && /\S/.test(text[c]!)
    }
    return words
  }

  const startOf = (i: number): number => {
    const start = Number.parseInt(attr(tape, i, "start") ?? "1", 10)
    return Number.isSafeInteger(start) && start >= 0 && start < 1e9 ? start : 1
  }

  let previousList = -1
  let previousMarker = ""

  const list = (from: number, to: number, ordered: boolean, start: number) => {
    // A list right behind another one would continue it; the other marker keeps them apart.
    const adjacent = previousList === writer.size && writer.size > 0
    const bullet = ordered
      ? (adjacent && previousMarker === "." ? ")" : ".")
      : adjacent && previousMarker === "-"
      ? "*"
      : "-"
    let number = start
    let tight = true
    for (let c = from; c < to && tight; c = end[c]!) {
      const nested = tag[c] === Tags.UL || tag[c] === Tags.OL
      if (tag[c] !== Tags.TEXT && !nested && kept(c)) tight = isSimple(c)
    }
    let first = true
    for (let c = from; c < to; c = end[c]!) {
      if (!kept(c)) continue
      if (tag[c] === Tags.TEXT) {
        if (/\S/.test(text[c]!)) {
          const run = new Inline(faithful)
          run.text(text[c]!)
          paragraph(run)
        }
        continue
      }
      if (tag[c] !== Tags.LI && (tag[c] === Tags.UL || tag[c] === Tags.OL)) {
        // A list directly inside a list belongs to the item before it.
        const pad = " ".repeat(ordered ? String(number - 1).length + 2 : 2)
        if (!first) writer.gap = 1
        inside(
          { first: pad, rest: pad, used: !first },
          () => list(c + 1, end[c]!, tag[c] === Tags.OL, startOf(c))
        )
        continue
      }
      const value = Number.parseInt(attr(tape, c, "value") ?? "", 10)
      if (ordered && Number.isSafeInteger(value) && value >= 0 && first) number = value
      const note = footnotes.notes.get(c)
      const marker = note !== undefined ? `[^${note}]: ` : ordered ? `${number++}${bullet} ` : `${bullet} `
      const pad = " ".repeat(note === undefined ? marker.length : 4)
      const before = writer.size
      const saved = writer.gap
      if (!first && tight) writer.gap = 1
      inside({ first: marker, rest: pad, used: false }, () => item(c, tight))
      if (writer.size === before) {
        writer.gap = saved
        if (faithful && writer.canNest) {
          if (!first && tight) writer.gap = 1
          inside({ first: marker.trimEnd(), rest: pad, used: false }, () => write(""))
          first = false
        } else if (ordered && note === undefined) number--
      } else first = false
    }
    if (!first) {
      previousList = writer.size
      previousMarker = bullet
      writer.gap = 2
    }
  }

  /** Whether an item is at most one paragraph before its nested lists. */
  const isSimple = (i: number): boolean => {
    let owner = -1
    let lists = 0
    for (let k = i + 1; k < end[i]!; k++) {
      const id = tag[k]!
      if (id === Tags.TEXT ? !/\S/.test(text[k]!) : !kept(k)) {
        if (id !== Tags.TEXT) k = end[k]! - 1
        continue
      }
      if (id === Tags.UL || id === Tags.OL) {
        lists++
        k = end[k]! - 1
        continue
      }
      if (id === Tags.TABLE || id === Tags.PRE || id === Tags.BLOCKQUOTE) return false
      if (id !== Tags.TEXT && id !== Tags.IMG) continue
      let p = parent[k]!
      while (p > i && !Tags.is(tag[p]!, Tags.BLOCK)) p = parent[p]!
      if (p === owner && lists === 0) continue
      if (owner >= 0 || lists > 0) return false
      owner = p
    }
    return true
  }

  const item = (i: number, tight: boolean) => {
    if (tag[i] !== Tags.LI && tag[i] !== Tags.DIV && tag[i] !== Tags.SPAN) {
      single(i)
      return
    }
    if (!tight) {
      flow(i)
      return
    }
    const walk = (at: number) => {
      let run = new Inline(faithful)
      const flush = () => {
        if (!run.isEmpty) paragraph(run)
        run = new Inline(faithful)
      }
      for (let c = at + 1; c < end[at]!; c = end[c]!) {
        const id = tag[c]!
        if (id === Tags.UL || id === Tags.OL) {
          if (!kept(c)) continue
          flush()
          writer.gap = 1
          block(c)
        } else if (id !== Tags.TEXT && kept(c) && (Tags.is(id, Tags.BLOCK) || holdsBlock[c] === 1)) {
          flush()
          if (Tags.is(id, Tags.HEADING) || id === Tags.A || id === Tags.HR || id === Tags.SUMMARY || id === Tags.DT) {
            block(c)
          } else walk(c)
        } else if (link !== null && link.target < 0 && (id !== Tags.TEXT || /\S/.test(text[c]!))) {
          leaf(run, c, () => inline(c, run, false))
        } else inline(c, run, false)
      }
      flush()
    }
    walk(i)
  }

  const cell = (i: number): string => {
    const run = new Inline(faithful)
    for (let c = i + 1; c < end[i]!; c = end[c]!) inline(c, run, true)
    return run.isEmpty ? "" : run.render({ cell: true, single: false })
  }

  const table = (i: number) => {
    const shape = layout(tape, i, kept)
    const gutter = shape.rows.some((row: TableRow) => row.cells.some((c: Cell) => isGutter(tape, c.node)))
    if (faithful && !gutter && shape.rows.length === 1 && !isDataTable(tape, i, shape, kept)) {
      write(toHtml(tape, { keep, roots: [i], resolve, budget: options.budget }).html)
      return
    }
    if (gutter || !isDataTable(tape, i, shape, kept)) {
      for (const part of shape.parts) {
        if (tag[part] === Tags.TD || tag[part] === Tags.TH) {
          if (!isGutter(tape, part)) flow(part)
        } else if (tag[part] === Tags.CAPTION) {
          const run = new Inline(faithful)
          children(part, run)
          paragraph(run)
        } else single(part)
      }
      return
    }
    if (shape.caption >= 0) {
      const run = new Inline(faithful)
      children(shape.caption, run)
      paragraph(run)
    }
    write(tableMarkdown(tape, shape, cell))
  }

  let loose = new Inline(faithful)
  for (const root of options.roots) {
    const id = tag[root]!
    if (id === Tags.TEXT || kept(root) && !Tags.is(id, Tags.BLOCK) && id !== Tags.PRE && holdsBlock[root] === 0) {
      inline(root, loose, false)
      continue
    }
    paragraph(loose)
    loose = new Inline(faithful)
    if (kept(root) || root === 0) single(root)
  }
  paragraph(loose)
  return { markdown: writer.text(), truncated: writer.truncated }
}
