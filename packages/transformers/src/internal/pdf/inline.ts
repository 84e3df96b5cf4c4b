/** Lines to inline markdown: words joined, hyphens taken out, emphasis, links, raised letters, escapes. */
import { endsCjk, isSpaceBetween, type Line, logical, type Piece, startsCjk } from "./lines.ts"

type Style = {
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
  readonly script: "sup" | "sub" | undefined
  readonly url: string | undefined
}

type Run = { text: string; readonly style: Style; space: boolean }

/** A hyphen at the end of a line that belongs to the line break, not to the word. */
const broken = /\p{L}[-\u2010]$/u
const lower = /^\p{Ll}/u
const softHyphen = /\u00ad$/u

/** How one line runs on into the next: with a space, without one, or with its last character (a hyphen) taken away. */
export const junction = (before: string, after: string): { readonly cut: number; readonly space: boolean } => {
  if (softHyphen.test(before)) return { cut: 1, space: false }
  if (broken.test(before) && lower.test(after)) return { cut: 1, space: false }
  if (/[\p{L}\p{N}][-\u2010/]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)) return { cut: 0, space: false }
  if (endsCjk(before) && startsCjk(after)) return { cut: 0, space: false }
  return { cut: 0, space: true }
}

export const joinText = (lines: ReadonlyArray<string>): string => {
  const parts: Array<string> = []
  for (const line of lines) {
    const before = parts.at(-1)
    if (before === undefined) {
      parts.push(line)
      continue
    }
    const { cut, space } = junction(before, line)
    if (cut > 0) parts[parts.length - 1] = before.slice(0, -cut)
    parts.push(space ? ` ${line}` : line)
  }
  return parts.join("").replaceAll("\u00ad", "")
}

const styleOf = (piece: Piece, mono: boolean): Style => ({
  bold: piece.font.bold,
  italic: piece.font.italic,
  mono: piece.font.mono && !mono && piece.script === undefined,
  script: piece.script,
  url: piece.url
})

const same = (a: Style, b: Style): boolean =>
  a.bold === b.bold && a.italic === b.italic && a.mono === b.mono && a.script === b.script && a.url === b.url

/** Where emphasis would say nothing, because all of the text has it, it is left out. */
export type InlineOptions = { readonly bold?: boolean; readonly italic?: boolean; readonly plain?: boolean }

export const inline = (lines: ReadonlyArray<Line>, options: InlineOptions = {}): string => {
  const allMono = lines.every((line) => line.mono)
  const runs: Array<Run> = []
  for (const line of lines) {
    let first = true
    let previous: Piece | undefined
    for (const piece of line.pieces) {
      let text = line.rtl ? logical(piece.text) : piece.text
      const style = styleOf(piece, allMono)
      let space = previous !== undefined && isSpaceBetween(previous, piece)
      const last = runs.at(-1)
      if (first && last !== undefined) {
        const tail = lastWord(runs)
        const { cut, space: spaced } = junction(tail, line.text)
        if (cut > 0) last.text = last.text.slice(0, -cut)
        space = spaced
      }
      first = false
      previous = piece
      text = text.replaceAll("\u00ad", piece === line.pieces.at(-1) ? "\u00ad" : "")
      if (last !== undefined && same(last.style, style)) last.text += (space ? " " : "") + text
      else runs.push({ text, style, space: space && runs.length > 0 })
    }
  }
  return render(runs, options).replaceAll("\u00ad", "").replace(/[ \t]+/g, " ").trim()
}

const lastWord = (runs: ReadonlyArray<Run>): string => {
  const text = runs.at(-1)!.text
  return text.length >= 2 || runs.length < 2 ? text : runs.at(-2)!.text.slice(-2) + text
}

const render = (runs: ReadonlyArray<Run>, options: InlineOptions): string => {
  let out = ""
  let open: Style | undefined
  const marks = (style: Style): string =>
    options.plain === true
      ? ""
      : (style.bold && options.bold !== true ? "**" : "") + (style.italic && options.italic !== true ? "*" : "")
  const reverse = (text: string) => text.startsWith("**") && text.length === 3 ? "***" : text
  for (let k = 0; k < runs.length; k++) {
    const { space, style } = runs[k]!
    let text = runs[k]!.text
    // emphasis runs over links, code and raised letters of the same weight
    const before = open === undefined ? "" : marks(open)
    // punctuation alone carries no emphasis: it stays with what stands before it
    const now = /[\p{L}\p{N}]/u.test(text) ? marks(style) : open === undefined ? "" : before
    if (before !== now) {
      out += reverse(before)
      if (space) out += " "
      out += now
      open = style
    } else if (space) out += " "
    if (open === undefined) open = now === "" ? undefined : style
    if (now === "") open = undefined
    text = style.mono && /[\p{L}\p{N}]/u.test(text) ? code(text) : escapeText(text)
    if (style.script !== undefined) text = `<${style.script}>${text}</${style.script}>`
    if (style.url !== undefined) {
      // neighbours with the same target are one link
      const next = runs[k + 1]
      const last = k > 0 && runs[k - 1]!.style.url === style.url
      const more = next !== undefined && next.style.url === style.url
      text = (last ? "" : "[") + text + (more ? "" : `](${target(style.url)})`)
    }
    out += text
  }
  if (open !== undefined) out += reverse(marks(open))
  return out
}

const target = (url: string): string =>
  url.replace(/[\s()<>]/g, (character) => encodeURIComponent(character).replace("(", "%28").replace(")", "%29"))

const code = (text: string): string => text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``

/** Escapes only what markdown would take for markup. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/\](?=\()/g, "\\]")
    .replace(/<(?=[a-zA-Z/!?])/g, "\\<")
    .replace(/&(?=#?[a-zA-Z0-9]{1,31};)/g, "\\&")

/** Escapes what would make a paragraph something else. */
export const escapeStart = (text: string): string =>
  text.replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|(?:-{3,}|={3,}|~{3,})$)/, "\\$&").replace(
    /^(\d{1,9})([.)])(?=\s|$)/,
    "$1\\$2"
  )
